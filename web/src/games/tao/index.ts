// Tao: its view for the app.

import { t } from "../../i18n/language.svelte";
import type { GameView } from "../view";
import Board from "./drawing/Board.svelte";
import GameOver from "./drawing/GameOver.svelte";
import LogCard from "./drawing/LogCard.svelte";
import SeatNote from "./drawing/SeatNote.svelte";
import RingCompassFigure from "./figures/RingCompassFigure.svelte";
import RingFigure from "./figures/RingFigure.svelte";
import RingPlainFigure from "./figures/RingPlainFigure.svelte";
import RingReversedFigure from "./figures/RingReversedFigure.svelte";
import SignsFigure from "./figures/SignsFigure.svelte";
import type { Types } from "./schema";
import { TaoTable } from "./table.svelte";
import "./drawing/elements.css";

export const view: GameView<Types, TaoTable> = {
  open: (session) => new TaoTable(session),
  namesSeats: true,
  loadSpoken: async (table, language) => (await import("./spoken")).speak(table, language),
  Board,
  SeatNote,
  Piece: LogCard,
  GameOver,
  remarks: () => t().tao.remarks,
  figures: {
    ring_overcomes: RingFigure,
    ring_overcome_by: RingReversedFigure,
    ring_compass: RingCompassFigure,
    ring_own: RingPlainFigure,
    signs: SignsFigure,
  },
};
