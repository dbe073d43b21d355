// A card that is dragged with mouse or finger. Where it is let go over a mat, it is put there; elsewhere it stays picked.

import type { Pick, TaoTable } from "./table.svelte";

/** From how many pixels on a press is a drag and not a click. */
const SLACK = 8;

export class Drag {
  /** The card under the pointer, and where that is on the screen. */
  held: { card: number; x: number; y: number } | null = $state.raw(null);

  constructor(private readonly table: TaoTable) {}

  /** For `onpointerdown` of a card that can be picked up. */
  begin(event: PointerEvent, card: number, pick: Pick): void {
    if (!event.isPrimary || event.button !== 0) return;
    const move = (moved: PointerEvent) => {
      const isFar = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > SLACK;
      if (this.held === null && !isFar) return;
      if (this.held === null) this.table.pick(pick);
      this.held = { card, x: moved.clientX, y: moved.clientY };
    };
    const end = (ended: PointerEvent) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      if (this.held === null) return;
      this.held = null;
      const mat = document.elementFromPoint(ended.clientX, ended.clientY)?.closest("[data-seat]");
      const give = mat && this.table.giveTo(Number(mat.getAttribute("data-seat")));
      if (give && ended.type === "pointerup") this.table.play(give);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }
}
