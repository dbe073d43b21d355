// The interface between the app and the games: what each game's folder exports. The app knows no particular game.

import type { Component } from "svelte";
import type { GameEvent, GameTypes, LegalMove } from "../protocol/messages";
import type { Session } from "../protocol/session.svelte";

/** The view model of one table: what is selected, and everything in words. Made by `GameView.open`. */
export interface GameTable {
  readonly session: Session;
  /** What the player has to do now, in a few words; empty when it is not their turn. */
  prompt(): string;
  /** A legal move in a few words, with its result. */
  describeMove(move: LegalMove): string;
  /** An event in one sentence; empty if it is not worth a line in the log. */
  describeEvent(event: GameEvent): string;
  /** The position in words, for people who do not see the board: a list of sentences. */
  describePosition(): string[];
  /** Why the game ended, in one sentence. */
  describeReason(reason: string): string;
  /** Preview a move of the move list, or of a hint, on the board; null ends the preview. */
  preview(move: LegalMove | null): void;
  /** Handle a key pressed outside text fields; returns whether it did anything. */
  handleKey?(event: KeyboardEvent): boolean;
  /** The keyboard shortcuts of `handleKey`, each with what it does. */
  keys?(): [key: string, what: string][];
  close?(): void;
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
  /** Whether nothing is hidden: pass and play then needs no screen between turns. */
  hasPerfectInformation?: boolean;
  /** The board. It fills the space that it gets, in its own aspect ratio. */
  Board: ComponentMethod<{ table: Table }>;
  /** The viewer's hand: beside the board on wide screens, below it on narrow ones. */
  Hand?: ComponentMethod<{ table: Table }>;
  /** What a player holds, in the seat list; one line high. */
  SeatNote?: ComponentMethod<{ table: Table; seat: number }>;
  /** What is shown below ranks and scores when the game is over. */
  GameOver?: ComponentMethod<{ table: Table }>;
  /** The figures of the rules, by the names that the server's rulebook calls them. */
  figures?: Record<string, Component>;
}

/** The translations of an option: its name, one sentence, and names for its values. */
export interface OptionWords {
  label: string;
  help: string;
  choices?: Record<string, string>;
}
