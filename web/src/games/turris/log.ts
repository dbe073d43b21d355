// The log of Turris: one line for each decision, with a picture of where the block is.

import { whoSits } from "../../app/shell/names";
import { sentence } from "../../i18n/who";
import type { LogEntry } from "../view";
import { describeClause } from "./describe";
import type { Block, Event } from "./schema";
import type { TurrisTable } from "./table.svelte";

/** A block that is named in the log. */
export interface LogBlock {
  block: Block;
  isTakenOff: boolean;
}

export function describeTurn(table: TurrisTable, events: readonly Event[]): LogEntry[] {
  const pieces: LogBlock[] = events.flatMap((event) =>
    event.type === "BlockPlaced" || event.type === "BlockTakenOff"
      ? [{ block: event.block, isTakenOff: event.type === "BlockTakenOff" }]
      : [],
  );
  const told = (wanted: (event: Event) => boolean) =>
    sentence(...events.filter(wanted).map((event) => describeEvent(table, event)));
  const [turn, end] = [told(({ type }) => type !== "GameEnded"), told(({ type }) => type === "GameEnded")];
  return [
    ...(turn === "" ? [] : [{ seat: actorOf(events[0]!), text: turn, pieces }]),
    ...(end === "" ? [] : [{ seat: null, text: end }]),
  ];
}

function actorOf(event: Event): number | null {
  if (event.type === "BlockPlaced") return event.block.seat;
  return "seat" in event ? event.seat : null;
}

/** An event as a clause about the players of the table. */
export function describeEvent(table: TurrisTable, event: Event): string {
  return describeClause(event, table.material.size, (seat) => whoSits(table.session.table, seat));
}
