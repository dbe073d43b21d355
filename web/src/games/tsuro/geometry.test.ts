import { describe, expect, it } from "vitest";
import { curvesOf, sortClockwise, nameSquare, pointOf, samplePath, SQUARE } from "./geometry";

const SIZE = 6;
/** A tile whose paths go straight across. */
const STRAIGHT = [5, 4, 7, 6, 1, 0, 3, 2];
const straight = () => STRAIGHT;

/** Every spot of the board that lies on its rim. */
const RIM = Array.from({ length: SIZE * SIZE * 8 }, (_, spot) => spot).filter((spot) =>
  pointOf(spot, SIZE).some((value) => value === 0 || value === SIZE * SQUARE),
);

describe("spots", () => {
  it("are the same point from both sides of an edge", () => {
    // The right side of a1 is the left side of b1, its upper side the lower one of a2.
    expect([2, 3].map((port) => pointOf(port, SIZE))).toEqual([7, 6].map((port) => pointOf(8 + port, SIZE)));
    expect([0, 1].map((port) => pointOf(port, SIZE))).toEqual([5, 4].map((port) => pointOf(SIZE * 8 + port, SIZE)));
  });

  it("lie on the rim, two to a side of a square", () => {
    expect(RIM).toHaveLength(48);
  });

  it("are sorted clockwise", () => {
    const points = sortClockwise(RIM, SIZE).map((spot) => pointOf(spot, SIZE));
    for (const [index, [x, y]] of points.entries()) {
      const [x2, y2] = points[(index + 1) % points.length]!;
      expect(Math.hypot(x - x2, y - y2)).toBeLessThanOrEqual(SQUARE);
    }
    expect(points[0]![1]).toBe(0);
  });
});

it("names squares as in chess", () => {
  expect([0, 5, 6, 35].map((square) => nameSquare(square, SIZE))).toEqual(["a1", "f1", "a2", "f6"]);
});

describe("a path", () => {
  // From the left rim of a1 straight to the right, through three squares.
  const path = [0 * 8 + 7, 1 * 8 + 7, 2 * 8 + 7, 3 * 8 + 7];

  it("has a curve for every tile that it crosses", () => {
    expect(curvesOf(path, straight, SIZE)).toHaveLength(3);
  });

  it("is sampled at even distances from its first to its last spot", () => {
    const { points, length } = samplePath(path, straight, SIZE);
    expect(length).toBeCloseTo(300, 0);
    expect(points[0]).toEqual(pointOf(path[0]!, SIZE));
    expect(points.at(-1)![0]).toBeCloseTo(pointOf(path[3]!, SIZE)[0], 3);
    const steps = points.slice(1).map(([x], index) => x - points[index]![0]);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.5);
  });
});
