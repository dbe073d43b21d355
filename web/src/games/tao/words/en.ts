// Tao in English: options, moves, events, and what the table says.

import { forms } from "../../../i18n/forms";
import type { OptionWords } from "../../view";

const { plural, list } = forms("en");

export const en = {
  options: {
    teams: { label: "Teams", help: "Four players: seats 1 and 3 play together against seats 2 and 4." },
    opposition: {
      label: "Opposition",
      help: "Which element counts against the one in play. The printed rules do not say; this is a reconstruction.",
      choices: { overcomes: "The one it overcomes", overcome_by: "The one that overcomes it" },
    },
    deck: {
      label: "Cards",
      help: "Your own cards, such as wa1,wa2to,wo3*2; at most 200. The usual deck is a reconstruction.",
    },
  } as Record<string, OptionWords>,

  elements: { water: "Water", wood: "Wood", fire: "Fire", earth: "Earth", metal: "Metal" },
  powers: {
    tiger: "White Tiger",
    dragon: "Azure Dragon",
    bird: "Vermilion Bird",
    unicorn: "Yellow Unicorn",
    tortoise: "Black Tortoise",
  },
  /** What a power does, on its card. */
  effects: {
    tiger: "stone one step",
    dragon: "stone two steps",
    bird: "swap equal values",
    unicorn: "cover a card",
    tortoise: "another turn",
  },
  card: (element: string, value: number) => `${element} ${value}`,
  guardian: (card: string, power: string) => `${card} (${power})`,
  self: "yourself",
  partner: (name: string) => `your partner ${name}`,

  move: {
    walk: (card: string, whom: string) => `Take ${card} from the path, put it before ${whom}`,
    hand: (card: string, whom: string) => `Play ${card} from your hand, put it before ${whom}`,
    withEffect: (move: string, effect: string) => `${move}; then: ${effect}`,
    stone: (element: string, opposite: string) => `Move the stone to ${element}; ${opposite} then counts against it`,
    swap: (mine: string, name: string, theirs: string) => `Give ${mine} to ${name} for ${theirs}`,
    cover: (card: string) => `Cover ${card}`,
  },

  event: {
    first: (name: string) => `${name} is drawn to begin.`,
    dealt: (card: string) => `You are dealt ${card}.`,
    round: (round: number, element: string, name: string) =>
      `Round ${round}: the stone, worth ${round}, stands on ${element}. ${name} begins.`,
    putFromPath: (name: string, card: string, whom: string) => `${name} puts ${card} from the path before ${whom}.`,
    putFromHand: (name: string, card: string, whom: string) => `${name} puts ${card} from hand before ${whom}.`,
    themselves: "themselves",
    skipped: (card: string) => `${card} finds nothing to work on.`,
    again: (name: string) => `${name} takes another turn.`,
    stone: (name: string, from: string, to: string) => `${name} moves the stone from ${from} to ${to}.`,
    swapped: (name: string, other: string, mine: string, theirs: string) =>
      `${name} gives ${other} ${mine} for ${theirs}.`,
    covered: (name: string, card: string) => `${name} covers ${card}.`,
    scored: (round: number, element: string, results: string) => `Round ${round} is scored in ${element}: ${results}.`,
    result: (name: string, result: string) => `${name} ${result}`,
    stoneWon: (name: string) => `${name} takes the stone.`,
    stoneWonPoints: (name: string) => `${name} takes the stone, by most points in the element.`,
    stoneWonCards: (name: string) => `${name} takes the stone, by most cards of the element.`,
    stoneTied: "Nobody takes the stone.",
    ended: (reason: string) => `The game is over: ${reason}`,
  },
  reasons: {
    five_rounds: "all five rounds are played.",
    uncatchable: "nobody can catch up any more.",
  } as Record<string, string>,

  prompt: {
    pick: "Take a card from the path or from your hand",
    give: "Put it before a player",
    stone: "Choose where the stone goes",
    swapMine: "Choose a card of yours to give",
    swapTheirs: "Choose the card you want for it",
    cover: "Choose a card of yours to cover",
  },

  table: {
    path: "The path",
    place: (card: string) => `Take ${card} from the path`,
    lying: (card: string) => `${card} on the path`,
    hand: "Your hand",
    handEmpty: "Your hand is empty.",
    handCard: (card: string) => `Play ${card} from your hand`,
    mat: (name: string) => `Cards before ${name}`,
    put: (name: string) => `Put it here, before ${name}`,
    here: "Put it here",
    resultOf: (name: string, result: string) => `${name} has ${result} in this round so far`,
    stones: (total: number) => plural(total, { one: "stones: # point", other: "stones: # points" }),
    round: (round: number) => `Round ${round} of 5`,
    moveStone: (element: string) => `Move the stone to ${element}`,
    covered: (card: string) => `${card}, covered`,
    nothing: "no cards yet",
    handSize: (count: number) => plural(count, { one: "# card in hand", other: "# cards in hand" }),
  },
  end: {
    rounds: "The stones",
    round: (round: number) => `Round ${round}`,
    nobody: "nobody",
  },
  position: {
    round: (round: number, element: string) => `Round ${round}. The stone stands on ${element}.`,
    path: (cards: string[]) => `On the path, clockwise from the marker: ${list(cards)}.`,
    next: (cards: string[]) => `The next cards to take: ${list(cards)}.`,
    before: (name: string, cards: string[], result: string) =>
      `Before ${name}: ${list(cards)}. Result so far ${result}.`,
    beforeNothing: (name: string) => `Before ${name}: no cards.`,
    covered: (name: string, cards: string[]) => `Covered before ${name}: ${list(cards)}.`,
    stones: (name: string, total: number) => `${name} has stones worth ${total}.`,
    hand: (cards: string[]) => `You hold ${list(cards)}.`,
  },
};

export type TaoWords = typeof en;
