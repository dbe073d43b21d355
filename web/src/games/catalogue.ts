// The games that have a view, and how to load it. A game that is not here is shown by the plain view.

import type { Component } from "svelte";
import type { Words } from "../i18n/en";
import TaoCover from "./tao/Cover.svelte";
import TsuroCover from "./tsuro/Cover.svelte";
import TurrisCover from "./turris/Cover.svelte";
import type { GameView, OptionWords } from "./view";

/** What the screens before a game need to know. Small, and loaded at once. */
export interface GameEntry {
  /** The picture on the home page. */
  Cover: Component;
  /** How long a game takes, in minutes. */
  minutes: number;
  /** How many can play, from the fewest to the most. */
  players: [least: number, most: number];
  /** Whether the number of players is an option of the game, named `players`. */
  counts: boolean;
  /** How many sit at a table that is opened with one click. */
  seats: number;
  load(): Promise<GameView>;
  /** Words for the options. */
  options(words: Words): Record<string, OptionWords>;
  /** Whether an option means anything, given the others and the number of seats. Others keep their usual value. */
  shows(option: string, values: Record<string, string>, seats: number): boolean;
}

const loadPlain = () => import("./plain").then((module) => module.view);

export const CATALOGUE: Record<string, GameEntry> = {
  tsuro: {
    Cover: TsuroCover,
    minutes: 15,
    players: [2, 8],
    counts: true,
    seats: 4,
    load: () => import("./tsuro").then((module) => module.view),
    options: (words) => words.tsuro.options,
    shows: (option, values, seats) => {
      const kosmos = values.edition === "kosmos";
      if (option === "board") return kosmos;
      if (option === "suicide_covers" || option === "pass_the_pile") return !kosmos;
      if (option === "elimination_bonus") return !kosmos && seats > 2;
      return true;
    },
  },
  tao: {
    Cover: TaoCover,
    minutes: 30,
    players: [2, 4],
    counts: true,
    seats: 3,
    load: () => import("./tao").then((module) => module.view),
    options: (words) => words.tao.options,
    shows: (option, _values, seats) => option !== "teams" || seats === 4,
  },
  turris: {
    Cover: TurrisCover,
    minutes: 20,
    players: [2, 2],
    counts: false,
    seats: 2,
    load: () => import("./turris").then((module) => module.view),
    options: (words) => words.turris.options,
    shows: () => true,
  },
};

export function loadView(game: string): Promise<GameView> {
  return CATALOGUE[game]?.load() ?? loadPlain();
}
