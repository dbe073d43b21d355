// Tao in English: options, moves, events, and what the table says.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { OptionWords } from "../../view";

const { plural, list } = forms("en");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `you ${you}` : `${who.name} ${they}`);
const name = (who: Who) => (who.isYou ? "you" : who.name);

export const en = {
  options: {
    teams: { label: "Teams", help: "Four players: seats 1 and 3 play together against seats 2 and 4." },
    opposition: {
      label: "Opposition",
      help: "Which element counts against the one in play. The printed rules do not say; this is a reconstruction.",
      choices: {
        overcomes: "The one it overcomes",
        overcome_by: "The one that overcomes it",
        compass: "The one across the compass",
        own: "A table of your own",
      },
      about: {
        overcomes:
          "Each element overcomes the next but one: Fire counts against Water, Earth against Wood, and so on round the ring.",
        overcome_by: "The other way round: Earth counts against Water, Metal against Wood, and so on round the ring.",
        compass:
          "By the guardians’ quarters: Water and Fire oppose each other, Wood and Metal oppose each other, and nothing counts against Earth.",
        own: "Pairs with commas between them: wa:fi says that Fire counts against Water (wa, wo, fi, ea, me). Nothing counts against an element that is not named.",
      },
    },
    deck: {
      label: "Cards",
      help: "Element, value and power: wa1 is Water 1, wa2to is Water 2 with the Tortoise, and wo3*2 is Wood 3 twice. At most 200 cards. The usual deck is a reconstruction.",
    },
    early_end: {
      label: "Early end",
      help: "When the game is over before the fifth round.",
      choices: { uncatchable: "When nobody can catch up", anyone_out: "When one player is out", never: "Never" },
      about: {
        uncatchable: "After round 4, if the leader is at least 6 points ahead of everybody else.",
        anyone_out:
          "After round 4, as soon as one player can no longer win, even if others still could: the printed rules word for word.",
        never: "All five rounds are always played.",
      },
    },
    team_rounds: {
      label: "Team rounds",
      help: "How a round is scored when you play in teams.",
      choices: { each: "Each for themselves", together: "Together" },
      about: {
        each: "The best player wins the stone; partners only add up their stones.",
        together:
          "The cards of partners are added up, and the team wins the stone; the better of the two begins the next round.",
      },
    },
    last_power: {
      label: "Last card",
      help: "What a guardian does that is the last card taken in a round.",
      choices: { no_turn: "Power, no extra turn", all: "Power and extra turn", none: "No power" },
      about: {
        no_turn: "Its power still works before the scoring, but the Tortoise gives no extra turn.",
        all: "Its power still works before the scoring; the Tortoise’s extra turn is one card from your hand, if you have any.",
        none: "The round is over at once, without its power.",
      },
    },
    covered: {
      label: "Covered cards",
      help: "How long a card under a Unicorn is covered.",
      choices: { stays: "Until the round ends", while_covered: "While the Unicorn is there" },
      about: {
        stays: "A covered card stays covered until the round ends, even if the Unicorn is swapped away.",
        while_covered: "A covered card is free and counts again when the Unicorn on it is swapped away.",
      },
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
    walk: (card: string, whom: string) => `Take ${card} from the path and put it in front of ${whom}`,
    hand: (card: string, whom: string) => `Play ${card} from your hand and put it in front of ${whom}`,
    withEffect: (move: string, effect: string) => `${move}; then: ${effect}`,
    withResults: (move: string, results: string) => `${move} (score: ${results})`,
    /** In the brackets of `withResults`. */
    resultOf: (who: Who, result: string) => `${name(who)} ${result}`,
    endsRound: (move: string, stone: string) => `${move}; this ends the round: ${stone}`,
    stone: (element: string, opposite: string | null) =>
      opposite === null
        ? `Move the stone to ${element}; nothing then counts against it`
        : `Move the stone to ${element}; ${opposite} then counts against it`,
    swap: (mine: string, name: string, theirs: string) => `Give ${mine} to ${name} for ${theirs}`,
    cover: (card: string) => `Cover ${card}`,
  },

  event: {
    first: (who: Who) => `chance decides: ${does(who, "begin", "begins")}`,
    dealt: (cards: string[]) => `you are dealt ${list(cards)}`,
    round: (round: number, element: string) => `round ${round}: the stone, worth ${round}, stands on ${element}`,
    begins: (who: Who) => does(who, "begin", "begins"),
    takes: (who: Who, card: string) => `${does(who, "take", "takes")} ${card} from the path`,
    plays: (who: Who, card: string) =>
      `${does(who, "play", "plays")} ${card} from ${who.isYou ? "your hand" : "their hand"}`,
    givesFromPath: (who: Who, card: string, to: Who) =>
      `${does(who, "give", "gives")} ${name(to)} ${card} from the path`,
    givesFromHand: (who: Who, card: string, to: Who) =>
      `${does(who, "give", "gives")} ${name(to)} ${card} from ${who.isYou ? "your hand" : "their hand"}`,
    skipped: (card: string) => `${card} has no effect here`,
    again: (who: Who) => `${does(who, "take", "takes")} another turn`,
    stone: (who: Who, from: string, to: string) => `${does(who, "move", "moves")} the stone from ${from} to ${to}`,
    swapped: (who: Who, other: Who, mine: string, theirs: string) =>
      `${does(who, "give", "gives")} ${name(other)} ${mine} for ${theirs}`,
    covered: (who: Who, card: string) => `${does(who, "cover", "covers")} ${card}`,
    uncovered: (who: Who, card: string) => `${card} in front of ${name(who)} is open again`,
    scored: (round: number, element: string, results: string) => `round ${round} is scored in ${element}: ${results}`,
    result: (who: Who, result: string) => `${name(who)} (${result})`,
    stoneWon: (who: Who) => `${does(who, "take", "takes")} the stone`,
    stoneWonPoints: (who: Who) => `${does(who, "take", "takes")} the stone with the most points in the element`,
    stoneWonCards: (who: Who) => `${does(who, "take", "takes")} the stone with the most cards of the element`,
    teamStone: (names: string) => `${names} take the stone`,
    teamStonePoints: (names: string) => `${names} take the stone with the most points in the element`,
    teamStoneCards: (names: string) => `${names} take the stone with the most cards of the element`,
    stoneTied: "nobody takes the stone",
    ended: (reason: string) => `the game is over: ${reason}`,
  },
  reasons: {
    five_rounds: "all five rounds have been played.",
    uncatchable: "nobody can catch up any more.",
    anyone_out: "one player can no longer win.",
  } as Record<string, string>,

  prompt: {
    pick: "Take a card from the path or from your hand",
    hand: "The path is closed: play a card from your hand",
    give: "Put it in front of a player",
    stone: "Choose where the stone goes",
    swapMine: "Choose a card of yours to give",
    swapTheirs: "Choose the card you want in return",
    cover: "Choose a card of yours to cover",
  },

  table: {
    path: "The path",
    place: (card: string) => `Take ${card} from the path`,
    lying: (card: string) => `${card} on the path`,
    hand: "Your hand",
    handEmpty: "Your hand is empty.",
    handCard: (card: string) => `Play ${card} from your hand`,
    mat: (name: string) => `Cards in front of ${name}`,
    put: (name: string) => `Put it here, in front of ${name}`,
    putWithResult: (name: string, from: string, to: string) =>
      `Put it here, in front of ${name}: from ${from} to ${to}`,
    playsWith: (name: string) => `plays with ${name}`,
    against: "counts against you",
    ring: (element: string, opposite: string | null) =>
      opposite === null
        ? `The stone stands on ${element}; nothing counts against you`
        : `The stone stands on ${element}; ${opposite} counts against you`,
    here: "Put it here",
    resultOf: (name: string, result: string) => `${name} has ${result} in this round so far`,
    teamResult: (result: string) => `team ${result}`,
    stones: (total: number) => plural(total, { one: "stones: # point", other: "stones: # points" }),
    round: (round: number) => `Round ${round} of 5`,
    moveStone: (element: string) => `Move the stone to ${element}`,
    covered: (card: string) => `${card}, covered`,
    nothing: "no cards yet",
    handSize: (count: number) => plural(count, { one: "# card in hand", other: "# cards in hand" }),
  },
  /** What a card is and does, beside it. */
  tip: {
    powers: {
      tiger: "In front of you: move the stone to a neighbouring element.",
      dragon: "In front of you: move the stone two elements, either way.",
      bird: "In front of you: swap one of your open cards for another player’s of the same value.",
      unicorn: "In front of you: cover another of your cards, which then no longer counts.",
      tortoise: "In front of you: take another turn at once.",
    },
    others: "In front of anybody else it is an ordinary card.",
    noPower: "No power.",
    covered: "Covered: it counts for nothing until the round ends.",
    coveredFrees: "Covered: it counts for nothing while the Unicorn lies on it.",
    counts: (element: string) => `${element} counts for you now.`,
    countsAgainst: (element: string) => `${element} counts against you now.`,
    countsNothing: (element: string) => `${element} counts for nothing now.`,
  },
  /** How a round was scored. */
  round: {
    title: (round: number) => `Round ${round} is scored`,
    counts: (element: string) => `${element} counts`,
    countsAgainst: (element: string) => `${element} counts against you`,
    tie: (names: string, result: string) => `Tie at ${result}: ${names}.`,
    tiePoints: (element: string, figures: string) => `Points in ${element}: ${figures}.`,
    tieCards: (element: string, figures: string) => `Cards of ${element}: ${figures}.`,
    stoneTo: (name: string, worth: number) => `The stone, worth ${worth}, goes to ${name}.`,
    stoneToYou: (worth: number) => `The stone, worth ${worth}, is yours.`,
    stoneToTeam: (names: string, worth: number) => `The stone, worth ${worth}, goes to ${names}.`,
    stoneToYourTeam: (worth: number) => `The stone, worth ${worth}, goes to your team.`,
    together: "Together",
    stoneToNobody: (worth: number) => `Still tied: nobody gets the stone, worth ${worth}.`,
    next: (round: number) => `On to round ${round}`,
  },
  end: {
    rounds: "The rounds",
    element: "Round and element",
    round: (round: number) => `Round ${round}`,
    stone: "takes the stone",
    byPoints: "more points",
    byCards: "more cards",
    nobody: "Tied: nobody gets it",
    stones: "Stones",
    team: "Team",
  },
  position: {
    round: (round: number, element: string) => `Round ${round}. The stone stands on ${element}.`,
    path: (cards: string[]) => `On the path, clockwise from the marker: ${list(cards)}.`,
    next: (cards: string[]) => `The next cards to take: ${list(cards)}.`,
    before: (name: string, cards: string[], result: string) =>
      `In front of ${name}: ${list(cards)}. Result so far ${result}.`,
    beforeNothing: (name: string) => `In front of ${name}: no cards.`,
    covered: (name: string, cards: string[]) => `Covered in front of ${name}: ${list(cards)}.`,
    stones: (name: string, total: number) => `${name} has stones worth ${total}.`,
    hand: (cards: string[]) => `You hold ${list(cards)}.`,
  },
  keys: { card: "choose a card: path 1–3, hand 4–5", seat: "then: choose who gets it", drop: "put it back" },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    StoneMoved:
      "The stone has moved. From now on the cards of another element count, and those of another one count against you.",
    CardsSwapped: "The Bird has swapped two cards of the same value.",
    CardCovered: "The Unicorn has covered a card: it counts for nothing in this round.",
    TurnRepeated: "The Tortoise gives another turn at once.",
    RoundEnded:
      "A round is over. The best result in the element of the stone wins it; in a tie, the points in the element itself decide.",
  } as Record<string, string>,
};

export type TaoWords = typeof en;
