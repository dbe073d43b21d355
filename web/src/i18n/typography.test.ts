// French spaces: in every text of every French module, and in nothing that people have written.

import { describe, expect, it } from "vitest";
import { setFrenchSpaces } from "../../typography";
import { LANGUAGES } from "./language.svelte";

const MODULES = import.meta.glob<Record<string, unknown>>("../**/fr.ts", { eager: true });

/** Every text of a tree of words, and of a function its source, which has its texts. */
function listTexts(tree: unknown): string[] {
  if (typeof tree === "string") return [tree];
  if (typeof tree === "function") return [...String(tree).matchAll(/"[^"]*"|[`}][^`$]*[`$]/g)].map(([text]) => text);
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(listTexts) : [];
}

describe("French spaces", () => {
  it("are narrow before ; ! ? and full before : and inside guillemets", () => {
    expect(setFrenchSpaces("« Prêt ? » : oui ; allez !")).toBe(
      "«\u00a0Prêt\u202f?\u00a0»\u00a0: oui\u202f; allez\u202f!",
    );
    expect(setFrenchSpaces("Rien à changer, à 12:30.")).toBe("Rien à changer, à 12:30.");
  });

  it("are set in every module of French words", () => {
    expect(Object.keys(MODULES).length).toBe(9);
    for (const [path, module] of Object.entries(MODULES)) {
      const texts = Object.values(module).flatMap(listTexts);
      expect(texts.length, path).toBeGreaterThan(5);
      expect(
        texts.filter((text) => setFrenchSpaces(text) !== text),
        path,
      ).toEqual([]);
    }
  });

  it("are forgotten in no text", () => {
    const texts = Object.values(MODULES).flatMap((module) =>
      Object.values(module).flatMap((tree) => listTexts(tree).filter((text) => !/[`}$]/.test(text))),
    );
    expect(texts.filter((text) => /[\p{L}\p{N})][;!?»]|«\S/u.test(text.replaceAll("\u00a0", " ")))).toEqual([]);
  });

  it("leave alone what people have written", async () => {
    const { app } = await LANGUAGES.fr.load();
    expect(app.labelled("Ann !", "ça va ?")).toBe("Ann !\u00a0: ça va ?");
  });

  it("are those of French alone", async () => {
    const { app } = await LANGUAGES.de.load();
    expect(app.labelled("Ann !", "ça va ?")).not.toContain("\u00a0");
  });
});
