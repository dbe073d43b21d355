// Turris: one tower, two woods, five views.

import type { GameView } from "../view";
import Board from "./Board.svelte";
import End from "./End.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./SeatNote.svelte";
import type { Types } from "./schema";
import { TurrisTable } from "./table.svelte";
import "./woods.css";

export const view: GameView<Types, TurrisTable> = {
  open: (session) => new TurrisTable(session),
  isOpen: true,
  Board,
  SeatNote,
  End,
  Rules,
};
