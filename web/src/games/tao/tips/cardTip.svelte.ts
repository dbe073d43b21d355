// Which card is explained: the one under the pointer or the focus, or the one that was pressed for long.
// Cards say `data-tip`, their number, and `data-covered`; one set of listeners on the board serves all of them.

import { untrack } from "svelte";

/** Milliseconds that the pointer must rest on a card, so that a tip is not in the way of somebody who knows. */
const HOVER_DELAY = 350;
/** Milliseconds after which a press is long. */
const LONG_PRESS = 450;
/** Pixels from which on a press is a drag. */
const DRAG_THRESHOLD = 8;

export class CardTip {
  shown: { card: number; covered: boolean; anchor: HTMLElement } | null = $state.raw(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed: { x: number; y: number } | null = null;
  /** Where the pointer was last seen. */
  private pointer = { x: NaN, y: NaN };
  /** The card that is explained when the pointer has rested on it, or that is explained. */
  private hovered: HTMLElement | null = null;
  /** A long press is no click as well. */
  private swallowsClick = false;

  /** Explain a card at once. */
  open(anchor: HTMLElement): void {
    clearTimeout(this.timer);
    this.shown = { card: Number(anchor.dataset.tip), covered: anchor.dataset.covered !== undefined, anchor };
  }

  close(): void {
    clearTimeout(this.timer);
    this.pressed = null;
    this.hovered = null;
    // A focused card that is taken away loses the focus while the page is being updated.
    untrack(() => (this.shown = null));
  }

  /** Note where the pointer is; whether it has moved since it was last seen. */
  private follow({ clientX: x, clientY: y }: PointerEvent): boolean {
    const hasMoved = x !== this.pointer.x || y !== this.pointer.y;
    this.pointer = { x, y };
    return hasMoved;
  }

  /** An attachment for the board. */
  readonly listen = (board: HTMLElement): (() => void) => {
    const stop = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      handle: (event: HTMLElementEventMap[Name]) => void,
      capture = false,
    ) => board.addEventListener(name, handle, { signal: stop.signal, capture });

    on("pointerout", (event) => {
      if (event.pointerType === "touch") return;
      // The pointer may move on to the tip itself, to read it in peace.
      const to = event.relatedTarget;
      if (to instanceof Element && (to.closest("[role=tooltip]") || findCard(to) === findCard(event.target))) return;
      this.close();
    });
    on("focusin", ({ target }) => {
      const card = findCard(target);
      if (card?.matches(":focus-visible")) this.open(card);
    });
    on("focusout", () => this.close());
    on("pointerdown", (event) => {
      const card = findCard(event.target);
      this.close();
      this.swallowsClick = false;
      if (event.pointerType !== "touch" || card === null) return;
      this.pressed = { x: event.clientX, y: event.clientY };
      this.timer = setTimeout(() => {
        this.open(card);
        this.swallowsClick = true;
      }, LONG_PRESS);
    });
    on("pointermove", (event) => {
      const { pressed } = this;
      const card = findCard(event.target);
      // Not "pointerover": when the position changes, a card can come to lie under a pointer that nobody has moved.
      const hovers = this.follow(event) && event.pointerType !== "touch" && !event.buttons;
      if (hovers && card !== null && card !== this.hovered && card !== this.shown?.anchor) {
        clearTimeout(this.timer);
        this.hovered = card;
        this.timer = setTimeout(() => this.open(card), HOVER_DELAY);
      }
      if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_THRESHOLD) this.close();
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      on(end, () => {
        if (this.pressed && !this.shown) clearTimeout(this.timer);
        this.pressed = null;
      });
    on("contextmenu", (event) => this.pressed && event.preventDefault());
    on(
      "click",
      (event) => {
        if (this.swallowsClick) event.stopPropagation();
        this.swallowsClick = false;
      },
      true,
    );
    // A tip that was opened by touch stays until the next touch anywhere.
    window.addEventListener(
      "pointerdown",
      ({ target }) => target instanceof Node && !board.contains(target) && this.close(),
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
      this.close();
    };
  };
}

function findCard(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
