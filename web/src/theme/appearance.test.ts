import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "..");

it("follows what was chosen on this device: no source but public/appearance.js asks the system", () => {
  const asking = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" }).filter(
    (file) => /(?<!\.test)\.(ts|svelte|css)$/.test(file) && /prefers-/.test(readFileSync(join(SOURCES, file), "utf-8")),
  );
  expect(asking).toEqual([]);
});
