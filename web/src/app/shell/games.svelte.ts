// The games that the server plays, with their options and how many can play. Asked for once.

import { api } from "../../protocol/http";
import type { GameInfo } from "../../protocol/messages";

class Games {
  private found: Record<string, GameInfo> = $state.raw({});
  /** How well bots can play. */
  levels: string[] = $state.raw([]);
  private asking: Promise<void> | undefined;

  /** A game, once it is known; undefined before, and if the server does not play it. */
  get(game: string): GameInfo | undefined {
    return this.found[game];
  }

  load(): Promise<void> {
    this.asking ??= api.games().then(
      (answer) => {
        this.found = Object.fromEntries(answer.games.map((game) => [game.id, game]));
        this.levels = answer.levels;
      },
      (error: unknown) => {
        this.asking = undefined;
        throw error;
      },
    );
    return this.asking;
  }
}

export const games = new Games();

/** Whether an option means anything under these values; otherwise it must keep its default. */
export function isMeant({ needs }: GameInfo["options"][number], values: Record<string, string>): boolean {
  return Object.entries(needs).every(([name, allowed]) => allowed.includes(values[name] ?? ""));
}
