// The last move on the table: the cards just put somewhere, and the place of the path that one came from.

import type { PlyView } from "../../protocol/messages";
import type { Types } from "./schema";

export interface LastMove {
  /** The cards, and before whom they lie now. */
  cards: { seat: number; card: number }[];
  /** Where on the path a card was taken. */
  place: number | null;
}

/** Find the last turn of the round so far: a card, and what its power did. */
export function findLastMove(plies: readonly PlyView<Types>[]): LastMove {
  const move: LastMove = { cards: [], place: null };
  for (const { events } of plies.toReversed()) {
    for (const event of events) {
      if (event.type === "RoundBegan") return move; // the cards of the last round are gone
      if (event.type === "CardCovered") move.cards.push(event);
      if (event.type === "CardsSwapped")
        move.cards.push({ seat: event.seat, card: event.theirs }, { seat: event.other, card: event.mine });
      if (event.type === "CardPut") {
        move.cards.push({ seat: event.to, card: event.card });
        move.place = event.place;
      }
    }
    if (events.some(({ type }) => type === "CardPut")) break;
  }
  return move;
}
