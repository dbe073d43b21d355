// Turris: one tower, two woods, five views.

import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import End from "./drawing/GameOver.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import type { Types } from "./schema";
import { TurrisTable } from "./table.svelte";
import "./drawing/woods.css";

export const view: GameView<Types, TurrisTable> = {
  open: (session) => new TurrisTable(session),
  isOpen: true,
  Board,
  SeatNote,
  End,
  Rules,
};
