// Writes every text file of the build a second and third time, compressed: the server sends what a browser takes.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(html|js|css|svg)$/;

export function compress(): Plugin {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (!TEXTS.test(file)) continue;
        const text = readFileSync(join(folder, file));
        writeFileSync(join(folder, `${file}.gz`), gzipSync(text, { level: 9 }));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text, { params: quality }));
      }
    },
  };
}
