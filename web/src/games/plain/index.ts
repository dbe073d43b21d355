// The fallback for games without a view: the observation as a list, moves by their notation.

import type { GameEvent, LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable, GameView } from "../view";
import Board from "./Board.svelte";

export class PlainTable implements GameTable {
  constructor(readonly session: Session) {}

  prompt = () => "";
  describeMove = (move: LegalMove) => move.move;
  describeEvent = (event: GameEvent) => describeFields(event);
  describeReason = (reason: string) => reason;
  preview = () => {};

  describePosition(): string[] {
    return Object.entries(this.session.position?.observation ?? {}).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    );
  }
}

/** `TileLaid seat 0, square 12`: the type, then every field that is not null. */
function describeFields({ type, ...fields }: GameEvent): string {
  const told = Object.entries(fields).filter(([, value]) => value !== null);
  return [type, told.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ")].filter(Boolean).join(" ");
}

export const view: GameView = { open: (session) => new PlainTable(session), Board };
