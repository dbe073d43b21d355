// The scenes of the figures on the rules page.

import { type Pairing, type Point, pointOf, SQUARE } from "../geometry";
import type { FigureScene } from "./Figure.svelte";

const portOf = (column: number, port: number): Point => {
  const [x, y] = pointOf(port, 1);
  return [column * SQUARE + x, y];
};

const LOOPS: Pairing = [1, 0, 7, 6, 5, 4, 3, 2];

/** A marker in the middle of a side, from which two paths lead on. */
export const side: FigureScene = {
  columns: 1,
  tiles: [{ pairing: [5, 3, 6, 1, 7, 0, 2, 4], owners: {} }],
  markers: [{ seat: 1, at: [0, SQUARE / 2] }],
  ports: [portOf(0, 6), portOf(0, 7)],
};

/** A tile is laid in front of a marker, which goes on to the next empty square. */
export const turn: FigureScene = {
  columns: 3,
  tiles: [
    { pairing: [3, 6, 7, 0, 5, 4, 1, 2], owners: { 7: 0, 2: 0 } },
    { pairing: [5, 2, 1, 7, 6, 0, 4, 3], owners: { 7: 0, 3: 0 } },
    null,
  ],
  markers: [{ seat: 0, at: portOf(1, 3) }],
  target: 2,
};

/** One marker goes over the edge, on the right; two others collide in the middle. */
export const edge: FigureScene = {
  columns: 3,
  tiles: [
    { pairing: LOOPS, owners: { 6: 4, 3: 4 } },
    { pairing: LOOPS, owners: { 6: 4, 3: 4 } },
    { pairing: [7, 2, 1, 6, 5, 4, 3, 0], owners: { 6: 5, 3: 5, 1: 2, 2: 2 } },
  ],
  markers: [
    { seat: 2, at: portOf(2, 2), isOut: true },
    { seat: 4, at: [1.36 * SQUARE, (2 * SQUARE) / 3], isOut: true },
    { seat: 5, at: [1.68 * SQUARE, (2 * SQUARE) / 3], isOut: true },
  ],
  hasRim: true,
};
