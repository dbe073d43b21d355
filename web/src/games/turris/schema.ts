// Generated from the game's types by `python -m tools.write_client_types`; a test fails when it is out of date.

/** What never changes. */
export interface Material {
  /** How many columns the tower has on a side. */
  size: number;
  /** The column in the middle. */
  middle: number;
  /** How many blocks a player has. */
  blocks_each: number;
  /** The colour of each seat. */
  colours: string[];
}

/** A block in the tower. */
export interface Block {
  seat: number;
  columns: number[];
  /** The level that it stands or lies on: the lowest that it fills. */
  level: number;
}

/** A state as one viewer sees it. Fields that are not explained here are those of State. */
export interface Observation {
  /** Who sees; null is a spectator. */
  viewer: number | null;
  /** Who decides now; null when the game is over. */
  actor: number | "chance" | null;
  /** The tower, in the order of building; so a player's last block here is the one they placed last. */
  blocks: Block[];
  /** How many blocks each player still has beside the tower. */
  left: [number, number];
  /** Whose turn it is; null until it is drawn who begins. */
  turn: number | null;
  /** Whether the player has just earned a bonus and decides on it. */
  has_bonus: boolean;
  /** The cells freed in the turn before, which the player may not fill in this one. */
  barred: [number, number][];
  /** How many blocks have been placed in the whole game, those taken off since included. */
  placements: number;
  /** Why the game is over; null while it is not. */
  reason: string | null;
}

export const VIEWS = ["south", "east", "north", "west", "roof"] as const;

/** One of the five views, with what it is worth. */
export interface View {
  name: (typeof VIEWS)[number];
  /** Rows of seats from the top of the picture down; null where nothing is seen. */
  grid: ((number | null)[])[];
  /** For each player: the squares of their largest area, as row and place in it. */
  areas: [[number, number][], [number, number][]];
  points: [number, number];
}

/** What follows from a position. */
export interface Scene {
  /** How many levels of each column are filled. */
  heights: number[];
  views: View[];
  points: [number, number];
}

/** It was drawn who begins. */
export interface FirstDrawn {
  type: "FirstDrawn";
  seat: number;
}

/** A block was put on the tower. */
export interface BlockPlaced {
  type: "BlockPlaced";
  block: Block;
  /** Whether it was placed as a bonus. */
  is_bonus: boolean;
}

/** A block filled the middle, and its owner has a bonus to decide on. */
export interface BonusEarned {
  type: "BonusEarned";
  seat: number;
}

/** A player took a block of the opponent off the tower and handed it back. */
export interface BlockTakenOff {
  type: "BlockTakenOff";
  seat: number;
  block: Block;
}

/** A player left their bonus. */
export interface BonusDeclined {
  type: "BonusDeclined";
  seat: number;
}

/** A player could not place and passed. */
export interface TurnPassed {
  type: "TurnPassed";
  seat: number;
  /** How many blocks they have left; with none they will pass until a block is handed back. */
  left: number;
}

/** The game is over. */
export interface GameEnded {
  type: "GameEnded";
  ranks: number[];
  scores: number[];
  reason: string;
}

/** Put one of your blocks on the tower: standing on one column, or lying on two. Its level follows. */
export interface PlaceBlock {
  type: "PlaceBlock";
  columns: number[];
}

/** Use your bonus to hand one of the opponent's blocks back. Nothing rests on it, so its columns say which. */
export interface TakeBlockOff {
  type: "TakeBlockOff";
  columns: number[];
}

/** Leave your bonus. */
export interface DeclineBonus {
  type: "DeclineBonus";
}

/** What happens; `type` and fields are the key of a message and its arguments. */
export type Event =
  | FirstDrawn
  | BlockPlaced
  | BonusEarned
  | BlockTakenOff
  | BonusDeclined
  | TurnPassed
  | GameEnded;

/** What a seat may decide. */
export type Move =
  | PlaceBlock
  | TakeBlockOff
  | DeclineBonus;

/** All of it by name, for a session of this game. */
export interface Types {
  material: Material;
  observation: Observation;
  scene: Scene;
  event: Event;
  move: Move;
}
