// Which modules are built into one file. Left to itself the bundler gives every set of modules that the same pages share a
// file of its own, and a table was loaded as seventy; each costs the browser some milliseconds and, far away, a round trip.

import { join } from "node:path";
import type { Rolldown } from "vite";

type Context = Rolldown.ChunkingContext;

const SOURCES = join(import.meta.dirname, "src");
/** The two pages. Their first modules stay files of their own: loading one page must not start the other. */
const PAGES = ["main.ts", "embed/main.ts"].map((file) => join(SOURCES, file));
const TABLE = join(SOURCES, "app/screens/Table.svelte");

/** Finds all modules that are loaded with one, without what they import only when it is needed. */
function findLoaded(start: string, context: Context): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Names the file of a module that is loaded with the home page or with a table; null leaves it to the bundler. */
export function nameChunks(): ((id: string, context: Context) => string | null)[] {
  let loaded: Set<string>[] | undefined;
  const group =
    (name: string, belongs: (home: boolean, embed: boolean, table: boolean) => boolean) =>
    (id: string, context: Context) => {
      loaded ??= [...PAGES, TABLE].map((start) => findLoaded(start, context));
      const [home, embed, table] = loaded.map((modules) => modules.has(id)) as [boolean, boolean, boolean];
      return !PAGES.includes(id) && belongs(home, embed, table) ? name : null;
    };
  return [
    group("shared", (home, embed) => home && embed),
    group("home", (home) => home),
    group("replay", (_home, embed, table) => embed && table),
    group("table", (_home, _embed, table) => table),
  ];
}
