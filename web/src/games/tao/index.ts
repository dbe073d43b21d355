// Tao: a ring of cards, five elements, a stone to win in each round.

import { defineView } from "../view";
import Board from "./Board.svelte";
import End from "./End.svelte";
import Rules from "./Rules.svelte";
import SeatNote from "./SeatNote.svelte";
import { TaoTable } from "./table.svelte";
import "./elements.css";

export const view = defineView<TaoTable>({ open: (session) => new TaoTable(session), Board, SeatNote, End, Rules });
