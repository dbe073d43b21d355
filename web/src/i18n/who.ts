// Sentences about somebody who may be the reader: "You lay a tile", "Ann lays a tile".

/** A player in a sentence: the reader, who is addressed, or somebody with a name. */
export interface Who {
  name: string;
  isYou: boolean;
}

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Clauses as one sentence: `you lay a tile` and `Ann goes out` as `You lay a tile; Ann goes out.` */
export function sentence(...clauses: string[]): string {
  const text = capitalize(clauses.filter(Boolean).join("; "));
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}
