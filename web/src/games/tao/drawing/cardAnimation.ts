// Cards that fly from where they lay to where they lie now. The position on the screen is already the new one.

import type { Event } from "../schema";

const FLIGHT = { duration: 520, easing: "cubic-bezier(.25,.7,.3,1)" };

/** Where cards lie before the screen changes, by what it takes to find them again. */
export type Places = Map<string, DOMRect>;

/** Note where the cards of the path, of the hand and before the players are. */
export function notePlaces(board: ParentNode): Places {
  const places: Places = new Map();
  for (const element of board.querySelectorAll<HTMLElement>("[data-place], [data-card], [data-seat]")) {
    places.set(key(element), element.getBoundingClientRect());
  }
  return places;
}

function key(element: Element): string {
  const place = element.getAttribute("data-place");
  if (place !== null) return `place ${place}`;
  const seat = element.closest("[data-seat]")?.getAttribute("data-seat") ?? undefined;
  const card = element.getAttribute("data-card");
  if (seat === undefined) return `hand card ${card}`;
  return card === null ? `seat ${seat}` : `seat ${seat} card ${card}`;
}

/** Let the cards that were just put or swapped fly to their mats. */
export function flyCards(board: ParentNode, events: Event[], before: Places): void {
  for (const event of events) {
    if (event.type === "CardPut") {
      const from =
        event.place === null
          ? (before.get(`hand card ${event.card}`) ?? before.get(`seat ${event.seat}`))
          : before.get(`place ${event.place}`);
      fly(board, event.to, event.card, from);
    } else if (event.type === "CardsSwapped") {
      fly(board, event.other, event.mine, before.get(`seat ${event.seat} card ${event.mine}`));
      fly(board, event.seat, event.theirs, before.get(`seat ${event.other} card ${event.theirs}`));
    }
  }
}

function fly(board: ParentNode, seat: number, card: number, from: DOMRect | undefined): void {
  const landed = [...board.querySelectorAll<HTMLElement>(`[data-seat="${seat}"] [data-card="${card}"]`)].at(-1);
  if (!landed || !from) return;
  const to = landed.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  // What flies is not to be caught: a click goes to what lies below.
  const aloft = { zIndex: 3, position: "relative", pointerEvents: "none" };
  landed.animate(
    [
      { ...aloft, transform: `translate(${x}px, ${y}px) scale(1.35)` },
      { ...aloft, transform: "none" },
    ],
    FLIGHT,
  );
}
