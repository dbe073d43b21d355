import { describe, expect, it } from "vitest";
import type { PlyView } from "../../protocol/messages";
import { findCollisions, findTakenSpots, pointsToMeeting } from "./collisions";
import type { Pairing } from "./geometry";
import type { Types } from "./schema";

// Square 0 is at the bottom left of a board of 2 × 2, and square 1 to the right of it. All paths go straight across.
const SIZE = 2;
const straight: Pairing = [5, 4, 7, 6, 1, 0, 3, 2];
const tileAt = (square: number) => (square < 2 ? straight : null);
const moved = (marker: number, path: number[]) => ({ type: "MarkerMoved", seat: marker, marker, path }) as const;

// From the left, port 7 of square 0, to the right, port 2 of square 1, and the other way.
const plies: PlyView<Types>[] = [
  {
    ply: 9,
    actor: 0,
    events: [moved(0, [7, 15, 10]), moved(1, [10, 2, 7]), { type: "MarkersCollided", seats: [0, 1], markers: [0, 1] }],
  },
];

describe("a collision", () => {
  it("is in the middle of the path that two markers share", () => {
    const shared = findCollisions(plies);
    expect([...shared.keys()]).toEqual([0, 1]);
    const [one, other] = [0, 1].map((marker) => pointsToMeeting(shared.get(marker)!, tileAt, SIZE).at(-1)!);
    expect(one![0]).toBeCloseTo(100, -1);
    expect(other![0]).toBeCloseTo(100, -1);
    expect(one![1]).toBeCloseTo(100 + 100 / 3);
  });

  it("leaves each marker its half of the path", () => {
    expect(Object.fromEntries(findTakenSpots(plies, tileAt))).toEqual({ 7: 0, 2: 0, 10: 1, 15: 1 });
  });
});
