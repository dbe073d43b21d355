// The messages of the socket and the bodies of HTTP, as the server sends them. Nothing is decided here.

export type Seat = number;

export type Clock =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  | { kind: "total"; seconds: number; increment: number };

export interface Settings {
  clock: Clock;
  visibility: "public" | "link";
  watch: "anyone" | "link" | "nobody";
  take_back: boolean;
  hints: boolean;
  timeout: "bot" | "out";
  starts_by_itself?: boolean;
}

export interface SeatView {
  kind: "person" | "open" | "bot";
  name: string | null;
  player: string | null;
  level: string | null;
  connected: boolean;
  /** The level of the bot that plays on for the person. */
  substitute: string | null;
  /** Whether the person ran out of time and is ranked last for it. */
  out: boolean;
}

export interface OutcomeView {
  ranks: number[];
  shares: number[];
  scores: number[] | null;
  reason: string;
}

export interface TableView {
  id: string;
  code: string;
  game: string;
  options: Record<string, string>;
  status: "waiting" | "playing" | "over";
  seats: SeatView[];
  settings: Settings;
  host: string;
  /** The seats of the player who asks. */
  mine: Seat[];
  commitment: string;
  seed: string | null;
  ply: number;
  epoch: number;
  actor: Seat | null;
  spectators: number;
  created: number;
  rematch: string | null;
  outcome: OutcomeView | null;
}

/** Something that happened. Type and fields are the key of a message and its arguments, in every language. */
export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

/** A move that the viewer may play: its notation, its type and fields, and what it would do. */
export interface LegalMove {
  move: string;
  type: string;
  events: GameEvent[];
  [field: string]: unknown;
}

export interface PlyView {
  ply: number;
  actor: Seat | "chance";
  events: GameEvent[];
}

/** A finished game after a ply, as somebody sees it who watches. */
export interface Moment extends PlyView {
  observation: unknown;
  scene: unknown;
}

/** What is left at the time of sending, in milliseconds, and whose clock runs. */
export interface ClockState {
  left: number[];
  running: Seat | null;
}

/** Where the game stands, as one viewer sees it. */
export interface Standing<Observation = unknown, Scene = unknown> {
  ply: number;
  epoch: number;
  viewer: Seat | null;
  actor: Seat | null;
  observation: Observation;
  scene: Scene;
  moves: LegalMove[];
  clock: ClockState | null;
  outcome: OutcomeView | null;
}

export interface ChatLine {
  number: number;
  player: string;
  name: string;
  seat: Seat | null;
  text: string;
  at: number;
}

export interface TakeBackAsked {
  by: Seat | null;
  ply: number | null;
  agreed: Seat[];
  waiting: Seat[];
}

export interface HintGiven {
  id: string | null;
  ply: number;
  moves: { move: string; value: number | null; visits: number | null }[];
  shares: number[] | null;
}

export type ServerMessage =
  | {
      type: "welcome";
      protocol: number;
      table: TableView;
      viewer: Seat | null;
      material: Record<string, unknown>;
      chat: ChatLine[];
    }
  | ({ type: "position"; why?: "take_back" } & Standing)
  | ({ type: "plies"; since: number; plies: PlyView[] } & Standing)
  | { type: "played"; id: string | null; ply: number }
  | { type: "refused"; id: string | null; code: string; message: string }
  | { type: "table"; table: TableView }
  | ({ type: "chat" } & ChatLine)
  | ({ type: "take_back" } & TakeBackAsked)
  | ({ type: "hint" } & HintGiven)
  | { type: "pong"; id: string | null }
  | { type: "closing"; why: "shutdown" | "slow" };

export type ClientMessage =
  | { type: "play"; id?: string; ply: number; epoch?: number; move: string; seat?: Seat }
  | { type: "hint"; id?: string; ply: number }
  | { type: "chat"; id?: string; text: string }
  | { type: "mute"; id?: string; player: string; muted: boolean }
  | { type: "take_back"; id?: string; ply?: number }
  | { type: "answer"; id?: string; agree: boolean }
  | { type: "ping"; id?: string };

export interface Player {
  id: string;
  name: string;
}

export interface OptionView {
  name: string;
  kind: "choice" | "number" | "switch" | "table";
  choices: string[] | null;
  least: number | null;
  most: number | null;
  default: string;
  help: string;
}

export interface GameInfo {
  id: string;
  title: string;
  seats: { least: number; most: number };
  options: OptionView[];
  has_hidden: boolean;
}

export interface GameList {
  games: GameInfo[];
  levels: string[];
}

export interface SeatWish {
  kind: "me" | "open" | "bot";
  level?: string;
}

export interface NewTable extends Partial<Settings> {
  game: string;
  options: Record<string, string>;
  seats: SeatWish[];
  start?: boolean;
}
