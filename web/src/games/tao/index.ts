// Tao: a ring of cards, five elements, a stone to win in each round.

import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import End from "./drawing/GameOver.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import type { Types } from "./schema";
import { TaoTable } from "./table.svelte";
import "./drawing/elements.css";

export const view: GameView<Types, TaoTable> = {
  open: (session) => new TaoTable(session),
  Board,
  SeatNote,
  End,
  Rules,
};
