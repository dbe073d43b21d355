// Tsuro: its view for the app.

import { t } from "../../i18n/language.svelte";
import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import Hand from "./drawing/Hand.svelte";
import LogTile from "./drawing/LogTile.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import EdgeFigure from "./figures/EdgeFigure.svelte";
import ExampleFigure from "./figures/ExampleFigure.svelte";
import SideFigure from "./figures/SideFigure.svelte";
import TurnFigure from "./figures/TurnFigure.svelte";
import type { Types } from "./schema";
import { TsuroTable } from "./table.svelte";

export const view: GameView<Types, TsuroTable> = {
  open: (session) => new TsuroTable(session),
  loadSpoken: async (table, language) => (await import("./spoken")).speak(table, language),
  Board,
  Hand,
  SeatNote,
  Piece: LogTile,
  remarks: () => t().tsuro.remarks,
  figures: { side: SideFigure, turn: TurnFigure, edge: EdgeFigure },
  Example: ExampleFigure,
};
