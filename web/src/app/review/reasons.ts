// Why one move was better than another, in words.

import type { GameTable } from "../../games/view";
import type { Moment } from "../../protocol/review";
import { whoSits } from "../shell/names";
import type { ReviewWords } from "./words/en";

/** At most two reasons as sentences. For a find they say why the move that was played was better than the next best. */
export function describeReasons(
  { seat, kind, reasons }: Pick<Moment, "seat" | "kind" | "reasons">,
  table: Pick<GameTable, "session" | "describeTally">,
  words: ReviewWords,
): string[] {
  const isFind = kind === "find";
  const who = (seat: number) => whoSits(table.session.table, seat);
  return reasons.slice(0, 2).map((reason) => {
    switch (reason.type) {
      case "WentOut":
        return (isFind ? words.reasons.wouldGoOut : words.reasons.wentOut)(who(reason.seat));
      case "WouldPutOut":
        return (isFind ? words.reasons.putsOut : words.reasons.wouldPutOut)(who(reason.seat));
      case "WouldWin":
        return (isFind ? words.reasons.wins : words.reasons.wouldWin)(reason.winners.length > 1);
      case "Ended":
        return (isFind ? words.reasons.wouldEnd : words.reasons.ended)(reason.winners.map(who));
      case "WouldCount": {
        const { better, played } = reason;
        const what = table.describeTally?.(reason.what) ?? reason.what;
        const ownFirst = (figures: number[]) => [figures[seat]!, ...figures.filter((_, other) => other !== seat)];
        if (better.length === 2) return words.reasons.wouldCount(what, ownFirst(better), ownFirst(played));
        const changes = better.flatMap((figure, other) =>
          figure === played[other] ? [] : [{ who: who(other), better: figure, played: played[other]! }],
        );
        return words.reasons.wouldCountFor(what, changes);
      }
    }
  });
}
