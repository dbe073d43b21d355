// The lines of the log: one for each decision, with what chance did after it.

import type { GameTable, LogEntry } from "../../../games/view";
import type { GameEvent, PlyView } from "../../../protocol/messages";

export interface LogLine extends LogEntry {
  key: string;
  /** The ply of the decision that the line tells of; 0 before the first one. */
  stop: number;
}

export function listLogLines(plies: readonly PlyView[], table: GameTable): LogLine[] {
  const turns: { stop: number; events: GameEvent[] }[] = [];
  for (const { ply, actor, events } of plies) {
    const last = turns.at(-1);
    if (actor === "chance" && last) last.events.push(...events);
    else turns.push({ stop: actor === "chance" ? 0 : ply, events: [...events] });
  }
  return turns.flatMap(({ stop, events }) =>
    describe(events, table).map((entry, index) => ({ ...entry, stop, key: `${stop}.${index}` })),
  );
}

/** What the last decision of a game did, with the draws after it. */
export function tellLastDecision(plies: readonly PlyView[], table: GameTable): string[] {
  const decision = plies.findLast(({ actor }) => actor !== "chance")?.ply ?? 0;
  return listLogLines(plies, table)
    .filter(({ stop }) => stop === decision)
    .map(({ text }) => text);
}

function describe(events: GameEvent[], table: GameTable): LogEntry[] {
  if (table.describeTurn) return table.describeTurn(events);
  return events.flatMap((event) => {
    const text = table.describeEvent(event);
    return text === "" ? [] : [{ seat: event.seat ?? null, text }];
  });
}
