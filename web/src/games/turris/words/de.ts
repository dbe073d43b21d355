// Turris in German.

import type { TurrisWords } from "./en";

export const de: TurrisWords = {
  options: {},
};
