// Leaves out of the fonts what no text of ours needs, such as small capitals and alternates: half of their weight. The
// server gets them once more, as it draws pictures of games in the same typeface (core/pictures/raster.py).

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** Basic Latin and Latin-1, what French writes beside them, and the signs of our texts. Anything else has another font. */
const RANGES: [first: number, last: number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const SIGNS = "ŒœŸ–—‘’‚“”„†•…‹›€™←↑→↓−≤≥×\u202f\u2009";
const TEXT =
  RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  ).join("") + SIGNS;

/** Features that our styles use, or that every browser turns on by itself. Screens of today need no hinting. */
const OPTIONS = {
  targetFormat: "woff2" as const,
  keepFeatures: ["ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum"],
  noHinting: true,
};

/** The fonts that pictures are drawn with, by the names of their files. */
const DRAWN = {
  "alegreya-sans-400": "@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2",
  "alegreya-sans-700": "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2",
  "young-serif-400": "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
};
const { resolve } = createRequire(import.meta.url);

export function fonts(): Plugin {
  return {
    name: "fonts",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        file.source = await subsetFont(Buffer.from(file.source as Uint8Array), TEXT, OPTIONS);
      }
      for (const [name, path] of Object.entries(DRAWN)) {
        const source = await subsetFont(await readFile(resolve(path)), TEXT, { ...OPTIONS, targetFormat: "truetype" });
        this.emitFile({ type: "asset", fileName: `fonts/${name}.ttf`, source });
      }
    },
  };
}
