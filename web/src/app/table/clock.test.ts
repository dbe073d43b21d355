import { expect, it } from "vitest";
import { formatTime, splitDays } from "./clock";

it.each([
  [3_909_000, "1:05:09"],
  [249_999, "4:09"],
  [10_000, "0:10"],
  [7_390, "7.3"],
  [0, "0.0"],
  [-50, "0.0"],
])("%i milliseconds are %s", (milliseconds, shown) => {
  expect(formatTime(milliseconds)).toBe(shown);
});

it.each([
  [86_399_999, null],
  [86_400_000, [1, 0]],
  [14 * 86_400_000 - 1, [13, 23]],
])("%i milliseconds are %o days and hours", (milliseconds, shown) => {
  expect(splitDays(milliseconds)).toEqual(shown);
});
