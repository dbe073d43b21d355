// Tao in German.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TaoWords } from "./en";

const { plural, list } = forms("de");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `du ${you}` : `${who.name} ${they}`);

export const de: TaoWords = {
  options: {
    teams: { label: "Teams", help: "Zu viert: Die Plätze 1 und 3 spielen zusammen gegen die Plätze 2 und 4." },
    opposition: {
      label: "Gegensatz",
      help: "Welches Element gegen das zählt, auf dem der Stein steht. Die gedruckte Anleitung sagt es nicht; dies ist eine Rekonstruktion.",
      choices: { overcomes: "Das von ihm überwundene", overcome_by: "Das ihm überlegene" },
    },
    deck: {
      label: "Karten",
      help: "Element, Wert und Kraft: wa1 ist Wasser 1, wa2to ist Wasser 2 mit der Schildkröte, und wo3*2 ist zweimal dabei. Höchstens 200 Karten. Die üblichen sind eine Rekonstruktion.",
    },
  },

  elements: { water: "Wasser", wood: "Holz", fire: "Feuer", earth: "Erde", metal: "Metall" },
  powers: {
    tiger: "Weißer Tiger",
    dragon: "Blauer Drache",
    bird: "Roter Vogel",
    unicorn: "Gelbes Einhorn",
    tortoise: "Schwarze Schildkröte",
  },
  effects: {
    tiger: "Stein ein Element weiter",
    dragon: "Stein zwei Elemente weiter",
    bird: "gleiche Werte tauschen",
    unicorn: "eine Karte zudecken",
    tortoise: "noch ein Zug",
  },
  card: (element, value) => `${element} ${value}`,
  guardian: (card, power) => `${card} (${power})`,
  self: "dich selbst",
  partner: (name) => `deinen Partner ${name}`,

  move: {
    walk: (card, whom) => `${card} vom Pfad nehmen und vor ${whom} legen`,
    hand: (card, whom) => `${card} aus der Hand vor ${whom} legen`,
    withEffect: (move, effect) => `${move}; dann: ${effect}`,
    withResults: (move, results) => `${move} (Stand: ${results})`,
    endsRound: (move, stone) => `${move}; damit endet die Runde: ${stone}`,
    stone: (element, opposite) => `Den Stein auf ${element} ziehen; dagegen zählt dann ${opposite}`,
    swap: (mine, name, theirs) => `${name} ${mine} für ${theirs} geben`,
    cover: (card) => `${card} zudecken`,
  },

  event: {
    first: (who) => `${does(who, "beginnst", "beginnt")}, so will es das Los`,
    dealt: (cards) => `du bekommst ${list(cards)}`,
    round: (round, element) => `Runde ${round}: Der Stein (Wert ${round}) steht auf ${element}`,
    begins: (who) => does(who, "beginnst", "beginnt"),
    takes: (who, card) => `${does(who, "nimmst", "nimmt")} ${card} vom Pfad`,
    plays: (who, card) => `${does(who, "spielst", "spielt")} ${card} aus der Hand`,
    givesFromPath: (who, card, to) => `${does(who, "gibst", "gibt")} ${to.isYou ? "dir" : to.name} ${card} vom Pfad`,
    givesFromHand: (who, card, to) =>
      `${does(who, "gibst", "gibt")} ${to.isYou ? "dir" : to.name} ${card} aus der Hand`,
    skipped: (card) => `${card} bewirkt hier nichts`,
    again: (who) => `${does(who, "bist", "ist")} noch einmal am Zug`,
    stone: (who, from, to) => `${does(who, "ziehst", "zieht")} den Stein von ${from} auf ${to}`,
    swapped: (who, other, mine, theirs) =>
      `${does(who, "gibst", "gibt")} ${other.isYou ? "dir" : other.name} ${mine} für ${theirs}`,
    covered: (who, card) => `${does(who, "deckst", "deckt")} ${card} zu`,
    scored: (round, element, results) => `Runde ${round} wird in ${element} gewertet: ${results}`,
    result: (who, result) => `${who.isYou ? "du" : who.name} ${result}`,
    stoneWon: (who) => `${does(who, "nimmst", "nimmt")} den Stein`,
    stoneWonPoints: (who) => `${does(who, "nimmst", "nimmt")} den Stein, mit den meisten Punkten im Element`,
    stoneWonCards: (who) => `${does(who, "nimmst", "nimmt")} den Stein, mit den meisten Karten des Elements`,
    stoneTied: "niemand nimmt den Stein",
    ended: (reason) => `das Spiel ist aus: ${reason}`,
  },
  reasons: {
    five_rounds: "Alle fünf Runden sind gespielt.",
    uncatchable: "Niemand kann mehr aufholen.",
  },

  prompt: {
    pick: "Nimm eine Karte vom Pfad oder aus der Hand",
    give: "Lege sie vor jemanden",
    stone: "Wähle, wohin der Stein zieht",
    swapMine: "Wähle eine deiner Karten zum Tauschen",
    swapTheirs: "Wähle die Karte, die du dafür willst",
    cover: "Wähle eine deiner Karten zum Zudecken",
  },

  table: {
    path: "Der Pfad",
    place: (card) => `${card} vom Pfad nehmen`,
    lying: (card) => `${card} auf dem Pfad`,
    hand: "Deine Hand",
    handEmpty: "Deine Hand ist leer.",
    handCard: (card) => `${card} aus der Hand spielen`,
    mat: (name) => `Karten vor ${name}`,
    put: (name) => `Hierher legen, vor ${name}`,
    putWithResult: (name, from, to) => `Hierher legen, vor ${name}: von ${from} auf ${to}`,
    playsWith: (name) => `spielt mit ${name}`,
    against: "zählt gegen dich",
    ring: (element, opposite) => `Der Stein steht auf ${element}; ${opposite} zählt gegen dich`,
    here: "Hierher legen",
    resultOf: (name, result) => `${name} hat in dieser Runde bisher ${result}`,
    stones: (total) => plural(total, { one: "Steine: # Punkt", other: "Steine: # Punkte" }),
    round: (round) => `Runde ${round} von 5`,
    moveStone: (element) => `Den Stein auf ${element} ziehen`,
    covered: (card) => `${card}, zugedeckt`,
    nothing: "noch keine Karten",
    handSize: (count) => plural(count, { one: "# Handkarte", other: "# Handkarten" }),
  },
  tip: {
    powers: {
      tiger: "Vor dir ausgelegt: Ziehe den Stein auf ein Nachbarelement.",
      dragon: "Vor dir ausgelegt: Ziehe den Stein zwei Elemente weiter, in welche Richtung du willst.",
      bird: "Vor dir ausgelegt: Tausche eine deiner offenen Karten gegen eine mit gleichem Wert vor jemand anderem.",
      unicorn: "Vor dir ausgelegt: Decke eine andere deiner Karten zu; sie zählt dann nicht mehr.",
      tortoise: "Vor dir ausgelegt: Du bist sofort noch einmal am Zug.",
    },
    others: "Vor jemand anderem ist sie eine gewöhnliche Karte.",
    noPower: "Keine Kraft.",
    covered: "Zugedeckt: Sie zählt bis zum Ende der Runde nicht.",
    counts: (element) => `${element} zählt gerade für dich.`,
    countsAgainst: (element) => `${element} zählt gerade gegen dich.`,
    countsNothing: (element) => `${element} zählt gerade nicht.`,
  },
  round: {
    title: (round) => `Wertung von Runde ${round}`,
    counts: (element) => `${element} zählt`,
    countsAgainst: (element) => `${element} zählt gegen dich`,
    tie: (names, result) => `Gleichstand bei ${result}: ${names}.`,
    tiePoints: (element, figures) => `Punkte in ${element}: ${figures}.`,
    tieCards: (element, figures) => `Zahl der Karten in ${element}: ${figures}.`,
    stoneTo: (name, worth) => `Der Stein im Wert von ${worth} geht an ${name}.`,
    stoneToYou: (worth) => `Der Stein im Wert von ${worth} gehört dir.`,
    stoneToNobody: (worth) => `Immer noch Gleichstand: Den Stein im Wert von ${worth} bekommt niemand.`,
    next: (round) => `Weiter zu Runde ${round}`,
  },
  end: {
    rounds: "Die Runden",
    element: "Runde und Element",
    round: (round) => `Runde ${round}`,
    stone: "nimmt den Stein",
    byPoints: "mehr Punkte",
    byCards: "mehr Karten",
    nobody: "Gleichstand: für niemanden",
    stones: "Steine",
    team: "Team",
  },
  position: {
    round: (round, element) => `Runde ${round}. Der Stein steht auf ${element}.`,
    path: (cards) => `Auf dem Pfad, im Uhrzeigersinn ab der Figur: ${list(cards)}.`,
    next: (cards) => `Die nächsten Karten: ${list(cards)}.`,
    before: (name, cards, result) => `Vor ${name}: ${list(cards)}. Ergebnis bisher ${result}.`,
    beforeNothing: (name) => `Vor ${name}: keine Karten.`,
    covered: (name, cards) => `Zugedeckt vor ${name}: ${list(cards)}.`,
    stones: (name, total) => `${name} hat Steine im Wert von ${total}.`,
    hand: (cards) => `Du hast ${list(cards)} auf der Hand.`,
  },
  keys: { card: "Karte wählen: Pfad 1–3, Hand 4–5", seat: "danach: vor wen sie kommt", drop: "zurücklegen" },
};
