// The messages as the client uses them: the generated types, with names for their parts, and generic over the types of
// the game.

import type * as schema from "./schema";

export type {
  ClientMessage,
  ClockState,
  ErrorAnswer,
  HintGiven,
  OptionView,
  OutcomeView,
  Rulebook,
  RulebookEntry,
  RulebookSection,
  SeatView,
  TakeBackAsked,
} from "./schema";

export type Seat = number;
export type Player = schema.PlayerView;
export type Token = schema.TokenView;
export type Device = schema.DeviceView;
export type OpenLink = schema.LinkView;
export type LinkPreview = schema.LinkPreview;
export type ChatLine = Omit<schema.Said, "type">;

/** All settings are present in a table; they are optional only in the request that opens one. */
export type Settings = Required<schema.Settings>;
export type Clock = Settings["clock"];
export type BotPace = schema.SetPace["pace"];
export type TableView = Omit<schema.TableView, "settings"> & { settings: Settings };

/** What the `Types` in each game's schema.ts have in common. */
export interface GameTypes {
  material: object;
  observation: object;
  scene: object;
  /** `type` is the key of a translated message, the other fields are its arguments. */
  event: { type: string; seat?: number };
  move: { type: string };
}

export type GameEvent = GameTypes["event"];

/** A move that the viewer may play: its notation, its type and fields, and the events that it would cause. */
export type LegalMove<Types extends GameTypes = GameTypes> = Types["move"] & {
  move: string;
  events: Types["event"][];
  /** The scene that it would lead to, in games that preview it. */
  scene?: Types["scene"];
};

export type PlyView<Types extends GameTypes = GameTypes> = Omit<schema.PlyView, "events"> & {
  events: Types["event"][];
};

/** The state of a game as one viewer sees it. */
export type Position<Types extends GameTypes = GameTypes> = Omit<
  schema.Position,
  "type" | "why" | "observation" | "scene" | "moves"
> & {
  observation: Types["observation"];
  scene: Types["scene"];
  moves: LegalMove<Types>[];
};

/** The position after one ply, as its viewer saw it, and what led to it. */
export type HistoryPosition<Types extends GameTypes = GameTypes> = Omit<
  schema.HistoryPosition,
  "events" | "observation" | "scene"
> &
  Pick<Position<Types>, "observation" | "scene"> & { events: Types["event"][] };

/** A position of a line beside the game: there is always a ply that led to it. */
export type LinePosition<Types extends GameTypes = GameTypes> = HistoryPosition<Types> & PlyView<Types>;

/** A game, or the rest of it, as one viewer saw it. */
export type History<Types extends GameTypes = GameTypes> = Omit<schema.History, "positions"> & {
  positions: HistoryPosition<Types>[];
};

export type ExamplePosition<Types extends GameTypes = GameTypes> = Omit<
  schema.ExamplePosition,
  "events" | "observation" | "scene"
> &
  Pick<Types, "observation" | "scene"> & { events: Types["event"][] };

/** An example that the rules show step by step. */
export interface Example<Types extends GameTypes = GameTypes> {
  material: Types["material"];
  positions: ExamplePosition<Types>[];
}

/** A position of an exercise, as whoever answers sees it; `moves` are there only where there is a question. */
export type ExercisePosition<Types extends GameTypes = GameTypes> = Omit<
  schema.ExercisePosition,
  "led_here" | "observation" | "scene" | "moves"
> &
  Pick<Position<Types>, "observation" | "scene" | "moves"> & { led_here: PlyView<Types> | null };

/** An annotated game to be answered: a lesson, or a puzzle. */
export type Exercise<Types extends GameTypes = GameTypes> = Omit<schema.Exercise, "material" | "positions"> & {
  material: Types["material"];
  positions: ExercisePosition<Types>[];
};

export type Lesson = schema.LessonView;
export type PuzzleList = schema.PuzzleList;
export type PuzzleEntry = schema.PuzzleEntry;
export type Puzzle = Omit<schema.Puzzle, "exercise"> & { exercise: Exercise };

/** A position of the analysis board. */
export type AnalysedPosition<Types extends GameTypes = GameTypes> = Omit<
  schema.AnalysedPosition,
  "observation" | "scene" | "moves" | "plies" | "draws"
> &
  Pick<Position<Types>, "observation" | "scene" | "moves"> & {
    plies: PlyView<Types>[];
    draws: (Omit<schema.DrawView, "events"> & { events: Types["event"][] })[];
  };

/** A game on the analysis board. */
export type AnalysedGame<Types extends GameTypes = GameTypes> = Omit<schema.AnalysedGame, "material"> & {
  material: Types["material"];
};

/** A finished game as pages of other sites show it. */
export type EmbeddedGame<Types extends GameTypes = GameTypes> = Omit<schema.EmbeddedGame, "material"> & {
  material: Types["material"];
};

export type AnalysedMove = schema.AnalysedMove;
export type AnalysisRanking = schema.AnalysisRanking;
export type ExportAnalysis = schema.ExportAnalysis;

export type ServerMessage<Types extends GameTypes = GameTypes> =
  | Exclude<schema.ServerMessage, { type: "welcome" | "position" | "plies" | "table" }>
  | (Omit<schema.Welcome, "table" | "material"> & { table: TableView; material: Types["material"] })
  | (Pick<schema.Position, "type" | "why"> & Position<Types>)
  | ({ type: "plies"; since: number; plies: PlyView<Types>[] } & Position<Types>)
  | { type: "table"; table: TableView };

export type GameInfo = schema.GameView;
export type SeatRequest = schema.SeatBody;
export type NewTable = schema.NewTableBody;
