// What the server says about a game of Tsuro. The fields are explained in the package, games/tsuro/observation.py,
// state.py, events.py and furniture.py.

import type { Pairing } from "./geometry";

export interface Observation {
  viewer: number | null;
  actor: number | "chance" | null;
  squares: ([tile: number, turns: number] | null)[];
  spots: number[];
  starts: number[];
  undecided: number[];
  out_at: number[];
  hand: number[] | null;
  hand_sizes: number[];
  pile_size: number;
  dragon: number | null;
  turn: number;
  parts: number[];
  laid: number | null;
  choosers: number[];
  pool: number[] | null;
  pool_size: number;
  reason: string | null;
}

export interface Scene {
  /** For each marker, the square in front of it. */
  targets: (number | null)[];
  /** For each spot that was trodden, the marker that did. */
  trails: Record<string, number>;
}

export interface Material {
  size: number;
  markers: number;
  start_spots: number[];
  starts_on_sides: boolean;
  has_dragon: boolean;
  tiles: Record<string, Pairing[]>;
}

export const OUT = -1;

export type TsuroEvent =
  | { type: "TileDrawn"; seat: number; tile: number | null }
  | { type: "MarkerPlaced"; seat: number; marker: number; spot: number }
  | { type: "TileLaid"; seat: number; square: number; tile: number; turns: number }
  | { type: "PortChosen"; seat: number; marker: number; spot: number }
  | { type: "MarkerMoved"; seat: number; marker: number; path: number[] }
  | { type: "MarkerLeft"; seat: number; marker: number }
  | { type: "MarkersCollided"; seats: [number, number]; markers: [number, number] }
  | { type: "PlayerPutOut"; seat: number; tiles: number; returned: boolean }
  | { type: "DragonPassed"; giver: number | null; taker: number | null }
  | { type: "SwapOffered"; seat: number; count: number; tiles: number[] | null }
  | { type: "TilesSwapped"; seat: number; count: number; gave: number[] | null; took: number[] | null }
  | { type: "GameEnded"; ranks: number[]; reason: string };

export type TsuroMove = { move: string; events: TsuroEvent[] } & (
  | { type: "PlaceMarker"; spot: number }
  | { type: "PlayTile"; tile: number; turns: number; marker: number | null; port: number | null }
  | { type: "ChoosePort"; port: number }
  | { type: "SwapTiles"; give: number[]; take: number[] }
);

export type MoveOf<Type extends TsuroMove["type"]> = Extract<TsuroMove, { type: Type }>;
