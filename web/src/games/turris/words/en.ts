// Turris in English: options, moves, events, and what the table says.

import type { OptionWords } from "../../view";

export const en = {
  options: {} as Record<string, OptionWords>,
};

export type TurrisWords = typeof en;
