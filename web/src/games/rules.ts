// The form of a rules page. The texts are data in each game's `rules/` folder, one module a language.

import { type Language, speech } from "../i18n/language.svelte";

/** One part of a rules page. */
export interface Section {
  title: string;
  body: Block[];
}

/** A paragraph, a list, a list of names with what they mean, or a figure drawn by the game's own board code. */
export type Block =
  | string
  | { list: string[] }
  | { terms: [name: string, text: string][] }
  | { figure: string; caption: string };

/** The rules in one language, under the options of a table and what these come to: its material. */
export type Rules<Material> = (options: Record<string, string>, material: Material) => Section[];

/** How to load the rules of a game in each language. */
export type RulesTexts<Material> = Record<Language, () => Promise<{ rules: Rules<Material> }>>;

/** Load the rules in the language spoken now. */
export async function loadRules<Material>(texts: RulesTexts<Material>): Promise<Rules<Material>> {
  return (await texts[speech.language]()).rules;
}

/** Blocks that are only there under a condition. */
export function when(condition: boolean, ...blocks: Block[]): Block[] {
  return condition ? blocks : [];
}
