// Turris: its view for the app.

import { t } from "../../i18n/language.svelte";
import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import GameOver from "./drawing/GameOver.svelte";
import LogBlock from "./drawing/LogBlock.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import BlocksFigure from "./figures/BlocksFigure.svelte";
import ScoringFigure from "./figures/ScoringFigure.svelte";
import ViewsFigure from "./figures/ViewsFigure.svelte";
import type { Types } from "./schema";
import { TurrisTable } from "./table.svelte";
import "./drawing/woods.css";

export const view: GameView<Types, TurrisTable> = {
  open: (session) => new TurrisTable(session),
  loadSpoken: async (table, language) => (await import("./spoken")).speak(table, language),
  hasPerfectInformation: true,
  Board,
  SeatNote,
  Piece: LogBlock,
  GameOver,
  remarks: () => t().turris.remarks,
  figures: { blocks: BlocksFigure, views: ViewsFigure, scoring: ScoringFigure },
};
