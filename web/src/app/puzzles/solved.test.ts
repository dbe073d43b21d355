import { expect, test } from "vitest";
import { addSolved, countStreak, NOTHING, parseSolved } from "./solved";

test("a streak counts days in a row, and today may still be open", () => {
  let solved = NOTHING;
  expect(countStreak(solved, "2026-03-01")).toBe(0);
  for (const day of ["2026-02-26", "2026-02-27", "2026-02-28"]) solved = addSolved(solved, `of ${day}`, day);
  expect(countStreak(solved, "2026-02-28")).toBe(3);
  expect(countStreak(solved, "2026-03-01")).toBe(3);
  expect(countStreak(solved, "2026-03-02")).toBe(0);
  expect(countStreak(addSolved(solved, "x", "2026-03-01"), "2026-03-01")).toBe(4);
});

test("solving twice, or another puzzle than that of the day, adds no day", () => {
  const once = addSolved(NOTHING, "tsuro-1", "2026-11-18");
  expect(addSolved(once, "tsuro-1", "2026-11-18")).toEqual(once);
  expect(addSolved(once, "tsuro-2", null).days).toEqual(["2026-11-18"]);
});

test("what is kept is read as it was written, and what somebody else wrote does no harm", () => {
  const solved = addSolved(NOTHING, "tao-1", "2026-11-18");
  expect(parseSolved(JSON.stringify(solved))).toEqual(solved);
  for (const text of [null, "", "{", "[]", "null", '{"puzzles":1,"days":["today",3]}'])
    expect(parseSolved(text)).toEqual(NOTHING);
});
