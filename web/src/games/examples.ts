// The examples of the rules, played by the server. What was loaded once can be looked at again without it.

import { api } from "../protocol/http";
import type { Example, GameTypes } from "../protocol/messages";

const loaded = new Map<string, Promise<Example>>();

/** Load an example of a game by the name that its rules call it. `Types` are those of the game's schema.ts. */
export function loadExample<Types extends GameTypes>(game: string, name: string): Promise<Example<Types>> {
  const key = `${game}/${name}`;
  let example = loaded.get(key);
  if (!example) {
    example = api.example(game, name);
    loaded.set(key, example);
    example.catch(() => loaded.delete(key));
  }
  return example as Promise<Example<Types>>;
}
