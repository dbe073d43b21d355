// Sets the spaces of French texts while they are built: sources have plain spaces, which are seen and cannot be forgotten.

import type { Plugin } from "vite";

const NARROW = "\u202f";
const NO_BREAK = "\u00a0";

/** No line begins with a sign that French sets a space before. Every space stays one character. */
export function setFrenchSpaces(text: string): string {
  return text
    .replaceAll(/ (?=[;!?])/g, NARROW)
    .replaceAll(/ (?=[:»])/g, NO_BREAK)
    .replaceAll("« ", `«${NO_BREAK}`);
}

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Finds the texts of a program: string literals, and what template literals say around their values. */
function* listTexts(tree: unknown): Generator<Node> {
  if (typeof tree !== "object" || tree === null) return;
  const { type } = tree as Node;
  if (type === "Literal" || type === "TemplateElement") yield tree as Node;
  else for (const part of Object.values(tree)) yield* listTexts(part);
}

/**
 * Changes every module called `fr.ts`, and in it only texts: names and chat lines are values, which come later. What is
 * replaced has the same length, so source maps stay right.
 */
export function typography(): Plugin {
  return {
    name: "typography",
    enforce: "post",
    transform: {
      filter: { id: /\/fr\.ts$/ },
      handler(code) {
        let set = code;
        for (const { start, end } of listTexts(this.parse(code)))
          set = set.slice(0, start) + setFrenchSpaces(set.slice(start, end)) + set.slice(end);
        return { code: set, map: null };
      },
    },
  };
}
