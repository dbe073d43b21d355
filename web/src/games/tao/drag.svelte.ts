// Dragging a card. Dropped on a mat, it is played there; elsewhere it stays picked.

import type { PickedCard, TaoMove, TaoTable } from "./table.svelte";

/** Pixels from which on a press is a drag. */
const DRAG_THRESHOLD = 8;

export class Drag {
  /** The dragged card, and its position in the window. */
  held: { card: number; x: number; y: number } | null = $state.raw(null);

  constructor(private readonly table: TaoTable) {}

  /** The handler for `onpointerdown` on a card that can be picked. */
  start(event: PointerEvent, card: number, pick: PickedCard): void {
    if (!event.isPrimary || event.button !== 0) return;
    const move = (moved: PointerEvent) => {
      const isFar = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > DRAG_THRESHOLD;
      if (this.held === null && !isFar) return;
      if (this.held === null) this.table.pick(pick);
      this.held = { card, x: moved.clientX, y: moved.clientY };
      this.table.preview(this.findGive(moved) ?? null);
    };
    const end = (ended: PointerEvent) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      if (this.held === null) return;
      this.held = null;
      this.table.preview(null);
      const give = this.findGive(ended);
      if (give && ended.type === "pointerup") this.table.play(give);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  /** The move that gives the picked card to the player whose mat is under the pointer. */
  private findGive({ clientX, clientY }: PointerEvent): TaoMove | undefined {
    const mat = document.elementFromPoint(clientX, clientY)?.closest("[data-seat]");
    return mat ? this.table.findGive(Number(mat.getAttribute("data-seat"))) : undefined;
  }
}
