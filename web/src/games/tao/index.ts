// Tao: a ring of cards, five elements, a stone to win in each round.

import type { GameView } from "../view";
import Board from "./Board.svelte";
import End from "./End.svelte";
import RingFigure from "./RingFigure.svelte";
import RingReversedFigure from "./RingReversedFigure.svelte";
import SeatNote from "./SeatNote.svelte";
import type { Types } from "./schema";
import { TaoTable } from "./table.svelte";
import "./elements.css";

export const view: GameView<Types, TaoTable> = {
  open: (session) => new TaoTable(session),
  Board,
  SeatNote,
  End,
  figures: { ring_overcomes: RingFigure, ring_overcome_by: RingReversedFigure },
};
