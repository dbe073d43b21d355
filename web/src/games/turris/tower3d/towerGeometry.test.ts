import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Block } from "../schema";
import { findViewpoint, partInSight, type Viewpoint } from "./towerGeometry";

const SIZE = 3;
const TARGET = new Vector3(0, 1.2, 0);
/** South-west, a little above: how a game begins. */
const FROM: Viewpoint = { turn: 0.6, tilt: 0.5, distance: 14 };

/** Standing blocks along the south and the west, seen from outside that corner. */
const WALL: Block[] = [0, 1, 2, 3, 6].map((column) => ({ seat: 0, columns: [column], level: 1 }));
const BEHIND: Block = { seat: 1, columns: [5, 8], level: 1 };
const PIT: Block = { seat: 1, columns: [4], level: 1 };
const AROUND: Block[] = [0, 1, 2, 3, 5, 6, 7, 8].flatMap((column) => [
  { seat: 0, columns: [column], level: 1 },
  { seat: 0, columns: [column], level: 3 },
]);

describe("the camera", () => {
  it("stays where it is for a place in sight", () => {
    const top: Block = { seat: 1, columns: [0, 1], level: 3 };
    expect(partInSight(top, WALL, SIZE, FROM, TARGET)).toBe(1);
    expect(findViewpoint(top, WALL, SIZE, FROM, TARGET)).toEqual(FROM);
  });

  it("turns round the tower to a place behind it", () => {
    expect(partInSight(BEHIND, WALL, SIZE, FROM, TARGET)).toBeLessThan(0.3);
    const found = findViewpoint(BEHIND, WALL, SIZE, FROM, TARGET);
    expect(found.turn).not.toBe(FROM.turn);
    expect(partInSight(BEHIND, WALL, SIZE, found, TARGET)).toBeGreaterThanOrEqual(0.5);
  });

  it("looks down into a place that is walled in", () => {
    const found = findViewpoint(PIT, AROUND, SIZE, FROM, TARGET);
    expect(found.tilt).toBeGreaterThan(FROM.tilt);
    expect(partInSight(PIT, AROUND, SIZE, found, TARGET)).toBeGreaterThan(0);
  });
});
