// The words of all languages: the same keys everywhere, none of them unused. (The compiler checks the arguments.)

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseLanguage, type Language, LANGUAGES } from "./language.svelte";

const SOURCES = join(import.meta.dirname, "..");

type Tree = { [key: string]: unknown };

/** Every key as a path, such as `home.title`; functions and texts are leaves, and so are lists. */
function listKeys(tree: Tree, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? listKeys(value as Tree, [...path, key])
      : [[...path, key].join(".")],
  );
}

/** The text of every source that is not itself words or a test, file by file. */
function readSources(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" });
  return files
    .filter((file) => /\.(ts|svelte)$/.test(file) && !/(\/words\/|i18n\/(en|fr|it|de)\.ts|\.test\.ts)/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), "utf-8"));
}

/**
 * The paths that a source takes from the words, such as `home.title`: from `t()` itself, from what was named after
 * it (`const words = t().home`), and from parameters that are words. A group that is looked up in, or handed on as a
 * whole, stands for all of its keys.
 */
function listUses(source: string): string[] {
  const roots = new Map<string, Set<string>>([["t()", new Set([""])]]);
  const name = (alias: string, path: string) => roots.set(alias, (roots.get(alias) ?? new Set()).add(path));
  const naming = /(?:const|let) (\w+)(?:: [^=\n]+)? = (?:\$derived\()?t\(\)((?:\.\w+)*)(?![.\w([?])/g;
  const taking = /const \{([^}]*)\} = (?:\$derived\()?t\(\)((?:\.\w+)*)/g;
  for (const [, alias, path] of source.matchAll(naming)) name(alias!, path!);
  for (const [, alias, type] of source.matchAll(/\b(\w+): (\w*)Words\b/g))
    name(alias!, type ? `.${type.toLowerCase()}` : "");
  for (const [, alias] of source.matchAll(/\((\w+)\) => \1\.(?:tsuro|tao|turris)\./g)) name(alias!, "");
  const uses: string[] = [];
  for (const [, keys, path] of source.matchAll(taking))
    for (const key of keys!.split(",")) uses.push(`${path}.${key.split(":")[0]!.trim()}`);
  const stripped = source.replaceAll(naming, "");
  for (const [alias, paths] of roots) {
    const start = alias === "t()" ? "\\bt\\(\\)" : `(?<![.\\w])${alias}\\b`;
    for (const [, rest] of stripped.matchAll(new RegExp(`${start}((?:\\??\\.\\w+)*)`, "g")))
      if (rest || alias !== "t()") for (const path of paths) uses.push(path + rest!.replaceAll("?", ""));
  }
  return uses.map((path) => path.slice(1)).filter(Boolean);
}

/** Whether a key is used by itself, or as part of a group that is. A whole game's words are no group. */
function findUnused(keys: string[], uses: Set<string>): string[] {
  const isUsed = (key: string) => {
    const path = key.split(".");
    return (
      [...uses].some((use) => use === key || use.startsWith(`${key}.`)) ||
      path.some(
        (_, end) =>
          end >= 1 &&
          uses.has(path.slice(0, end).join(".")) &&
          (end > 1 || !["tsuro", "tao", "turris"].includes(path[0]!)),
      )
    );
  };
  return keys.filter((key) => !isUsed(key));
}

const languages = Object.keys(LANGUAGES) as Language[];
const words = new Map(
  await Promise.all(languages.map(async (language) => [language, (await LANGUAGES[language].load()) as Tree] as const)),
);

describe("the words", () => {
  it.each(languages)("are complete in %s", (language) => {
    expect(listKeys(words.get(language)!).sort()).toEqual(listKeys(words.get("en")!).sort());
  });

  it.each(languages)("are never empty in %s", (language) => {
    const empty = listKeys(words.get(language)!).filter((key) => {
      const value = key.split(".").reduce<unknown>((tree, name) => (tree as Tree)[name], words.get(language));
      return value === "" || value === undefined;
    });
    expect(empty).toEqual([]);
  });

  it("are all used", () => {
    const uses = new Set(readSources().flatMap(listUses));
    expect(findUnused(listKeys(words.get("en")!), uses)).toEqual([]);
  });
});

describe("the language", () => {
  it("is the first that the browser wants and we speak", () => {
    expect(chooseLanguage(["pt-BR", "en-GB"])).toBe("en");
    expect(chooseLanguage([])).toBe("en");
  });
});
