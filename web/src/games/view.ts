// What a game's folder gives to the screens. The screens know no game, and a game knows no screen.

import type { Component } from "svelte";
import type { GameEvent, LegalMove } from "../protocol/messages";
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

/** What a game brings. `Table` is the game's own class that implements GameTable. */
export interface GameView<Table extends GameTable = GameTable> {
  open(session: Session): Table;
  /** Whether nothing is hidden from anybody: then a device can go round without a curtain. */
  isOpen?: boolean;
  /** The board: as large as its place allows, and it decides its own shape. */
  Board: Component<{ table: Table }>;
  /** What lies before the viewer: beside the board on wide screens, below it on narrow ones. */
  Hand?: Component<{ table: Table }>;
  /** What a player holds, in the list of players. Small: one line high. */
  SeatNote?: Component<{ table: Table; seat: number }>;
  /** What the end of the game adds to ranks and scores. */
  End?: Component<{ table: Table }>;
  /** The rules, under the options of a table. */
  Rules?: Component<{ options: Record<string, string> }>;
}

/** Words for an option: a name, one sentence, and names for its values. */
export interface OptionWords {
  label: string;
  help: string;
  choices?: Record<string, string>;
}

/** Forget which class a game uses for its table: the screens only pass it from `open` to the components. */
export function defineView<Table extends GameTable>(view: GameView<Table>): GameView {
  return view as unknown as GameView;
}
