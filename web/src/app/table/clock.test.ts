import { expect, it } from "vitest";
import { formatTime } from "./clock";

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
