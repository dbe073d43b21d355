// The result of a finished game as a text for others: who won, then everybody by rank.

import { t } from "../../i18n/language.svelte";
import type { OutcomeView, TableView } from "../../protocol/messages";
import { gameTitle, seatName } from "../shell/names";

export function describeResult(table: TableView, { ranks, scores }: OutcomeView): string {
  const words = t().end;
  const order = ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) => one.rank - other.rank);
  const winners = order.filter(({ rank }) => rank === 1).map(({ seat }) => seatName(table, seat));
  const headline = winners.length === 1 ? words.lost(winners[0]!) : words.lostShared(winners);
  const lines = order.map(({ rank, seat }) => {
    const points = scores ? ` (${words.points(scores[seat]!)})` : "";
    return `${words.place(rank)} ${seatName(table, seat)}${points}`;
  });
  return [`${gameTitle(table.game)}: ${headline}`, ...lines].join("\n");
}
