// Tsuro in English: options, moves, events, and what the board says.

import { forms } from "../../../i18n/forms";
import type { OptionWords } from "../../view";

const { plural, list } = forms("en");

const turned = ["", ", one quarter turn", ", two quarter turns", ", three quarter turns"];
const tiles = (count: number) => plural(count, { one: "one tile", other: "# tiles" });

export const en = {
  options: {
    edition: {
      label: "Edition",
      help: "Whose rules, board and tiles are played.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
    },
    board: {
      label: "Board",
      help: "The small board is for up to four players.",
      choices: { usual: "As usual", phoenix: "6 × 6", dragon: "7 × 7" },
    },
    suicide_covers: {
      label: "Not allowed",
      help: "What you may not do to your own marker while you have a choice.",
      choices: { edge: "Over the edge", any: "Edge or collision" },
    },
    elimination_bonus: { label: "Bonus", help: "Put somebody out, and you may swap tiles with them." },
    pass_the_pile: { label: "Travelling pile", help: "The pile lies before the player whose turn it is." },
    tiles: { label: "Tiles", help: "Your own set of tiles, such as 1,2,3*4; at least three a player, at most 127." },
  } as Record<string, OptionWords>,

  sides: ["top", "right", "bottom", "left"],
  side: (square: string, side: string) => `the ${side} side of ${square}`,
  notch: (square: string, side: string, which: string) => `${square}, ${side}, ${which}`,
  halves: { left: "left", right: "right", upper: "upper", lower: "lower" },
  tile: (tile: number) => `tile ${tile}`,
  marker: (letter: string) => `marker ${letter}`,

  move: {
    start: (place: string) => `Start at ${place}`,
    tile: (tile: number, turns: number) => `Tile ${tile}${turned[turns]}`,
    entering: (place: string) => `enter at ${place}`,
    follow: (place: string) => `Follow the path at ${place}`,
    forMarker: (letter: string) => `for marker ${letter}`,
    to: (square: string) => `you go to ${square}`,
    markerTo: (letter: string, square: string) => `marker ${letter} goes to ${square}`,
    markerOut: (letter: string) => `marker ${letter} is out`,
    youOut: "you are out",
    out: (names: string[]) => plural(names.length, { one: `${list(names)} is out`, other: `${list(names)} are out` }),
    undecided: "a port is chosen first",
    keep: "Keep your tiles",
    swap: (give: string[], take: string[]) => `Give ${list(give)}, take ${list(take)}`,
  },

  event: {
    youDrew: (tile: number) => `You draw tile ${tile}.`,
    placed: (name: string, place: string) => `${name} starts at ${place}.`,
    laid: (name: string, tile: number, turns: number, square: string) =>
      `${name} lays tile ${tile}${turned[turns]} on ${square}.`,
    chosen: (name: string, place: string) => `${name} follows the path at ${place}.`,
    left: (name: string) => `${name} goes over the edge.`,
    collided: (one: string, other: string) => `${one} and ${other} collide.`,
    collidedOwn: (name: string) => `Both markers of ${name} collide.`,
    out: (name: string) => `${name} is out.`,
    returned: (count: number) =>
      plural(count, { one: "One tile goes back to the pile.", other: "# tiles go back to the pile." }),
    laidDown: (count: number) => plural(count, { one: "One tile is laid down.", other: "# tiles are laid down." }),
    dragonBeside: "The dragon lies beside the board.",
    dragonTaken: (name: string) => `${name} takes the dragon.`,
    dragonFrom: (name: string, giver: string) => `${name} takes the dragon from ${giver}.`,
    offered: (name: string, count: number) => `${name} may swap with ${tiles(count)} of those put out.`,
    swappedNothing: (name: string) => `${name} swaps nothing.`,
    swapped: (name: string, count: number) => `${name} swaps ${tiles(count)}.`,
    gaveTook: (name: string, gave: string[], took: string[]) => `${name} gives ${list(gave)} and takes ${list(took)}.`,
    ended: (reason: string) => `The game is over: ${reason}`,
  },

  reasons: {
    last_marker: "only one player is left.",
    all_out: "the last players went out together.",
    no_tiles: "there are no tiles left.",
  } as Record<string, string>,

  prompt: {
    place: "Choose where to start",
    play: "Choose a tile",
    turn: "Turn it, then place it",
    port: "Choose your path",
    swap: "Swap tiles, or keep yours",
  },

  hand: {
    title: "Your tiles",
    empty: "You have no tiles.",
    pick: (tile: number) => `Tile ${tile}`,
    turn: "Turn",
    place: "Place",
    before: "Start before this one",
    next: "Next start",
    pile: (count: number) => plural(count, { one: "# in the pile", other: "# in the pile" }),
    otherPath: "Other path",
    otherMarker: "Other marker",
    notAllowedEdge: "This would take you over the edge. Turn it, or take another tile.",
    notAllowedAny: "This would put you out. Turn it, or take another tile.",
    swapTitle: "Tiles of those you put out",
    swapHelp: "Choose as many of theirs as you give of yours.",
    swap: (count: number) =>
      count === 0 ? "Keep my tiles" : plural(count, { one: "Swap # tile", other: "Swap # tiles" }),
  },

  seat: {
    tiles: (count: number) => plural(count, { one: "# tile in hand", other: "# tiles in hand" }),
    dragon: "has the dragon",
    out: "out",
    pile: "has the pile",
  },

  position: {
    board: (size: number, tiles: number) =>
      `A board of ${size} by ${size} squares with ${plural(tiles, { one: "# tile", other: "# tiles" })}.`,
    stands: (name: string, square: string, side: string) => `${name} stands at the ${side} of ${square}.`,
    notYet: (name: string) => `${name} is not on the board yet.`,
    out: (name: string) => `${name} is out.`,
    hand: (tiles: string[]) => `You hold ${list(tiles)}.`,
    pile: (count: number) => plural(count, { one: "# tile is in the pile.", other: "# tiles are in the pile." }),
    dragon: (name: string) => `${name} has the dragon.`,
    row: (row: number, squares: string[]) => `Row ${row}: ${list(squares)}.`,
    laid: (square: string, tile: number) => `${square} tile ${tile}`,
  },

  keys: {
    pick: "choose a tile",
    turn: "turn it",
    place: "place it",
    path: "other path",
    marker: "other marker",
    drop: "put it back",
  },
};

export type TsuroWords = typeof en;
