// Generated from the game's types by `python -m tools.write_client_types`; a test fails when it is out of date.

/** In place of a card on the path: it was taken. */
export const GONE = -1;

/** In place of the marker's place: it stands before the first card of the path. */
export const AT_START = -1;

export const ELEMENTS = ["water", "wood", "fire", "earth", "metal"] as const;

export const POWERS = ["tiger", "dragon", "bird", "unicorn", "tortoise"] as const;

/** One card. Two cards that look the same are the same card, as many times as the deck holds it. */
export interface Card {
  element: (typeof ELEMENTS)[number];
  value: number;
  power: (typeof POWERS)[number] | null;
}

/** What never changes: the cards, and what the options come to. */
export interface Material {
  /** What the numbers of cards mean. */
  cards: Card[];
  /** The ring of the elements, clockwise; elements are numbered by their place in it. */
  elements: (typeof ELEMENTS)[number][];
  /** For each element: the one that counts against it, if any. */
  opposite: (number | null)[];
  /** For each seat: whom it wins and loses with. */
  sides: number[];
  /** How many cards the path has at the start of a round. */
  places: number;
  /** How many cards each player is dealt. */
  hand: number;
  deck_is_reconstructed: boolean;
  has_teams: boolean;
  /** How many cards are left on the path when a round ends. */
  last: number;
  /** Whether the cards of partners are added up when a round is scored, and its stone is the team's. */
  adds_up_teams: boolean;
  /** Whether a covered card remains so until the round ends, whatever becomes of the Unicorn on it. */
  covered_stays: boolean;
}

/** How a finished round was scored. */
export interface RoundResult {
  /** The element that the stone stood on. */
  element: number;
  /** For each seat: points of that element less points of its opposite; its own, in teams too. */
  results: number[];
  /** Who took the stone, of a team the partner who begins the next round; null if it was set aside. */
  winner: number | null;
  /** `result`, or the tie-break that decided: `points`, `cards`; `nothing` if the stone was set aside. */
  decided_by: string;
}

/** A state as one viewer sees it. Fields that are not explained here are those of State. */
export interface Observation {
  /** Who sees; null is a spectator. */
  viewer: number | null;
  /** Who decides now; null when the game is over. */
  actor: number | "chance" | null;
  /** The round being played, 1 to 5; also the value of its stone. */
  round: number;
  /** Who begins this round; null until chance has drawn it. */
  first: number | null;
  /** Whose turn it is. */
  turn: number;
  /** The card on each place, clockwise, or GONE. Shorter than 12 while the path is being laid. */
  path: number[];
  /** The place that the marker stands on, or AT_START. */
  marker: number;
  /** The places of the cards that a walk may take now. */
  next_places: number[];
  /** The element that the stone stands on. */
  stone: number;
  /** The viewer's own cards; null for a spectator. */
  hand: number[] | null;
  hand_sizes: number[];
  pile_size: number;
  /** How many cards chance has still to deal before the round can begin. */
  deals: number;
  /** The cards before each player that are not covered. */
  open: number[][];
  /** The cards before each player that a Unicorn covers. */
  covered: number[][];
  /** Before each player, ascending: each open Unicorn that covers something with what is under it, from the top down. Kept only where it matters, `while_covered`. The first card of a stack is in `open` too, the others in `covered`. */
  stacks: number[][][];
  /** For each seat: what its own cards would score if the round ended now. */
  results: number[];
  /** The card whose power waits for a decision of the player whose turn it is. */
  acting: number | null;
  /** The finished rounds. */
  rounds: RoundResult[];
  /** For each seat: the total of its stones; what a team owns together counts for both partners. */
  stones: number[];
  /** For each seat: its rank at the end of the game; null before. */
  ranks: number[] | null;
  /** Why the game is over; null while it is not. */
  reason: string | null;
}

/** Players who win and lose together. */
export interface Team {
  seats: number[];
  /** The total of their stones. */
  stones: number;
  /** What their cards would score together if the round ended now; null if players are scored one by one. */
  result: number | null;
}

/** What follows from a position. */
export interface Scene {
  /** Empty unless there are partners. */
  teams: Team[];
}

/** Chance said who begins round 1. */
export interface FirstPlayerDrawn {
  type: "FirstPlayerDrawn";
  seat: number;
}

/** A card was laid face up on the path. */
export interface CardLaid {
  type: "CardLaid";
  place: number;
  card: number;
}

/** A player was dealt a card. Only that player knows which. */
export interface CardDealt {
  type: "CardDealt";
  seat: number;
  card: number | null;
}

/** All cards are dealt, and the first turn of a round begins. */
export interface RoundBegan {
  type: "RoundBegan";
  round: number;
  seat: number;
  stone: number;
}

/** The marker walked along the path; -1 is its place at the start of a round. */
export interface MarkerMoved {
  type: "MarkerMoved";
  start: number;
  end: number;
}

/** A player put a card before somebody. */
export interface CardPut {
  type: "CardPut";
  seat: number;
  card: number;
  to: number;
  /** Where on the path it came from; null is the player's hand. */
  place: number | null;
}

/** The power of a card put before oneself had no target, or the round was over at once. */
export interface PowerSkipped {
  type: "PowerSkipped";
  seat: number;
  card: number;
}

/** The Tortoise gave a player another turn. */
export interface TurnRepeated {
  type: "TurnRepeated";
  seat: number;
}

/** The stone moved to another element. */
export interface StoneMoved {
  type: "StoneMoved";
  seat: number;
  start: number;
  end: number;
}

/** The Bird swapped a card of one player for another player's. */
export interface CardsSwapped {
  type: "CardsSwapped";
  seat: number;
  mine: number;
  other: number;
  theirs: number;
}

/** The Unicorn covered a card. */
export interface CardCovered {
  type: "CardCovered";
  seat: number;
  card: number;
}

/** A card is open again: the Unicorn on it was swapped. */
export interface CardUncovered {
  type: "CardUncovered";
  /** Before whom it lies. */
  seat: number;
  card: number;
}

/** What everybody's own cards would score if the round ended now is not what it was before. */
export interface ResultsChanged {
  type: "ResultsChanged";
  results: number[];
  /** The same for each team, by its first seat; empty unless rounds are scored by teams. */
  team_results: number[];
}

/** What the cards of partners come to together when a round is scored. */
export interface TeamSum {
  seats: number[];
  result: number;
  /** Of the element. */
  points: number;
  /** Points of its opposite. */
  against: number;
  /** How many open cards of the element. */
  cards: number;
}

/** A round was scored. Fields that are not explained here are those of RoundResult and State. */
export interface RoundEnded {
  type: "RoundEnded";
  round: number;
  element: number;
  results: number[];
  winner: number | null;
  decided_by: string;
  /** The element that counted against it, if any. */
  opposite: number | null;
  /** For each seat: points of the element. */
  points: number[];
  /** For each seat: points of its opposite. Points less these are the result. */
  against: number[];
  /** For each seat: how many open cards of the element. */
  cards: number[];
  /** After each comparison that was made (results; while tied, points, then cards): who was still ahead. */
  leaders: number[][];
  open: number[][];
  covered: number[][];
  /** What was compared if rounds are scored by teams; empty if it was the results of single players. */
  teams: TeamSum[];
}

/** The game is over. */
export interface GameEnded {
  type: "GameEnded";
  ranks: number[];
  scores: number[];
  reason: string;
}

/** Take one of the next cards on the path and put it before somebody. The marker moves there. */
export interface Walk {
  type: "Walk";
  /** Which of the cards still there, counted clockwise from the marker: 1, 2 or 3. */
  step: number;
  to: number;
}

/** Put a card of your hand before somebody. */
export interface PlayFromHand {
  type: "PlayFromHand";
  card: number;
  to: number;
}

/** Tiger, Dragon: move the stone to one of the two elements that the power reaches. */
export interface MoveStone {
  type: "MoveStone";
  element: number;
}

/** Bird: give one of your cards for another player's card of the same value. */
export interface SwapCards {
  type: "SwapCards";
  mine: number;
  seat: number;
  theirs: number;
}

/** Unicorn: cover one of your other cards. */
export interface CoverCard {
  type: "CoverCard";
  card: number;
}

/** What happens; `type` and fields are the key of a message and its arguments. */
export type Event =
  | FirstPlayerDrawn
  | CardLaid
  | CardDealt
  | RoundBegan
  | MarkerMoved
  | CardPut
  | PowerSkipped
  | TurnRepeated
  | StoneMoved
  | CardsSwapped
  | CardCovered
  | CardUncovered
  | ResultsChanged
  | RoundEnded
  | GameEnded;

/** What a seat may decide. */
export type Move =
  | Walk
  | PlayFromHand
  | MoveStone
  | SwapCards
  | CoverCard;

/** All of it by name, for a session of this game. */
export interface Types {
  material: Material;
  observation: Observation;
  scene: Scene;
  event: Event;
  move: Move;
}
