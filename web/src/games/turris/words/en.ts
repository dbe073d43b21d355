// Turris in English: options, moves, events, and what the table says.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { OptionWords } from "../../view";

const { plural, list, signed } = forms("en");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `you ${you}` : `${who.name} ${they}`);

export const en = {
  options: {
    bonus_chains: { label: "Chains", help: "A bonus block that fills the middle earns another bonus." },
    first: {
      label: "Who begins",
      help: "Seat 1 builds with white blocks, seat 2 with black ones.",
      choices: { random: "Chance decides", white: "White", black: "Black" },
    },
    free_blocks: {
      label: "Free blocks",
      help: "How many blocks need not touch another at the beginning.",
      choices: { "1": "One", "2": "Two" },
      about: {
        "1": "Only the very first block of the game need not touch another.",
        "2": "The second player’s first block need not touch another either, but then it lies.",
      },
    },
    ground_lying: {
      label: "Lying on the ground",
      help: "Which blocks may lie on the ground.",
      choices: { free: "Any block", first_only: "Only free blocks" },
      about: {
        free: "On the ground a lying block only has to touch another.",
        first_only: "A lying block must always bridge two others, so on the ground only a free block may lie.",
      },
    },
    last_bonus: {
      label: "Bonus of the last block",
      help: "What a bonus is worth that is earned with the last block of the game.",
      choices: { played: "Is played", ends: "Is lost" },
      about: {
        played: "It is still played; if it takes a block off, that block is placed again.",
        ends: "The game ends with the last block, even if it fills the middle.",
      },
    },
  } as Record<string, OptionWords>,

  colours: ["white", "black"],
  /** The players of the example in the rules. */
  players: ["White", "Black"],
  standing: (column: string) => `standing on ${column}`,
  lying: (one: string, other: string) => `lying on ${one} and ${other}`,
  stands: "standing",
  liesTo: (column: string) => `lying towards ${column}`,
  level: (level: number) => `level ${level}`,
  levels: (low: number, high: number) => `levels ${low} and ${high}`,

  move: {
    place: (where: string, level: string) => `Place a block ${where}, ${level}`,
    placeForBonus: (where: string, level: string) => `Place a block ${where}, ${level}, for a bonus`,
    take: (where: string, level: string) => `Take off the block ${where}, ${level}`,
    decline: "Skip the bonus",
  },
  event: {
    first: (who: Who, colour: string) => `${does(who, "begin", "begins")}, with the ${colour} blocks`,
    placed: (who: Who, where: string, level: string) => `${does(who, "place", "places")} a block ${where}, ${level}`,
    placedBonus: (who: Who, where: string, level: string) =>
      `${does(who, "place", "places")} a bonus block ${where}, ${level}`,
    earned: (who: Who) => `the middle is filled: ${does(who, "have", "has")} a bonus`,
    taken: (who: Who, colour: string, where: string, level: string) =>
      `${does(who, "take", "takes")} off the ${colour} block ${where}, ${level}`,
    declined: (who: Who) => `${does(who, "skip", "skips")} the bonus`,
    stuck: (who: Who) => `${does(who, "cannot", "cannot")} place a block and ${who.isYou ? "pass" : "passes"}`,
    empty: (who: Who) => `${does(who, "have", "has")} no blocks left and ${who.isYou ? "pass" : "passes"}`,
    ended: (reason: string) => `the game is over: ${reason}`,
  },
  reasons: {
    all_placed: "all blocks have been placed.",
    stuck: "nobody can place a block.",
    ply_limit: "the limit on placed blocks has been reached.",
  } as Record<string, string>,

  prompt: {
    place: "Choose a place for your block",
    bonus: "You have a bonus: place, take off, or skip it",
  },
  table: {
    tower: "The tower. Arrow keys turn it, N and P go through the places, Enter places.",
    plan: "Plan",
    solid: "Tower",
    lying: "Lying",
    standing: "Standing",
    place: "Place",
    takeOff: "Take off",
    take: "Take it off",
    decline: "Skip the bonus",
    help: "Drag to turn. Dashed places are behind the tower. Choose a place twice to build.",
    openHelp: "Every tinted square is open: begin wherever you like.",
    notLoaded: "The 3D tower could not be loaded. Play on with the plan, or try again.",
    planHelp: "Circles: standing. Bars: lying. Numbers: how high the columns are.",
    noBlocks: "No block of this kind fits anywhere now.",
    barred: "The outlined places stay free this turn.",
    left: (count: number) => plural(count, { one: "# block left", other: "# blocks left" }),
    views: "The five views",
    level: (level: number) => `Level ${level}`,
    levels: "Level by level",
    points: (points: number) => plural(points, { one: "# point", other: "# points" }),
  },
  keys: {
    step: "go through the places",
    space: "space",
    pose: "lying or standing",
    place: "build",
    drop: "drop the choice",
    turn: "turn the tower: click it or Tab to it first",
  },
  views: { south: "South", east: "East", north: "North", west: "West", roof: "Roof" },
  sum: "Total",
  /** What the example in the rules shows. */
  example: "A whole game, and its points view by view",
  viewInWords: (view: string, white: number, black: number) => `${view}: white ${white}, black ${black}`,
  /** A change of points, with its sign. */
  change: signed,
  /** Points, and how they would change. */
  forecastPoints: (points: number, change: number) => (change === 0 ? String(points) : `${points} (${signed(change)})`),
  forecast: (place: string, white: string, black: string) => `${place}. Then white ${white}, black ${black}.`,
  position: {
    left: (colour: string, count: number) =>
      `${colour} has ${plural(count, { one: "# block", other: "# blocks" })} left.`,
    column: (column: string, blocks: string[]) => `${column}, from the ground: ${blocks.join("; ")}.`,
    empty: (columns: string[]) => `Empty columns: ${list(columns)}.`,
    points: (views: string[]) => `${list(views)}.`,
    barred: (cells: string[]) => `Not to be filled this turn: ${list(cells)}.`,
    cell: (column: string, level: number) => `${column} level ${level}`,
    part: (colour: string, pose: string, levels: string) => `${colour} ${pose}, ${levels}`,
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    BonusEarned:
      "A block has filled the middle: its player may place another, take one of the opponent’s off, or skip the bonus.",
    BlockTakenOff: "A block was taken off. Its owner gets it back, and may not use its places in the next turn.",
    TurnPassed: "Whoever cannot place a block passes.",
  } as Record<string, string>,
};

export type TurrisWords = typeof en;
