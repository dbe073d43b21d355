import { expect, test } from "vitest";
import { writeEmbedCode } from "./embedCode";

test("a game is framed at a ply, or at its end", () => {
  expect(writeEmbedCode("https://games.example", "Ab_1", 42, "Tsuro")).toBe(
    '<iframe src="https://games.example/embed/Ab_1?ply=42" title="Tsuro" width="720" height="560" loading="lazy" ' +
      'style="max-width: 100%; border: 0"></iframe>',
  );
  expect(writeEmbedCode("http://a", "b", null, "c")).toContain('src="http://a/embed/b"');
});

test("no title breaks out of the code", () => {
  expect(writeEmbedCode("http://a", "b", null, '"><script>&')).toContain('title="&quot;>&lt;script>&amp;"');
});
