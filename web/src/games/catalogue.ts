// The games that have a view, and how to load it. A game that is not here is shown by the plain view.

import type { Component } from "svelte";
import type { Words } from "../i18n/en";
import TaoCover from "./tao/drawing/Cover.svelte";
import TsuroCover from "./tsuro/drawing/Cover.svelte";
import TurrisCover from "./turris/drawing/Cover.svelte";
import type { GameView, OptionWords } from "./view";

/** What the screens before a game need to know. Small, and loaded at once. */
export interface GameEntry {
  /** The picture on the home page. */
  Cover: Component;
  /** How long a game takes, in minutes. */
  minutes: number;
  /** How many sit at a table that is opened with one click; as few as can, unless it is said here. */
  seats?: number;
  load(): Promise<GameView>;
  /** Words for the options. */
  options(words: Words): Record<string, OptionWords>;
}

const loadPlain = () => import("./plain").then((module) => module.view);

export const CATALOGUE: Record<string, GameEntry> = {
  tsuro: {
    Cover: TsuroCover,
    minutes: 15,
    seats: 4,
    load: () => import("./tsuro").then((module) => module.view),
    options: (words) => words.tsuro.options,
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
    load: () => import("./turris").then((module) => module.view),
    options: (words) => words.turris.options,
  },
};

export function loadView(game: string): Promise<GameView> {
  return CATALOGUE[game]?.load() ?? loadPlain();
}
