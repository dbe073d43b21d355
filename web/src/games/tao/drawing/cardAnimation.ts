// Animates cards from where they were to where they are now. The board already shows the new position.

import type { Event } from "../schema";

const TIMING = { duration: 520, easing: "cubic-bezier(.25,.7,.3,1)" };

/** The rectangles of cards and mats before an update, by `key`. */
export type CardRects = Map<string, DOMRect>;

/** Measure all cards and mats. */
export function measureCards(board: ParentNode): CardRects {
  const rects: CardRects = new Map();
  for (const element of board.querySelectorAll<HTMLElement>("[data-place], [data-card], [data-seat]")) {
    rects.set(key(element), element.getBoundingClientRect());
  }
  return rects;
}

function key(element: Element): string {
  const place = element.getAttribute("data-place");
  if (place !== null) return `place ${place}`;
  const seat = element.closest("[data-seat]")?.getAttribute("data-seat") ?? undefined;
  const card = element.getAttribute("data-card");
  if (seat === undefined) return `hand card ${card}`;
  return card === null ? `seat ${seat}` : `seat ${seat} card ${card}`;
}

/** Animate the cards that were just played or swapped to their mats; a round's last card to where the round is scored. */
export function animateCards(board: ParentNode, events: Event[], before: CardRects): void {
  for (const event of events) {
    if (event.type === "CardPut") {
      const from =
        event.place === null
          ? (before.get(`hand card ${event.card}`) ?? before.get(`seat ${event.seat}`))
          : before.get(`place ${event.place}`);
      animate(board, event.to, event.card, from);
    } else if (event.type === "CardsSwapped") {
      animate(board, event.other, event.mine, before.get(`seat ${event.seat} card ${event.mine}`));
      animate(board, event.seat, event.theirs, before.get(`seat ${event.other} card ${event.theirs}`));
    }
  }
}

/** Animate the cards of the path from the middle to their places. */
export function animateDeal(board: ParentNode): void {
  for (const [order, card] of board.querySelectorAll<SVGElement>("[data-place]").entries()) {
    const [x, y] = card.getAttribute("transform")!.slice("translate(".length, -1).split(" ").map(Number);
    card.animate(
      [
        { transform: "translate(0, 0) scale(.5)", opacity: 0 },
        { transform: `translate(${x!.toFixed(1)}px, ${y!.toFixed(1)}px)`, opacity: 1 },
      ],
      { ...TIMING, delay: 45 * order, fill: "backwards" },
    );
  }
}

function animate(board: ParentNode, seat: number, card: number, from: DOMRect | undefined): void {
  const onMat = `[data-seat="${seat}"] [data-card="${card}"]`;
  const element = [...board.querySelectorAll<HTMLElement>(`${onMat}, [data-scored="${seat}.${card}"]`)].at(-1);
  if (!element || !from) return;
  const to = element.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  // Clicks go to what lies below the moving card.
  const raised = { zIndex: 3, position: "relative", pointerEvents: "none" };
  element.animate(
    [
      { ...raised, transform: `translate(${x}px, ${y}px) scale(1.35)` },
      { ...raised, transform: "none" },
    ],
    TIMING,
  );
}
