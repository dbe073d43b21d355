// Tsuro: what the screens need of it.

import { defineView } from "../view";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./SeatNote.svelte";
import { TsuroTable } from "./table.svelte";

export const view = defineView<TsuroTable>({
  open: (session) => new TsuroTable(session),
  Board,
  Hand,
  SeatNote,
  Rules,
});
