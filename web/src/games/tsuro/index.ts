// Tsuro: what the screens need of it.

import type { GameView } from "../view";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./SeatNote.svelte";
import type { Types } from "./schema";
import { TsuroTable } from "./table.svelte";

export const view: GameView<Types, TsuroTable> = {
  open: (session) => new TsuroTable(session),
  Board,
  Hand,
  SeatNote,
  Rules,
};
