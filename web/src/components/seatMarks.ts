// Which game the marks of seats on a screen belong to: a context, so that lists of seats need not pass it on.

import { getContext, setContext } from "svelte";

const GAME = Symbol("the game of the marks");

/** Set the game for all marks below the component that is being created. */
export function useMarksOf(game: string): void {
  setContext(GAME, game);
}

export function gameOfMarks(): string | undefined {
  return getContext<string | undefined>(GAME);
}
