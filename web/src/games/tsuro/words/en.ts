// Tsuro in English: options, moves, events, and what the board says.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { OptionWords } from "../../view";

const { plural, list } = forms("en");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `you ${you}` : `${who.name} ${they}`);
const name = (who: Who) => (who.isYou ? "you" : who.name);

const turned = ["", ", one quarter turn", ", two quarter turns", ", three quarter turns"];
const tiles = (count: number) => plural(count, { one: "one tile", other: "# tiles" });

export const en = {
  twoMarkers: "Two play with two markers each.",
  options: {
    edition: {
      label: "Edition",
      help: "Whose rules, board and tiles you play with.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
      about: {
        calliope:
          "6 × 6 squares, 35 different tiles; you start at a notch on the edge. With three players or more the dragon is in the game. You may not send yourself over the edge if you can help it.",
        davinci: "Plays by the same rules as Calliope.",
        kosmos:
          "6 × 6 or 7 × 7 squares, 64 tiles, no dragon; you start in the middle of a side and may put yourself out. With two players, each has two markers.",
      },
    },
    board: {
      label: "Board",
      help: "The small board is for up to four players.",
      choices: { usual: "As usual", phoenix: "6 × 6", dragon: "7 × 7" },
      about: {
        usual: "6 × 6 for up to four players, 7 × 7 for more.",
        phoenix: "The small board, for up to four players.",
        dragon: "The large board, for any number of players.",
      },
    },
    suicide_covers: {
      label: "Self-elimination",
      help: "Whether you may put your own marker out while you have a choice.",
      choices: { edge: "Not over the edge", any: "Not at all" },
      about: {
        edge: "As long as you have a choice, you may not leave the board. Running into another marker is allowed.",
        any: "As long as you have a choice, you may neither leave the board nor run into another marker.",
      },
    },
    elimination_bonus: { label: "Bonus", help: "Put somebody out, and you may swap tiles with them." },
    pass_the_pile: { label: "Travelling pile", help: "The pile lies in front of the player whose turn it is." },
    tiles: {
      label: "Tiles",
      help: "The numbers of the tiles, 1 to 35, such as 1,2,3*4: tile 3 is there four times. At least three a player, at most 127; “edition” stands for the usual ones.",
    },
  } as Record<string, OptionWords>,

  sides: ["top", "right", "bottom", "left"],
  side: (square: string, side: string) => `the ${side} side of ${square}`,
  ports: [
    "top left",
    "top right",
    "right upper",
    "right lower",
    "bottom right",
    "bottom left",
    "left lower",
    "left upper",
  ],
  path: (one: string, other: string) => `${one} to ${other}`,
  tile: (tile: number) => `tile ${tile}`,
  marker: (letter: string) => `marker ${letter}`,

  move: {
    start: (place: string) => `Start at ${place}`,
    tile: (tile: number, turns: number) => `Tile ${tile}${turned[turns]}`,
    entering: (place: string) => `enter at ${place}`,
    follow: (place: string) => `Follow the path at ${place}`,
    forMarker: (letter: string) => `for marker ${letter}`,
    to: (square: string, port: string) => `leads to ${square}, ${port}`,
    markerTo: (letter: string, square: string, port: string) => `marker ${letter} to ${square}, ${port}`,
    open: "then open",
    shared: (names: string[]) =>
      plural(names.length, { one: `${list(names)} is there too`, other: `${list(names)} are there too` }),
    markerOut: (letter: string) => `marker ${letter} is out`,
    youOut: "you are out",
    out: (names: string[]) => plural(names.length, { one: `${list(names)} is out`, other: `${list(names)} are out` }),
    undecided: "a port must be chosen first",
    keep: "Keep your tiles",
    swap: (give: string[], take: string[]) => `Give ${list(give)}, take ${list(take)}`,
  },

  event: {
    youDrew: (tiles: string[]) => `you draw ${list(tiles)}`,
    placed: (who: Who, place: string) => `${does(who, "start", "starts")} at ${place}`,
    laid: (who: Who, tile: number, square: string, turns = 0) =>
      `${does(who, "lay", "lays")} tile ${tile}${turned[turns]} on ${square}`,
    chosen: (who: Who, place: string) => `${does(who, "follow", "follows")} the path at ${place}`,
    /** What the player who decides does next, without saying again who it is. */
    thenTo: (who: Who, square: string) => `${who.isYou ? "move" : "moves"} to ${square}`,
    thenOut: (who: Who) => `${who.isYou ? "go" : "goes"} out over the edge`,
    thenCollides: (who: Who, other: Who) => `${who.isYou ? "collide" : "collides"} with ${name(other)}: both are out`,
    moved: (who: Who, square: string) => `${does(who, "move", "moves")} to ${square}`,
    left: (who: Who) => `${does(who, "go", "goes")} out over the edge`,
    collided: (one: Who, other: Who) => `${list([name(one), name(other)])} collide and are out`,
    markerOf: (who: Who, letter: string) => (who.isYou ? `your marker ${letter}` : `${who.name}’s marker ${letter}`),
    out: (who: Who) => does(who, "are out", "is out"),
    returned: (count: number) =>
      plural(count, { one: "one tile goes back to the pile", other: "# tiles go back to the pile" }),
    laidDown: (count: number) => plural(count, { one: "one tile is set aside", other: "# tiles are set aside" }),
    dragonBeside: "the dragon lies beside the board",
    dragonTaken: (who: Who) => `${does(who, "take", "takes")} the dragon`,
    dragonFrom: (who: Who, giver: Who) => `${does(who, "take", "takes")} the dragon from ${name(giver)}`,
    offered: (who: Who, count: number) => `${does(who, "may", "may")} swap tiles, with ${tiles(count)} to choose from`,
    swappedNothing: (who: Who) => `${does(who, "swap", "swaps")} nothing`,
    swapped: (who: Who, count: number) => `${does(who, "swap", "swaps")} ${tiles(count)}`,
    gaveTook: (who: Who, gave: string[], took: string[]) =>
      `${does(who, "give", "gives")} ${list(gave)} and ${who.isYou ? "take" : "takes"} ${list(took)}`,
    ended: (reason: string) => `the game is over: ${reason}`,
  },

  /** Why the reader is out. */
  why: {
    edge: "Your path led over the edge.",
    met: (other: string) => `Your path met ${other}’s.`,
    metOwn: "The paths of your two markers met.",
  },

  /** What a tile connects, for people who do not see its picture. */

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
    turn: "Turn",
    place: "Place",
    before: "Previous start",
    next: "Next start",
    pile: (count: number) => plural(count, { one: "# in the pile", other: "# in the pile" }),
    otherPath: "Other path",
    otherMarker: "Other marker",
    notAllowedEdge: "This would take you over the edge. Turn it, or take another tile.",
    notAllowedAny: "This would put you out. Turn it, or take another tile.",
    swapTitle: "Tiles of the players you put out",
    swapHelp: "Take as many of theirs as you give of yours.",
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
    stands: (name: string, square: string, port: string) => `${name} is about to enter ${square} at ${port}.`,
    notYet: (name: string) => `${name} is not on the board yet.`,
    out: (name: string) => `${name} is out.`,
    hand: (tiles: string[]) => `You hold ${list(tiles)}.`,
    pile: (count: number) => plural(count, { one: "# tile is in the pile.", other: "# tiles are in the pile." }),
    dragon: (name: string) => `${name} has the dragon.`,
    row: (row: number, squares: string[]) => `Row ${row}: ${list(squares)}.`,
    laid: (square: string, tile: number) => `${square} tile ${tile}`,
  },

  keys: {
    arrows: "choose a start or a tile",
    pick: "choose a tile",
    turn: "turn it",
    place: "place it",
    path: "other path",
    marker: "other marker",
    drop: "put it back",
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    MarkerLeft: "A path has led over the edge of the board. Its marker is out, and so is a player without markers.",
    MarkersCollided: "A tile has joined two paths into one. The markers ran into each other, and both are out.",
    DragonPassed:
      "The dragon goes to whoever should draw from an empty pile. They draw first when there are tiles again.",
    SwapOffered: "The bonus: whoever puts others out may swap tiles with theirs.",
  } as Record<string, string>,
};

export type TsuroWords = typeof en;
