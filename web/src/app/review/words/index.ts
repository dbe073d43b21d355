// The words of reviews, one module a language, loaded on demand.

import type { Language } from "../../../i18n/language.svelte";
import type { ReviewWords } from "./en";

const WORDS: Record<Language, () => Promise<ReviewWords>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
  it: async () => (await import("./it")).it,
  de: async () => (await import("./de")).de,
};

export const loadWords = (language: Language): Promise<ReviewWords> => WORDS[language]();
