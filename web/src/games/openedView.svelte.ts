// The view of a game as a component has it: loaded on demand, opened for a session, closed with the component.

import { onDestroy } from "svelte";
import { useMarksOf } from "../components/seatMarks";
import type { Session } from "../protocol/session.svelte";
import { loadView } from "./catalogue";
import type { GameTable, GameView } from "./view";

export class OpenedView {
  view = $state.raw<GameView | null>(null);
  table = $state.raw<GameTable | null>(null);
  isNotLoaded = $state(false);
}

/** Open the view of a session's game for the component that is being created; marks of seats in it are this game's. */
export function openView(session: Session, whenOpened: (view: GameView) => void = () => {}): OpenedView {
  const { game } = session.table;
  const opened = new OpenedView();
  useMarksOf(game);
  loadView(game).then(
    (view) => {
      opened.table = view.open(session);
      whenOpened(view);
      opened.view = view;
    },
    () => (opened.isNotLoaded = true),
  );
  onDestroy(() => opened.table?.close?.());
  return opened;
}
