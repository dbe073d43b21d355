// Tsuro: its view for the app.

import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import Hand from "./drawing/Hand.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import Rules from "./Rules.svelte";
import type { Types } from "./schema";
import { TsuroTable } from "./table.svelte";

export const view: GameView<Types, TsuroTable> = {
  open: (session) => new TsuroTable(session),
  Board,
  Hand,
  SeatNote,
  Rules,
};
