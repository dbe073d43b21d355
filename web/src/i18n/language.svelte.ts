// Which language is spoken now. The browser's is the default; a choice is remembered on this device.

import { en, type Words } from "./en";

export const LANGUAGES = {
  en: { name: "English", load: async (): Promise<Words> => en },
  fr: { name: "Français", load: async (): Promise<Words> => (await import("./fr")).fr },
  it: { name: "Italiano", load: async (): Promise<Words> => (await import("./it")).it },
  de: { name: "Deutsch", load: async (): Promise<Words> => (await import("./de")).de },
} as const;

export type Language = keyof typeof LANGUAGES;

const STORED = "ludotheque.language";

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && text in LANGUAGES;
}

/** The first of the wanted languages that we speak; `fr-CH` is content with `fr`. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0];
    if (isLanguage(primary)) return primary;
  }
  return "en";
}

class Speech {
  language: Language = $state("en");
  words: Words = $state.raw(en);
  /** The language that is wanted and could not be loaded; until then the last one is spoken. */
  missing: Language | null = $state(null);

  async speak(language: Language): Promise<void> {
    let words: Words;
    try {
      words = await LANGUAGES[language].load();
    } catch {
      this.missing = language;
      return;
    }
    this.missing = null;
    this.language = language;
    this.words = words;
    document.documentElement.lang = language;
  }

  /** Speak what was chosen on this device, or what the browser wants; and from now on what another tab chooses. */
  begin(): Promise<void> {
    addEventListener("storage", ({ key, newValue }) => {
      if (key === STORED && isLanguage(newValue)) void this.speak(newValue);
    });
    const stored = localStorage.getItem(STORED);
    return this.speak(isLanguage(stored) ? stored : chooseLanguage(navigator.languages));
  }

  choose(language: Language): Promise<void> {
    localStorage.setItem(STORED, language);
    return this.speak(language);
  }
}

export const speech = new Speech();

/** The words of the interface in the language spoken now. */
export function t(): Words {
  return speech.words;
}
