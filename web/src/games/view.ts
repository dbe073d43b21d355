// The interface between the app and the games: what each game's folder exports. The app knows no particular game.

import type { Component } from "svelte";
import type { Language } from "../i18n/language.svelte";
import type { ExamplePosition, GameEvent, GameTypes, LegalMove } from "../protocol/messages";
import type { Session } from "../protocol/session.svelte";

/** A line of the log. */
export interface LogEntry {
  /** Whose mark stands before the line; null for what nobody did. */
  seat: number | null;
  text: string;
  /** What is pictured beside the words, as the game's `Piece` draws it. */
  pieces?: unknown[];
}

/** The view model of one table: what is selected, and everything in words. Made by `GameView.open`. */
export interface GameTable {
  readonly session: Session;
  /** What the player has to do now, in a few words; empty when it is not their turn. */
  prompt(): string;
  /** A legal move in a few words, with its result. */
  describeMove(move: LegalMove): string;
  /** What is pictured beside a move that names a tile or a card, as the game's `Piece` draws it; null for others. */
  pieceOf?(move: LegalMove): unknown;
  /** An event in one sentence; empty if it is not worth a line in the log. */
  describeEvent(event: GameEvent): string;
  /** One decision and what chance did after it, in one line of the log, or a few: `You lay tile 34 on a4, …`. */
  describeTurn?(events: GameEvent[]): LogEntry[];
  /** Why the viewer is out of the game, in one sentence; empty while they are in it. */
  describeElimination?(): string;
  /** The position in words, for people who do not see the board: a list of sentences. */
  describePosition(): string[];
  /** Why the game ended, in one sentence. */
  describeReason(reason: string): string;
  /** What a review calls something that counts, such as a view of a tower, by the name that the rules give it. */
  describeTally?(name: string): string;
  /** The teams that win and lose together, with their points; empty where everybody plays alone. */
  teams?(): { seats: number[]; points: number }[];
  /** Preview a move of the move list, or of a hint, on the board; null: the move that waits to be sent, or none. */
  preview(move: LegalMove | null): void;
  /** Handle a key pressed outside text fields; returns whether it did anything. */
  handleKey?(event: KeyboardEvent): boolean;
  /** The keyboard shortcuts of `handleKey`, each with what it does. */
  keys?(): [key: string, what: string][];
  close?(): void;
}

/** What a game answers to typed commands: the game for people who do not see the board. */
export interface SpokenGame {
  /** How everybody stands: points, or who is still in. */
  describeScore(): string[];
  /** What the viewer holds; `which` is what was typed after the command, such as the number of a tile. */
  describeHand(which: string): string[];
  /** What is at the place of that name, such as `c4`; null if there is no such place. */
  describePlace(name: string): string[] | null;
  /** A few names of places, as examples. */
  placeNames(): string[];
  /** A line for the list of commands, about what this game does differently. */
  tip?: string;
  /** A legal move in as few words as possible; `describeMove` if it is not given. */
  describeOption?(move: LegalMove): string;
}

/**
 * A component typed as a method. Parameters of methods are bivariant, so that the view of one game can be assigned to
 * `GameView`. This is sound: a component only gets tables that the same view has opened.
 */
type ComponentMethod<Props extends Record<string, unknown>> = {
  render(...given: Parameters<Component<Props>>): ReturnType<Component<Props>>;
}["render"];

/** What a game exports. `Table` is its implementation of GameTable, `Types` are those of its schema.ts. */
export interface GameView<Types extends GameTypes = GameTypes, Table extends GameTable = GameTable> {
  open(session: Session<Types>): Table;
  /** Loaded when the first command is typed. */
  loadSpoken(table: Table, language: Language): Promise<SpokenGame>;
  /** Whether nothing is hidden: pass and play then needs no screen between turns. */
  hasPerfectInformation?: boolean;
  /** Whether the board says who is who: on narrow screens the list of players then comes below it. */
  namesSeats?: boolean;
  /** Whether there is no board to play on: the move list is then open from the start. */
  isPlayedByList?: boolean;
  /** The board. It fills the space that it gets, in its own aspect ratio. */
  Board: ComponentMethod<{ table: Table }>;
  /** The viewer's hand: beside the board on wide screens, below it on narrow ones. */
  Hand?: ComponentMethod<{ table: Table }>;
  /** What a player holds, in the seat list; one line high. */
  SeatNote?: ComponentMethod<{ table: Table; seat: number }>;
  /** A tile, card or block as a small picture, beside the words that name it. */
  Piece?: ComponentMethod<{ table: Table; piece: unknown }>;
  /** What is shown below ranks and scores when the game is over. */
  GameOver?: ComponentMethod<{ table: Table }>;
  /** What is said when a type of event happens for the first time in somebody's first game. */
  remarks?(): Record<string, string>;
  /** The figures of the rules, by the names that the server's rulebook calls them. */
  figures?: Record<string, Component>;
  /** A position of the example in the rules. */
  Example?: ComponentMethod<{ material: Types["material"]; position: ExamplePosition<Types> }>;
}

/** What is needed of a view to show the rules. */
export type RulesView = Pick<GameView, "figures" | "Example">;

/** The translations of an option: its name, one sentence, names for its values, and a sentence about each of them. */
export interface OptionWords {
  label: string;
  help: string;
  /** Its values; of a table that has names, `own` stands for one without. */
  choices?: Record<string, string>;
  /** What a value means, where one sentence for all of them would say too little. */
  about?: Record<string, string>;
}
