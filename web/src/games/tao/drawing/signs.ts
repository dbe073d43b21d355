// The signs of the elements and powers as SVG paths, 24 by 24 units, centred on the origin. The same as in the package's
// games/tao/display/figures.py.

import type { Card } from "../schema";

export type ElementName = Card["element"];
export type Power = NonNullable<Card["power"]>;

interface Sign {
  /** Filled with the colour of the element. */
  fill?: string;
  /** Drawn as a line in the colour of the element. */
  line?: string;
  width?: number;
  /** Filled with the background colour. */
  hole?: string;
}

export const ELEMENT_SIGNS: Record<ElementName, Sign> = {
  water: { line: [-6, 1, 8].map((y) => `M-10.5 ${y}q3.5-5 7 0t7 0t7 0`).join(""), width: 2.7 },
  wood: {
    fill: "M0 4C-10 4-11.5-3-11-8C-4-8 .5-4 0 4ZM0 1C0-7 5-11.5 11-11.5C11-4 7.5 1 0 1Z",
    line: "M0 11V1",
    width: 2.6,
  },
  fire: {
    fill: "M1-12C2-6 9-3 8.6 4C8.2 9 4.5 11.6 0 11.6C-4.8 11.6-8.6 8.6-8.6 4C-8.6 0-5.5-2-5-6.5C-2.6-5-1.6-3.4-1.6-1.2C.8-4 1.6-8 1-12Z",
    hole: "M.6 1.5C1.4 3.6 4 4.6 3.6 7C3.3 8.8 1.8 9.8 0 9.8C-2 9.8-3.6 8.6-3.6 6.8C-3.6 4.6-.6 4 .6 1.5Z",
  },
  earth: { fill: "M-11.5 9L-3.5-8.5L1 .5L4-4L11.5 9Z", hole: "M-3.5-8.5L-6-3L-3.7-4.4L-1.2-3.8Z" },
  metal: { fill: "M10.5 0A10.5 10.5 0 1 0-10.5 0A10.5 10.5 0 1 0 10.5 0ZM-3.8-3.8H3.8V3.8H-3.8Z" },
};

/** Arrows for one or two steps either way, a swap, a covered card, a repeated turn. */
export const POWER_SIGNS: Record<Power, string> = {
  tiger: "M-4-6.5l-6.5 6.5l6.5 6.5M4-6.5l6.5 6.5l-6.5 6.5",
  dragon: "M-8-6.5l-6.5 6.5l6.5 6.5M-2-6.5l-6.5 6.5l6.5 6.5M8-6.5l6.5 6.5l-6.5 6.5M2-6.5l6.5 6.5l-6.5 6.5",
  bird: "M-10-4H9m-4.5-4.5l4.5 4.5l-4.5 4.5M10 5H-9m4.5-4.5l-4.5 4.5l4.5 4.5",
  unicorn: "M2-9.5h-11v14h3M-4-5h12v15h-12ZM-.5 2.5l2 2.5l4-5",
  tortoise: "M8-5.5A9.2 9.2 0 1 0 9.2 1M8.8-11V-5H2.8",
};

/** The corners of a stone, centred on the origin: an octagon. */
export function stoneOutline(radius: number): string {
  const half = radius * 0.42;
  const corners = [
    [half, -radius],
    [radius, -half],
    [radius, half],
    [half, radius],
  ];
  return [...corners, ...corners.map(([x, y]) => [-x!, -y!])].map((corner) => corner.join(",")).join(" ");
}

/** A point on a circle around the origin; `turns` counts clockwise from the top. */
export function onCircle(radius: number, turns: number): { x: number; y: number } {
  const angle = 2 * Math.PI * turns - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
