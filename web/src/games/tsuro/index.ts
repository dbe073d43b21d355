// Tsuro: what the screens need of it.

import type { GameView } from "../view";
import Board from "./Board.svelte";
import EdgeFigure from "./EdgeFigure.svelte";
import Hand from "./Hand.svelte";
import SeatNote from "./SeatNote.svelte";
import SideFigure from "./SideFigure.svelte";
import TurnFigure from "./TurnFigure.svelte";
import type { Types } from "./schema";
import { TsuroTable } from "./table.svelte";

export const view: GameView<Types, TsuroTable> = {
  open: (session) => new TsuroTable(session),
  Board,
  Hand,
  SeatNote,
  figures: { side: SideFigure, turn: TurnFigure, edge: EdgeFigure },
};
