// Turris: one tower, two woods, five views.

import type { GameView } from "../view";
import BlocksFigure from "./BlocksFigure.svelte";
import Board from "./Board.svelte";
import End from "./End.svelte";
import SeatNote from "./SeatNote.svelte";
import ViewsFigure from "./ViewsFigure.svelte";
import type { Types } from "./schema";
import { TurrisTable } from "./table.svelte";
import "./woods.css";

export const view: GameView<Types, TurrisTable> = {
  open: (session) => new TurrisTable(session),
  isOpen: true,
  Board,
  SeatNote,
  End,
  figures: { blocks: BlocksFigure, views: ViewsFigure },
};
