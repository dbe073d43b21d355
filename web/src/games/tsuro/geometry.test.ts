import { describe, expect, it } from "vitest";
import { across, curvesOf, goRound, lastPoint, nameSquare, pointOf, sampleWay, SQUARE } from "./geometry";

const SIZE = 6;
/** Every path goes straight on. */
const STRAIGHT = [5, 4, 7, 6, 1, 0, 3, 2];
const straight = () => STRAIGHT;

describe("spots", () => {
  it("are the same point from both sides of an edge", () => {
    for (let spot = 0; spot < SIZE * SIZE * 8; spot++) {
      const other = across(spot, SIZE);
      if (other === -1) continue;
      expect(across(other, SIZE)).toBe(spot);
      expect(pointOf(other, SIZE)).toEqual(pointOf(spot, SIZE));
    }
  });

  it("lead off the board on the rim, and nowhere else", () => {
    const rim = Array.from({ length: SIZE * SIZE * 8 }, (_, spot) => spot).filter((spot) => across(spot, SIZE) === -1);
    expect(rim).toHaveLength(48);
  });

  it("go round the board clockwise", () => {
    const rim = Array.from({ length: SIZE * SIZE * 8 }, (_, spot) => spot).filter((spot) => across(spot, SIZE) === -1);
    const points = goRound(rim, SIZE).map((spot) => pointOf(spot, SIZE));
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

describe("a way", () => {
  // From the left rim of a1 straight to the right, through three squares.
  const way = [0 * 8 + 7, 1 * 8 + 7, 2 * 8 + 7, 3 * 8 + 7];

  it("has a curve for every tile that it crosses", () => {
    expect(curvesOf(way, straight, SIZE)).toHaveLength(3);
  });

  it("is sampled at even distances from its first to its last spot", () => {
    const { points, length } = sampleWay(way, straight, SIZE);
    expect(length).toBeCloseTo(300, 0);
    expect(points[0]).toEqual(pointOf(way[0]!, SIZE));
    expect(points.at(-1)![0]).toBeCloseTo(pointOf(way[3]!, SIZE)[0], 3);
    const steps = points.slice(1).map(([x], index) => x - points[index]![0]);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.5);
  });

  it("ends where its owner's path ends", () => {
    const trodden = new Set([way[0], way[1]]);
    expect(lastPoint(way[0]!, straight, SIZE, (spot) => trodden.has(spot))).toEqual(pointOf(way[2]!, SIZE));
  });
});
