// The last move on the board: the tiles just laid, and the paths that markers just took because of them.

import type { PlyView } from "../../protocol/messages";
import type { MarkerMoved, Types } from "./schema";

export interface LastMove {
  squares: number[];
  moved: MarkerMoved[];
  /** The start where a marker was just put. */
  start: number | null;
}

/** Find the last turn in the plies so far: with two markers each, it may have laid two tiles. */
export function findLastMove(plies: readonly PlyView<Types>[], tilesEach: number): LastMove {
  const move: LastMove = { squares: [], moved: [], start: null };
  let seat: number | null = null;
  for (const { actor, events } of plies.toReversed()) {
    if (actor === "chance") continue;
    const laid = events.find((event) => event.type === "TileLaid");
    const placed = events.find((event) => event.type === "MarkerPlaced");
    if (placed && move.squares.length === 0) move.start = placed.spot;
    if (placed || (laid && seat !== null && laid.seat !== seat)) break;
    move.moved.unshift(...events.filter((event) => event.type === "MarkerMoved"));
    if (!laid) continue; // a port was chosen, or tiles swapped, because of a tile laid before
    seat = laid.seat;
    move.squares.push(laid.square);
    if (move.squares.length === tilesEach) break;
  }
  return move;
}
