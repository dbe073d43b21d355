// Whose turn it is and how the game ended, in a few words.

import type { GameTable } from "../../games/view";
import { t } from "../../i18n/language.svelte";
import type { Session } from "../../protocol/session.svelte";
import { seatName } from "../shell/names";

/** Whose turn it is, or that the game is over; empty while chance acts. */
export function describeTurn(session: Session): string {
  const words = t().game;
  const actor = session.live?.actor ?? null;
  if (session.live?.outcome != null) return words.over;
  if (actor === null) return "";
  const name = seatName(session.table, actor);
  if (session.isMyTurnNow) return session.table.mine.length > 1 ? words.turnOf(name) : words.yourTurn;
  return isBot(session, actor) ? words.turnOfBot(name) : words.turnOf(name);
}

/** Whether a bot decides for a seat, for good or while its player is away. */
export function isBot(session: Session, seat: number): boolean {
  const at = session.table.seats[seat];
  return at?.kind === "bot" || (at !== undefined && at.substitute !== null);
}

/** Who has won. */
export function describeResult({ table, live }: Session, game: GameTable): string {
  const words = t().end;
  const outcome = live!.outcome!;
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const names = winners.map((seat) => seatName(table, seat));
  const hasWon = table.mine.length === 1 && winners.includes(table.mine[0]!);
  if (outcome.reason === "resigned" && table.mine.some((seat) => table.seats[seat]?.resigned)) return words.resigned;
  if (game.teams?.().some(({ seats }) => seats.length === winners.length))
    return hasWon ? words.teamWon : words.teamLost(names);
  if (hasWon) return names.length === 1 ? words.won : words.shared;
  return names.length === 1 ? words.lost(names[0]!) : words.lostShared(names);
}
