// Display names of games, seats and bot levels in the current language.

import { CATALOGUE } from "../../games/catalogue";
import { t } from "../../i18n/language.svelte";
import { capitalize, type Who } from "../../i18n/who";
import type { TableView } from "../../protocol/messages";
import { SEAT_SHAPES } from "../../theme/seats";
import { games } from "./games.svelte";

/** The translated title; of a game that has no translations, the one that the server gives. */
export function gameTitle(game: string): string {
  return t().games[game as keyof ReturnType<typeof t>["games"]]?.title ?? games.get(game)?.title ?? game;
}

/** A person's name; that of a guest, who has not chosen one, is translated. */
export function personName({ name, guest }: { name: string; guest?: number | null | undefined }): string {
  return guest == null ? name : t().game.guestName(guest);
}

export function seatName(table: TableView, seat: number): string {
  const words = t().game;
  const at = table.seats[seat];
  if (at?.kind === "bot") return at.name ?? words.botName(levelName(at.level ?? ""), seat + 1);
  // In pass and play one player has several seats; where they have no names of their own, it does not tell them apart.
  const isShared = table.seats.some((other, index) => index !== seat && other.player && other.name === at?.name);
  return at?.name && !isShared ? personName({ name: at.name, guest: at.guest }) : words.playerName(seat + 1);
}

/** That a seat is a bot's and how well it plays, as a note beside its name; empty for people. */
export function botNote(table: TableView, seat: number): string {
  const at = table.seats[seat];
  return at?.kind === "bot" && at.name !== null ? t().game.botNote(levelName(at.level ?? "")) : "";
}

/** What the mark of a seat is called: `circle`, or `white` in a game whose seats have colours of their own. */
export function markName(game: string, seat: number): string {
  const shape = SEAT_SHAPES[seat % SEAT_SHAPES.length]!;
  return CATALOGUE[game]?.seatMarkNames?.(t())[seat] ?? t().game.seatShapes[shape]!;
}

/** A seat in a sentence: the reader's own is "you", unless they have several. */
export function whoSits(table: TableView, seat: number): Who {
  return { name: seatName(table, seat), isYou: table.mine.length === 1 && table.mine[0] === seat };
}

/** The name at the head of a line: `you` for the user, unless they play several seats on one device. */
export function seatLabel(table: TableView, seat: number): string {
  return table.mine.length === 1 && table.mine[0] === seat ? t().game.you : seatName(table, seat);
}

/** The same where it stands alone, in little room: `You`. */
export function seatTitle(table: TableView, seat: number): string {
  const label = seatLabel(table, seat);
  return label === t().game.you ? capitalize(label) : label;
}

export function levelName(level: string): string {
  return t().setup.levels[level] ?? level;
}
