// The levels of bots that people choose from, and the one that they chose last.

import { preferences } from "../../preferences.svelte";

/** Weakest first. The server has more (`random`, `greedy`): yardsticks for other bots, not opponents for people. */
export const LEVELS = ["easy", "medium", "hard", "master"] as const;

export type Level = (typeof LEVELS)[number];

/** The level that was chosen last on this device; before the first choice, one that a beginner can beat. */
export function preferredLevel(): Level {
  const chosen = preferences.get("level");
  return LEVELS.find((level) => level === chosen) ?? "easy";
}
