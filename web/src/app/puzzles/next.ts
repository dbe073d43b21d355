// Which puzzle comes next.

import type { PuzzleEntry } from "../../protocol/messages";

/** The easiest one that is not solved; if all are, the first. Among equals it is as the server lists them. */
export function findNext(
  puzzles: readonly PuzzleEntry[],
  solved: { has(puzzle: string): boolean },
): PuzzleEntry | undefined {
  const open = puzzles.filter(({ id }) => !solved.has(id)).sort((one, other) => one.difficulty - other.difficulty);
  return open[0] ?? puzzles[0];
}
