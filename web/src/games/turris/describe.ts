// Blocks and events of Turris in words, in the current language.

import { t } from "../../i18n/language.svelte";
import type { Who } from "../../i18n/who";
import { columnName, isStanding, topOf } from "./blocks";
import type { Block, Event } from "./schema";

export function describeWhere({ columns }: Block, size: number): string {
  const words = t().turris;
  const [one, other] = columns.map((column) => columnName(column, size));
  return other === undefined ? words.standing(one!) : words.lying(one!, other);
}

export function describeLevels(block: Block): string {
  const words = t().turris;
  return isStanding(block) ? words.levels(block.level, topOf(block)) : words.level(block.level);
}

export function describeReason(reason: string): string {
  return t().turris.reasons[reason] ?? reason;
}

/** An event as a clause. */
export function describeClause(event: Event, size: number, who: (seat: number) => Who): string {
  const { event: words, colours } = t().turris;
  switch (event.type) {
    case "FirstDrawn":
      return words.first(who(event.seat), colours[event.seat]!);
    case "BlockPlaced":
      return (event.is_bonus ? words.placedBonus : words.placed)(
        who(event.block.seat),
        describeWhere(event.block, size),
        describeLevels(event.block),
      );
    case "BonusEarned":
      return words.earned(who(event.seat));
    case "BlockTakenOff":
      return words.taken(
        who(event.seat),
        colours[event.block.seat]!,
        describeWhere(event.block, size),
        describeLevels(event.block),
      );
    case "BonusDeclined":
      return words.declined(who(event.seat));
    case "TurnPassed":
      return (event.left === 0 ? words.empty : words.stuck)(who(event.seat));
    case "GameEnded":
      return words.ended(describeReason(event.reason));
  }
}
