// The log of Turris: one line for each decision, with a picture of where the block is.

import { whoSits } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { sentence } from "../../i18n/who";
import type { LogEntry } from "../view";
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
    sentence(...events.filter(wanted).map((event) => describeClause(table, event)));
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

/** An event as a clause. */
export function describeClause(table: TurrisTable, event: Event): string {
  const words = t().turris.event;
  const who = (seat: number) => whoSits(table.session.table, seat);
  switch (event.type) {
    case "FirstDrawn":
      return words.first(who(event.seat), t().turris.colours[event.seat]!);
    case "BlockPlaced":
      return (event.is_bonus ? words.placedBonus : words.placed)(
        who(event.block.seat),
        table.where(event.block),
        table.levels(event.block),
      );
    case "BonusEarned":
      return words.earned(who(event.seat));
    case "BlockTakenOff":
      return words.taken(
        who(event.seat),
        t().turris.colours[event.block.seat]!,
        table.where(event.block),
        table.levels(event.block),
      );
    case "BonusDeclined":
      return words.declined(who(event.seat));
    case "TurnPassed":
      return (event.left === 0 ? words.empty : words.stuck)(who(event.seat));
    case "GameEnded":
      return words.ended(table.describeReason(event.reason));
  }
}
