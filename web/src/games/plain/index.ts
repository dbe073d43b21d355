// The fallback for games without a view: the observation as a list, moves by their notation.

import type { GameEvent, GameTypes, LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable, GameView, SpokenGame } from "../view";
import Board from "./Board.svelte";

export class PlainTable implements GameTable {
  constructor(readonly session: Session) {}

  prompt = () => "";
  describeMove = (move: LegalMove) => move.move;
  describeEvent = (event: GameEvent) => describeFields(event);
  describeReason = (reason: string) => reason;
  preview = () => {};

  private get fields(): [name: string, value: unknown][] {
    return Object.entries(this.session.position?.observation ?? {});
  }

  describePosition(): string[] {
    return this.fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  }

  /** The fields of the observation stand for hand and places. */
  speak(): SpokenGame {
    const describeField = (wanted: string) =>
      this.fields.filter(([name]) => name === wanted).map(([, value]) => `${wanted}: ${JSON.stringify(value)}`);
    return {
      describeScore: () =>
        this.session.position?.outcome?.scores?.map((points, seat) => `${seat + 1}: ${points}`) ?? [],
      describeHand: () => describeField("hand"),
      describePlace: (name) => (describeField(name)[0] ? describeField(name) : null),
      placeNames: () => this.fields.map(([name]) => name),
    };
  }
}

/** `TileLaid seat 0, square 12`: the type, then every field that is not null. */
function describeFields({ type, ...fields }: GameEvent): string {
  const told = Object.entries(fields).filter(([, value]) => value !== null);
  return [type, told.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ")].filter(Boolean).join(" ");
}

export const view: GameView<GameTypes, PlainTable> = {
  open: (session) => new PlainTable(session),
  loadSpoken: async (table) => table.speak(),
  isPlayedByList: true,
  Board,
};
