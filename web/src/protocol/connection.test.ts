import { describe, expect, it } from "vitest";
import { pauseBefore } from "./connection";

describe("the pause before the next attempt", () => {
  it("doubles up to a limit", () => {
    const pauses = [0, 1, 2, 3, 10, 100].map((attempt) => pauseBefore(attempt, () => 1));
    expect(pauses).toEqual([250, 500, 1000, 2000, 10_000, 10_000]);
  });

  it("is never less than half of that, so that clients come back spread out", () => {
    expect(pauseBefore(3, () => 0)).toBe(1000);
  });
});
