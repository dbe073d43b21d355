// The messages that the client works with: the server's own types, with names for their parts, and with the types of
// the game that is played in them.

import type * as schema from "./schema";

export type {
  ClientMessage,
  ClockState,
  ErrorAnswer,
  HintGiven,
  OptionView,
  OutcomeView,
  Rulebook,
  RulebookSection,
  SeatView,
  TakeBackAsked,
} from "./schema";

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

/** What a game says of itself in messages. Each game's schema.ts has its own `Types`; here is what all have in common. */
export interface GameTypes {
  material: object;
  observation: object;
  scene: object;
  /** Something that happened. Type and fields are the key of a message and its arguments, in every language. */
  event: { type: string; seat?: number };
  move: { type: string };
}

export type GameEvent = GameTypes["event"];

/** A move that the viewer may play: its notation, its type and fields, and what it would do. */
export type LegalMove<Types extends GameTypes = GameTypes> = Types["move"] & {
  move: string;
  events: Types["event"][];
};

export type PlyView<Types extends GameTypes = GameTypes> = Omit<schema.PlyView, "events"> & {
  events: Types["event"][];
};

/** Where the game stands, as one viewer sees it. */
export type Standing<Types extends GameTypes = GameTypes> = Omit<
  schema.Position,
  "type" | "why" | "observation" | "scene" | "moves"
> & {
  observation: Types["observation"];
  scene: Types["scene"];
  moves: LegalMove<Types>[];
};

/** A finished game after a ply, as somebody saw it who watched. */
export type Moment<Types extends GameTypes = GameTypes> = Omit<
  schema.ReplayPosition,
  "events" | "observation" | "scene"
> &
  Pick<Standing<Types>, "observation" | "scene"> & { events: Types["event"][] };

export type ServerMessage<Types extends GameTypes = GameTypes> =
  | Exclude<schema.ServerMessage, { type: "welcome" | "position" | "plies" | "table" }>
  | (Omit<schema.Welcome, "table" | "material"> & { table: TableView; material: Types["material"] })
  | (Pick<schema.Position, "type" | "why"> & Standing<Types>)
  | ({ type: "plies"; since: number; plies: PlyView<Types>[] } & Standing<Types>)
  | { type: "table"; table: TableView };

export type GameInfo = schema.GameView;
export type SeatWish = schema.SeatBody;
export type NewTable = schema.NewTableBody;
