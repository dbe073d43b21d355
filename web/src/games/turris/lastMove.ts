// The last move on the tower: the blocks that a player just placed or took off.

import type { PlyView } from "../../protocol/messages";
import type { Block, Types } from "./schema";

export interface LastMove {
  placed: Block[];
  takenOff: Block[];
}

/** Find the last turn in the plies so far: a block, and what was done with the bonus that it earned. */
export function findLastMove(plies: readonly PlyView<Types>[]): LastMove {
  const move: LastMove = { placed: [], takenOff: [] };
  let seat: number | null = null;
  for (const { actor, events } of plies.toReversed()) {
    if (actor === "chance" || (seat !== null && actor !== seat)) break;
    seat = actor;
    for (const event of events) {
      if (event.type === "BlockPlaced") move.placed.push(event.block);
      if (event.type === "BlockTakenOff") move.takenOff.push(event.block);
    }
    if (events.some((event) => event.type === "BlockPlaced" && !event.is_bonus)) break;
  }
  return move;
}
