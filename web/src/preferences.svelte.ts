// What the user prefers on this device, kept in local storage. Language and sound have their own: i18n/, theme/sound.

export type Pace = "calm" | "normal" | "quick";

export interface PreferenceValues {
  /** How long bots take for a move, at tables that this user opens. */
  pace: Pace;
  /** Whether a move is confirmed before it is sent, dropped tiles and cards included. */
  confirmMoves: boolean;
  /** The level of the bots that were last played against; null before the first game. */
  level: string | null;
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "reduced";
  /** Whether the field for typed commands stays in sight at the table; it comes up by itself when it is used. */
  commandLine: boolean;
}

const DEFAULTS: PreferenceValues = {
  pace: "normal",
  confirmMoves: false,
  level: null,
  theme: "system",
  motion: "system",
  commandLine: false,
};
const STORAGE_KEY = "ludotheque.preferences";

function read(): PreferenceValues {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<PreferenceValues>) };
  } catch {
    return DEFAULTS; // no storage, or somebody else wrote there
  }
}

class Preferences {
  private values: PreferenceValues = $state.raw(read());

  get<Name extends keyof PreferenceValues>(name: Name): PreferenceValues[Name] {
    return this.values[name];
  }

  set<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void {
    this.values = { ...this.values, [name]: value };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(this.values));
    dispatchEvent(new Event("preferenceschange")); // for public/appearance.js
  }
}

export const preferences = new Preferences();
