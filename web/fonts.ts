// Leaves out of the fonts what no text of ours needs, such as small capitals and alternates: half of their weight.

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

export function fonts(): Plugin {
  return {
    name: "fonts",
    apply: "build",
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
        file.source = await subsetFont(Buffer.from(file.source as Uint8Array), TEXT, OPTIONS);
      }
    },
  };
}
