// What a game's folder gives to the screens. The screens know no game, and a game knows no screen.

import type { Component } from "svelte";
import type { GameEvent, GameTypes, LegalMove } from "../protocol/messages";
import type { Session } from "../protocol/session.svelte";

/** The state of one table of a game on the screen, and what can be said about it. Made by `GameView.open`. */
export interface GameTable {
  readonly session: Session;
  /** What the player is asked to do now, in a few words; empty when it is not their turn. */
  prompt(): string;
  /** A legal move in a few words, with what it leads to. */
  describeMove(move: LegalMove): string;
  /** An event in one sentence; empty if it is not worth a line in the log. */
  describeEvent(event: GameEvent): string;
  /** The board in words, one sentence each: for people who do not see it. */
  describePosition(): string[];
  /** Why the game ended, in one sentence. */
  describeReason(reason: string): string;
  /** Show on the board what a move of the list, or of a hint, would do; null: show nothing. */
  preview(move: LegalMove | null): void;
  /** A key pressed anywhere on the game screen, not in a text field. True if it meant something. */
  press?(event: KeyboardEvent): boolean;
  /** The keys that `press` knows, each with what it does. */
  keys?(): [key: string, what: string][];
  close?(): void;
}

/**
 * A component as a method. Methods may narrow what they take, so the view of one game is a view of any game: the screens
 * hand a component only what the same view, or the server for the same game, has given.
 */
type Part<Props extends Record<string, unknown>> = {
  part(...given: Parameters<Component<Props>>): ReturnType<Component<Props>>;
}["part"];

/** What a game brings. `Table` is the game's own class that implements GameTable, `Types` are those of its schema.ts. */
export interface GameView<Types extends GameTypes = GameTypes, Table extends GameTable = GameTable> {
  open(session: Session<Types>): Table;
  /** Whether nothing is hidden from anybody: then a device can go round without a curtain. */
  isOpen?: boolean;
  /** The board: as large as its place allows, and it decides its own shape. */
  Board: Part<{ table: Table }>;
  /** What lies before the viewer: beside the board on wide screens, below it on narrow ones. */
  Hand?: Part<{ table: Table }>;
  /** What a player holds, in the list of players. Small: one line high. */
  SeatNote?: Part<{ table: Table; seat: number }>;
  /** What the end of the game adds to ranks and scores. */
  End?: Part<{ table: Table }>;
  /** The figures of the rules, by the names that the server's rulebook calls them. */
  figures?: Record<string, Component>;
}

/** Words for an option: a name, one sentence, and names for its values. */
export interface OptionWords {
  label: string;
  help: string;
  choices?: Record<string, string>;
}
