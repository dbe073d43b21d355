// What the server tells about a table of Tao. Cards are numbers; what they mean, the material says.

export const GONE = -1;

export interface Card {
  element: ElementName;
  value: number;
  power: Power | null;
}

export const ELEMENTS = ["water", "wood", "fire", "earth", "metal"] as const;
export type ElementName = (typeof ELEMENTS)[number];
export type Power = "tiger" | "dragon" | "bird" | "unicorn" | "tortoise";

export interface Material {
  cards: Card[];
  elements: ElementName[];
  /** For each element: the one that counts against it. */
  opposite: number[];
  /** For each seat: whom it wins and loses with. */
  sides: number[];
  places: number;
}

export interface RoundResult {
  element: number;
  results: number[];
  winner: number | null;
  decided_by: string;
}

export interface Observation {
  viewer: number | null;
  actor: number | "chance" | null;
  round: number;
  turn: number;
  /** The card on each place, clockwise, or GONE. */
  path: number[];
  /** The place of the marker; -1 before the first card. */
  marker: number;
  /** The places of the cards that a walk may take now. */
  next_places: number[];
  stone: number;
  hand: number[] | null;
  hand_sizes: number[];
  pile_size: number;
  open: number[][];
  covered: number[][];
  /** For each seat: what it would score if the round ended now. */
  results: number[];
  /** The card whose power waits for a decision. */
  acting: number | null;
  rounds: RoundResult[];
  /** For each seat: the total of its stones. */
  stones: number[];
}
