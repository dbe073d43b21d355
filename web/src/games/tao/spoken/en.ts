// The typed commands of Tao in English.

import { forms } from "../../../i18n/forms";

const { plural, list } = forms("en");

export const en = {
  /** The name of the path as a place. */
  path: "path",
  power: (card: string, effect: string) => `${card}: ${effect}`,
  stone: (round: number, element: string, opposite: string | null) =>
    `Round ${round} of 5, worth ${round}. ${element} counts for you, ${opposite ?? "nothing"} against you.`,
  score: (name: string, result: string, stones: number) => `${name}: ${result} in this round, stones worth ${stones}.`,
  onPath: (count: number, next: number, last: number) =>
    `${plural(count, { one: "# card", other: "# cards" })} on the path; ${next ? `the first ${next} can be taken` : "none can be taken now"}. The round ends when ${last} are left.`,
  team: (names: string, result: string) => `${names} together: ${result} in this round.`,
  cards: (name: string, cards: string[]) => `${name}: ${cards.length ? list(cards) : "no cards"}.`,
  covered: (cards: string[]) => `Covered: ${list(cards)}.`,
  handSize: (count: number) => plural(count, { one: "# card in hand.", other: "# cards in hand." }),
  inPlay: (element: string, opposite: string | null) =>
    `${element} is in play; ${opposite ?? "nothing"} counts against it.`,
  counts: (element: string, stone: string) => `${element} counts against ${stone}, which is in play.`,
  idle: (element: string) => `${element} does not count now.`,
  pathCard: (card: string, place: number) => `${card}, number ${place} on the path.`,
  handCard: (card: string) => `${card}, in your hand.`,
  openCard: (card: string, name: string) => `${card}, in front of ${name}.`,
  coveredCard: (card: string, name: string) => `${card}, covered, in front of ${name}.`,
};

export type SpokenWords = typeof en;
