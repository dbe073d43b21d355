// Turris in Italian.

import type { TurrisWords } from "./en";

export const it: TurrisWords = {
  options: {},
};
