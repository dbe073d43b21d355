// Generated from the game's types by `python -m tools.write_client_types`; a test fails when it is out of date.

/** In place of a spot: the marker has left the board or collided. */
export const OUT = -1;

/** In place of a spot: the marker is not on the board yet. */
export const UNPLACED = -2;

/** What never changes: the tiles, the board, and what the options come to. */
export interface Material {
  /** How many squares the board has on a side. */
  size: number;
  /** All markers; marker m belongs to seat m % seats. */
  markers: number;
  /** Where markers may start, ascending. */
  start_spots: number[];
  /** Whether markers start in the middle of a side and choose a port later; otherwise on a notch, which is a port. */
  starts_on_sides: boolean;
  has_dragon: boolean;
  /** For each tile: its orientations that look different. In each, for each port: where the path from it leads to. */
  tiles: Record<string, number[][]>;
  /** How many markers a player has. */
  markers_each: number;
  /** Whether you may swap tiles with those whom you put out. */
  has_bonus: boolean;
  /** Whether the pile lies before the player whose turn it is. */
  passes_pile: boolean;
  /** Whether you may not send your own marker over the edge, unless everything you could play eliminates you. */
  bans_edge: boolean;
  /** Whether that holds for collisions, too. */
  bans_collision: boolean;
}

/** A state as one viewer sees it. Fields that are not explained here are those of State. */
export interface Observation {
  /** Who sees; null is a spectator. */
  viewer: number | null;
  /** Who decides now; null when the game is over. */
  actor: number | "chance" | null;
  /** For each square: tile and quarter turns, or null. */
  squares: ([number, number] | null)[];
  /** For each marker: the spot where it stands, OUT or UNPLACED. */
  spots: number[];
  /** For each marker: the spot where its path begins, or UNPLACED. */
  starts: number[];
  /** Kosmos: the markers that stand in the middle of a side; their spot is the first of its two. Ascending. */
  undecided: number[];
  /** For each marker: how many tiles lay on the board when it went out; 0 while it is in. */
  out_at: number[];
  /** The viewer's own tiles; null for a spectator. */
  hand: number[] | null;
  hand_sizes: number[];
  pile_size: number;
  /** Who holds the dragon tile; null while it lies beside the board or is not played with. */
  dragon: number | null;
  /** The active player. */
  turn: number;
  /** The markers of the active player that may still be played this turn. */
  parts: number[];
  /** The square of a tile that was laid and whose effects wait for `choosers`. */
  laid: number | null;
  /** Kosmos: the undecided markers that the laid tile has reached, in the order in which they choose a port. */
  choosers: number[];
  /** The hands of those put out, while the viewer decides on a bonus swap; null for everybody else. */
  pool: number[] | null;
  pool_size: number;
  /** Who draws a tile, one after the other, before anything else happens. */
  draws: number[];
  /** Why the game is over; null while it is not. */
  reason: string | null;
}

/** What follows from a position. */
export interface Scene {
  /** For each marker: the square in front of it; null for one that is not on the board. */
  targets: (number | null)[];
  /** For each spot at which a tile was entered or left by a marker: that marker. */
  trails: Record<string, number>;
  /** For each marker that is out: the spot where its path ended; null for all others. */
  ends: (number | null)[];
  /** Where an empty square borders on a tile or the edge: for each spot there, where the way on leads, or OUT. */
  exits: Record<string, number>;
}

/** A player drew a tile. Only that player knows which. */
export interface TileDrawn {
  type: "TileDrawn";
  seat: number;
  tile: number | null;
}

/** A marker was put on its start position. */
export interface MarkerPlaced {
  type: "MarkerPlaced";
  seat: number;
  marker: number;
  spot: number;
}

/** A tile was laid on the board. */
export interface TileLaid {
  type: "TileLaid";
  seat: number;
  square: number;
  tile: number;
  turns: number;
}

/** Kosmos: the owner of a marker that had not moved yet chose its port. */
export interface PortChosen {
  type: "PortChosen";
  seat: number;
  marker: number;
  spot: number;
}

/** A marker went along its path. */
export interface MarkerMoved {
  type: "MarkerMoved";
  seat: number;
  marker: number;
  /** Every spot it passed, the first and the last included; -1 is off the board. */
  path: number[];
}

/** A marker went over the edge of the board. */
export interface MarkerLeft {
  type: "MarkerLeft";
  seat: number;
  marker: number;
}

/** The lines of two markers became one; both are out. */
export interface MarkersCollided {
  type: "MarkersCollided";
  seats: [number, number];
  markers: [number, number];
}

export const CAUSES = ["edge", "collision"] as const;

/** A player has no marker left. */
export interface PlayerPutOut {
  type: "PlayerPutOut";
  seat: number;
  /** How many tiles they held. */
  tiles: number;
  /** Whether these go back to the pile, or are out of the game. */
  returned: boolean;
  /** How their last marker went out. */
  cause: (typeof CAUSES)[number];
  /** After a collision: whose marker theirs met; their own seat if both were theirs. */
  met: number | null;
}

/** The dragon tile changed hands; null is beside the board. */
export interface DragonPassed {
  type: "DragonPassed";
  giver: number | null;
  taker: number | null;
}

/** The active player may swap tiles with the hands of those put out. Only they see these tiles. */
export interface SwapOffered {
  type: "SwapOffered";
  seat: number;
  count: number;
  tiles: number[] | null;
}

/** The active player took the elimination bonus, or left it. Only they know which tiles. */
export interface TilesSwapped {
  type: "TilesSwapped";
  seat: number;
  count: number;
  gave: number[] | null;
  took: number[] | null;
}

/** The game is over. */
export interface GameEnded {
  type: "GameEnded";
  ranks: number[];
  reason: string;
}

/** Put the next of your markers on a free start position. */
export interface PlaceMarker {
  type: "PlaceMarker";
  spot: number;
}

/** Lay a tile of your hand on the square in front of your marker, after quarter turns clockwise. */
export interface PlayTile {
  type: "PlayTile";
  tile: number;
  turns: number;
  /** Which marker, in games where you have two; null elsewhere. */
  marker: number | null;
  /** Kosmos, on a marker's first move: the port at which it enters the tile. */
  port: number | null;
}

/** Kosmos: choose where your marker, which has not moved yet, enters a tile that reached it out of turn. */
export interface ChoosePort {
  type: "ChoosePort";
  port: number;
}

/** Take the elimination bonus: exchange tiles of your hand for as many of those put out. Both ascending. */
export interface SwapTiles {
  type: "SwapTiles";
  give: number[];
  take: number[];
}

/** What happens; `type` and fields are the key of a message and its arguments. */
export type Event =
  | TileDrawn
  | MarkerPlaced
  | TileLaid
  | PortChosen
  | MarkerMoved
  | MarkerLeft
  | MarkersCollided
  | PlayerPutOut
  | DragonPassed
  | SwapOffered
  | TilesSwapped
  | GameEnded;

/** What a seat may decide. */
export type Move =
  | PlaceMarker
  | PlayTile
  | ChoosePort
  | SwapTiles;

/** All of it by name, for a session of this game. */
export interface Types {
  material: Material;
  observation: Observation;
  scene: Scene;
  event: Event;
  move: Move;
}
