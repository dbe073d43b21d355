// The games that have a view of their own, loaded on demand. Any other game is shown by the plain view.

import type { Component } from "svelte";
import type { Words } from "../i18n/en";
import TaoCover from "./tao/drawing/Cover.svelte";
import TsuroCover from "./tsuro/drawing/Cover.svelte";
import TurrisCover from "./turris/drawing/Cover.svelte";
import WoodMark from "./turris/drawing/WoodMark.svelte";
import type { GameView, OptionWords } from "./view";

/** A colour of the theme with a pattern on it. */
export interface SeatFill {
  colour: string;
  /** The colour of the pattern. */
  ink: string;
  /** The pattern as SVG path data: a shape around the origin with a radius of about 1, or lines in a square of 20 by 20. */
  pattern: string;
  isLines?: boolean;
}

/** What the home page and the form for a new table need. Small: part of the first load. */
export interface GameEntry {
  /** The picture on the home page. */
  Cover: Component;
  /** How long a game takes, in minutes. */
  minutes: number;
  /** The number of seats of a table that is opened with one click; the fewest possible by default. */
  seats?: number;
  /** The mark of a seat, where it is not one of the eight colours. */
  SeatMark?: Component<{ seat: number; size: number; dim: boolean }>;
  /** What these marks are called, seat by seat. */
  seatMarkNames?(words: Words): readonly string[];
  /** How the seats are told apart in plots, where it is not by the eight colours and shapes. */
  seatFills?: readonly SeatFill[];
  load(): Promise<GameView>;
  /** The translations of the options. */
  options(words: Words): Record<string, OptionWords>;
  /** What players should know before the game, worked out by the server: sentences about its material. */
  facts?(material: object, words: Words): string[];
}

const loadPlain = () => import("./plain").then((module) => module.view);

export const CATALOGUE: Record<string, GameEntry> = {
  tsuro: {
    Cover: TsuroCover,
    minutes: 15,
    seats: 4,
    load: () => import("./tsuro").then((module) => module.view),
    options: (words) => words.tsuro.options,
    facts: (material, words) =>
      "markers_each" in material && material.markers_each === 2 ? [words.tsuro.twoMarkers] : [],
  },
  tao: {
    Cover: TaoCover,
    minutes: 30,
    seats: 3,
    load: () => import("./tao").then((module) => module.view),
    options: (words) => words.tao.options,
  },
  turris: {
    Cover: TurrisCover,
    minutes: 20,
    SeatMark: WoodMark,
    seatMarkNames: (words) => words.turris.colours,
    seatFills: [
      { colour: "var(--wood-light)", ink: "var(--wood-light-grain)", pattern: "M0 5H20M0 15H20", isLines: true },
      {
        colour: "var(--wood-dark)",
        ink: "var(--wood-dark-grain)",
        pattern: "M0 5q5-4 10 0t10 0M0 15q5-4 10 0t10 0",
        isLines: true,
      },
    ],
    load: () => import("./turris").then((module) => module.view),
    options: (words) => words.turris.options,
  },
};

export function loadView(game: string): Promise<GameView> {
  return CATALOGUE[game]?.load() ?? loadPlain();
}
