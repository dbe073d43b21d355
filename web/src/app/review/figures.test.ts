import { expect, test } from "vitest";
import type { Review } from "../../protocol/review";
import { findLuck, listShares, PARTS, roundAccount } from "./figures";

const point = (ply: number, open: number[], known: number[] | null) => ({
  ply,
  actor: known === null ? ("chance" as const) : 0,
  open,
  known,
  error: 0,
  is_proven: false,
});
const ply = (number: number, luck: number[]) => ({
  ply: number,
  actor: "chance" as const,
  kind: "draw" as const,
  luck,
  decision: [0, 0],
  best: null,
});
const review: Review = {
  judge: "search",
  is_complete: true,
  points: [point(0, [0.5, 0.5], null), point(1, [0.6, 0.4], [0.55, 0.45]), point(2, [0.3, 0.7], null)],
  plies: [ply(1, [0.1, -0.1]), ply(2, [-0.3, 0.3])],
  accounts: [
    { seat: 0, initial: 0.504, luck: -0.204, own: 0.004, others: 0.004, unseen: 0.004, remainder: -0.012, final: 0.3 },
    { seat: 1, initial: 0.496, luck: 0.204, own: 0, others: 0, unseen: 0, remainder: 0, final: 0.7 },
  ],
  moments: [],
};

test("what was known is shown where somebody decided, and what was elsewhere", () => {
  expect(listShares(review, [1, 2], "known")).toEqual([
    [0.55, 0.45],
    [0.3, 0.7],
  ]);
  expect(listShares(review, [0, 1], "open")).toEqual([
    [0.5, 0.5],
    [0.6, 0.4],
  ]);
});

test("rounded accounts add up", () => {
  for (const account of review.accounts) {
    const rounded = roundAccount(account);
    const sum = PARTS.filter((part) => part !== "final").reduce((total, part) => total + rounded[part], 0);
    expect(sum).toBe(rounded.final);
  }
});

test("the luck between two stops is that of the seat that it changed most", () => {
  expect(findLuck(review, 0, 2)).toEqual({ seat: 0, change: expect.closeTo(-0.2) });
  expect(findLuck({ ...review, plies: [ply(1, [0.01, -0.01])] }, 0, 1)).toBeNull();
});
