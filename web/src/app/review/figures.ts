// What a review shows, worked out from its data: the curve stop by stop, and sums in whole percents that add up.

import type { Account, Review, ReviewPoint } from "../../protocol/review";

/** As everybody could know it then, or as it was. */
export type CurveKind = "known" | "open";

/** The shares of all seats at a point; where nobody decided, there is only what was. */
export function sharesAt(point: ReviewPoint, kind: CurveKind): number[] {
  return kind === "known" ? (point.known ?? point.open) : point.open;
}

/** The curve at the plies where one can stop: draws are folded in. */
export function listShares(review: Review, stops: readonly number[], kind: CurveKind): number[][] {
  return stops.map((ply) => sharesAt(review.points[ply]!, kind));
}

export const PARTS = ["initial", "luck", "own", "others", "unseen", "remainder", "final"] as const;
export type Part = (typeof PARTS)[number];

/** An account in whole percents. The remainder takes what rounding has left over, so that the column adds up. */
export function roundAccount(account: Account): Record<Part, number> {
  const rounded = Object.fromEntries(PARTS.map((part) => [part, Math.round(100 * account[part])])) as Record<
    Part,
    number
  >;
  const { initial, luck, own, others, unseen, final } = rounded;
  return { ...rounded, remainder: final - initial - luck - own - others - unseen };
}

/** What the draws between two stops gave: to whom it was most, and how much. Null where nothing much was drawn. */
export function findLuck(review: Review, after: number, until: number): { seat: number; change: number } | null {
  const seats = review.accounts.length;
  const sums = Array.from({ length: seats }, (_, seat) =>
    review.plies.slice(after, until).reduce((sum, { luck }) => sum + luck[seat]!, 0),
  );
  const seat = sums.reduce((most, sum, index) => (Math.abs(sum) > Math.abs(sums[most]!) ? index : most), 0);
  return Math.abs(sums[seat]!) < 0.015 ? null : { seat, change: sums[seat]! };
}
