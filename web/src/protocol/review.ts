// The review of a finished game as the server sends it; docs/review.md says what its fields mean.

import type { Seat } from "./messages";

/** A move with its notation; its other fields are the game's. */
export interface NotedMove {
  move: string;
  type: string;
}

export interface ReviewPoint {
  ply: number;
  actor: Seat | "chance" | null;
  open: number[];
  known: number[] | null;
  error: number;
  is_proven: boolean;
}

export interface PlyReview {
  ply: number;
  actor: Seat | "chance";
  kind: "draw" | "decision" | "forced";
  luck: number[];
  decision: number[];
  best: NotedMove | null;
}

export interface Account {
  seat: Seat;
  initial: number;
  luck: number;
  own: number;
  others: number;
  unseen: number;
  remainder: number;
  final: number;
}

/** Why one move was better than another. */
export type Reason =
  | { type: "WentOut"; seat: Seat; ply: number }
  | { type: "WouldPutOut"; seat: Seat }
  | { type: "WouldWin" | "Ended"; winners: Seat[]; reason: string }
  | { type: "WouldCount"; what: string; played: number[]; better: number[] };

export interface Moment {
  ply: number;
  seat: Seat;
  kind: "mistake" | "find";
  swing: number;
  is_proven: boolean;
  reasons: Reason[];
}

export interface Review {
  judge: string;
  is_complete: boolean;
  points: ReviewPoint[];
  plies: PlyReview[];
  accounts: Account[];
  moments: Moment[];
}
