// Why one move was better than another, in words.

import type { GameTable } from "../../games/view";
import type { Moment } from "../../protocol/review";
import { seatName } from "../shell/names";
import type { ReviewWords } from "./words/en";

/** At most two reasons as sentences. For a find they say why the move that was played was better than the next best. */
export function describeReasons({ seat, kind, reasons }: Moment, table: GameTable, words: ReviewWords): string[] {
  const isFind = kind === "find";
  const name = (who: number) => seatName(table.session.table, who);
  return reasons.slice(0, 2).map((reason) => {
    switch (reason.type) {
      case "WentOut":
        return (isFind ? words.reasons.wouldGoOut : words.reasons.wentOut)(name(reason.seat));
      case "WouldPutOut":
        return (isFind ? words.reasons.putsOut : words.reasons.wouldPutOut)(name(reason.seat));
      case "WouldWin":
        return (isFind ? words.reasons.wins : words.reasons.wouldWin)(reason.winners.length > 1);
      case "Ended":
        return (isFind ? words.reasons.wouldEnd : words.reasons.ended)(reason.winners.map(name));
      case "WouldCount": {
        const count = (figures: number[]) =>
          words.reasons.against(
            figures[seat]!,
            figures.filter((_, other) => other !== seat),
          );
        const what = table.describeTally?.(reason.what) ?? reason.what;
        return words.reasons.wouldCount(what, count(reason.better), count(reason.played));
      }
    }
  });
}
