// What the server tells about a table of Turris. Columns are numbered row by row from a1; levels count from 1.

export interface Block {
  seat: number;
  /** One column: standing. Two: lying. */
  columns: number[];
  level: number;
}

/** A column and a level. */
export type Cell = [column: number, level: number];

export interface Material {
  size: number;
  middle: number;
  blocks_each: number;
}

export interface Observation {
  blocks: Block[];
  left: [number, number];
  turn: number | null;
  has_bonus: boolean;
  /** The cells that may not be filled in this turn. */
  barred: Cell[];
}

export interface View {
  name: "south" | "east" | "north" | "west" | "roof";
  /** Rows of seats from the top of the picture down; null where nothing is seen. */
  grid: (number | null)[][];
  /** For each player: the squares of their largest area, as row and place in it. */
  areas: [number, number][][];
  points: [number, number];
}

export interface Scene {
  heights: number[];
  views: View[];
  points: [number, number];
}

export function isStanding(block: Block): boolean {
  return block.columns.length === 1;
}

export function topOf(block: Block): number {
  return isStanding(block) ? block.level + 1 : block.level;
}

/** `a1` for the first column. */
export function columnName(column: number, size: number): string {
  return `${"abc"[column % size]}${Math.floor(column / size) + 1}`;
}
