// Turris in English: options, moves, events, and what the table says.

import { forms } from "../../../i18n/forms";
import type { OptionWords } from "../../view";

const { plural, list } = forms("en");

export const en = {
  options: {
    bonus_chains: { label: "Chains", help: "A bonus block that fills the middle earns another bonus." },
    first: {
      label: "Who begins",
      help: "Seat 1 builds with white blocks, seat 2 with black ones.",
      choices: { random: "Chance decides", white: "White", black: "Black" },
    },
  } as Record<string, OptionWords>,

  colours: ["white", "black"],
  standing: (column: string) => `standing on ${column}`,
  lying: (one: string, other: string) => `lying on ${one} and ${other}`,
  level: (level: number) => `level ${level}`,
  levels: (low: number, high: number) => `levels ${low} and ${high}`,

  move: {
    place: (where: string, level: string) => `Place a block ${where}, ${level}`,
    placeForBonus: (where: string, level: string) => `Place a block ${where}, ${level}, for a bonus`,
    take: (where: string, level: string) => `Take off the block ${where}, ${level}`,
    decline: "Leave the bonus",
  },
  event: {
    first: (name: string, colour: string) => `${name} begins, with the ${colour} blocks.`,
    placed: (name: string, where: string, level: string) => `${name} places a block ${where}, ${level}.`,
    placedBonus: (name: string, where: string, level: string) => `${name} places a bonus block ${where}, ${level}.`,
    earned: (name: string) => `The middle is filled: ${name} has a bonus.`,
    taken: (name: string, colour: string, where: string, level: string) =>
      `${name} takes off the ${colour} block ${where}, ${level}.`,
    declined: (name: string) => `${name} leaves the bonus.`,
    stuck: (name: string) => `${name} cannot place a block and passes.`,
    empty: (name: string) => `${name} has no block left and passes.`,
    ended: (reason: string) => `The game is over: ${reason}`,
  },
  reasons: {
    all_placed: "all blocks are placed.",
    stuck: "nobody can place a block.",
    ply_limit: "the limit of placements is reached.",
  } as Record<string, string>,

  prompt: {
    place: "Choose a place for your block",
    bonus: "You have a bonus: place, take off, or leave it",
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
    decline: "Leave the bonus",
    help: "Drag to turn. Choose a lit place, then choose it again to build.",
    planHelp: "Circles: standing. Bars: lying. Numbers: how high the columns are.",
    noBlocks: "No block of this kind fits anywhere now.",
    barred: "The outlined places stay free this turn.",
    left: (count: number) => plural(count, { one: "# block left", other: "# blocks left" }),
    views: "The five views",
    level: (level: number) => `Level ${level}`,
    levels: "Level by level",
    points: (points: number) => plural(points, { one: "# point", other: "# points" }),
  },
  views: { south: "South", east: "East", north: "North", west: "West", roof: "Roof" },
  sum: "Sum",
  viewInWords: (view: string, white: number, black: number) => `${view}: white ${white}, black ${black}`,
  position: {
    left: (colour: string, count: number) =>
      `${colour} has ${plural(count, { one: "# block", other: "# blocks" })} left.`,
    column: (column: string, blocks: string[]) => `${column}, from the ground: ${list(blocks)}.`,
    empty: (columns: string[]) => `Empty columns: ${list(columns)}.`,
    points: (views: string[]) => `${list(views)}.`,
    barred: (cells: string[]) => `Not to be filled this turn: ${list(cells)}.`,
    cell: (column: string, level: number) => `${column} level ${level}`,
    part: (colour: string, level: number) => `${colour} at level ${level}`,
  },
};

export type TurrisWords = typeof en;
