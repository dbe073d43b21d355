// Tao: its view for the app.

import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import GameOver from "./drawing/GameOver.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import Rules from "./Rules.svelte";
import type { Types } from "./schema";
import { TaoTable } from "./table.svelte";
import "./drawing/elements.css";

export const view: GameView<Types, TaoTable> = {
  open: (session) => new TaoTable(session),
  Board,
  SeatNote,
  GameOver,
  Rules,
};
