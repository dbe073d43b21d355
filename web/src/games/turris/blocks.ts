// Blocks and columns. Columns are numbered row by row from a1; levels count from 1.

import type { Block } from "./schema";

/** A column and a level. */
export type Cell = [column: number, level: number];

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
