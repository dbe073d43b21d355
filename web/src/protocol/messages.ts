// The messages that the client works with: the server's own types, with names for their parts, and with what the
// server promises of them beyond their form: games send a type with every event and move.

import type * as schema from "./schema";

export type { ClientMessage, ClockState, HintGiven, OutcomeView, SeatView, TakeBackAsked } from "./schema";

export type Seat = number;
export type Player = schema.PlayerView;
export type Device = schema.DeviceView;
export type OpenLink = schema.LinkView;
export type LinkPreview = schema.LinkPreview;
export type ChatLine = Omit<schema.Said, "type">;

/** A table always has all settings; only who opens one may leave some out. */
export type Settings = Required<schema.Settings>;
export type Clock = Settings["clock"];
export type TableView = Omit<schema.TableView, "settings"> & { settings: Settings };

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

export type PlyView = Omit<schema.PlyView, "events"> & { events: GameEvent[] };

/** Where the game stands, as one viewer sees it. What an observation and a scene are, each game knows. */
export type Standing = Omit<schema.Position, "type" | "why" | "observation" | "scene" | "moves"> & {
  observation: unknown;
  scene: unknown;
  moves: LegalMove[];
};

/** A finished game after a ply, as somebody saw it who watched. */
export type Moment = Omit<schema.ReplayPosition, "events"> & { events: GameEvent[] };

export type ServerMessage =
  | Exclude<schema.ServerMessage, { type: "welcome" | "position" | "plies" | "table" }>
  | (Omit<schema.Welcome, "table"> & { table: TableView })
  | (Pick<schema.Position, "type" | "why"> & Standing)
  | ({ type: "plies"; since: number; plies: PlyView[] } & Standing)
  | { type: "table"; table: TableView };

export interface OptionView {
  name: string;
  kind: "choice" | "number" | "switch" | "table";
  choices: string[] | null;
  least: number | null;
  most: number | null;
  default: string;
  help: string;
}

export type GameInfo = Omit<schema.GameView, "options"> & { options: OptionView[] };
export type SeatWish = schema.SeatBody;
export type NewTable = schema.NewTableBody;
