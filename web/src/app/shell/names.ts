// What to call the people, bots and empty seats of a table.

import { t } from "../../i18n/language.svelte";
import type { TableView } from "../../protocol/messages";

export function seatName(table: TableView, seat: number): string {
  const words = t().game;
  const at = table.seats[seat];
  if (at?.kind === "bot") return words.botName(levelName(at.level ?? ""), seat + 1);
  // Several seats of one person, on one device, would all have the same name.
  const shared = at?.player != null && table.seats.filter((other) => other.player === at.player).length > 1;
  return at?.name && !shared ? at.name : words.playerName(seat + 1);
}

export function seatNames(table: TableView): string[] {
  return table.seats.map((_, seat) => seatName(table, seat));
}

export function levelName(level: string): string {
  return t().setup.levels[level] ?? level;
}
