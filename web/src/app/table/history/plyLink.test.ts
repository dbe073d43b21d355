import { expect, test } from "vitest";
import { parsePly } from "./plyLink.svelte";

test.each([
  ["#42", "", 42],
  ["#0", "", 0],
  ["", "?ply=7", 7],
  ["#3", "?ply=7", 3],
  ["", "", null],
  ["", "?replay", null],
  ["#board", "", null],
  ["#-1", "", null],
  ["#1234567", "", null],
])("the address %s%s leads to %s", (hash, search, ply) => expect(parsePly({ hash, search })).toBe(ply));
