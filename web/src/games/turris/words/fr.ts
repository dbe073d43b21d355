// Turris in French.

import type { TurrisWords } from "./en";

export const fr: TurrisWords = {
  options: {},
};
