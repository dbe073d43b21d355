// How the area of a seat is filled in a curve: its colour with a pattern of its shape, or what the game gives its seats.

import { CATALOGUE, type SeatFill } from "../../games/catalogue";
import { markOutline } from "../../theme/seats";

export function seatFill(game: string, seat: number): SeatFill {
  const own = CATALOGUE[game]?.seatFills?.[seat];
  return own ?? { colour: `var(--seat-${seat % 8})`, ink: "var(--mark-edge)", pattern: markOutline(seat) };
}
