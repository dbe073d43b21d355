// Display names of games, seats and bot levels in the current language.

import { t } from "../../i18n/language.svelte";
import type { TableView } from "../../protocol/messages";

/** The translated title; `fallback` for a game that has no translations. */
export function gameTitle(game: string, fallback: string = game): string {
  return t().games[game as keyof ReturnType<typeof t>["games"]]?.title ?? fallback;
}

export function seatName(table: TableView, seat: number): string {
  const words = t().game;
  const at = table.seats[seat];
  if (at?.kind === "bot") return words.botName(levelName(at.level ?? ""), seat + 1);
  // In pass and play, one player has several seats: their name would not tell the seats apart.
  const shared = at?.player != null && table.seats.filter((other) => other.player === at.player).length > 1;
  return at?.name && !shared ? at.name : words.playerName(seat + 1);
}

export function levelName(level: string): string {
  return t().setup.levels[level] ?? level;
}
