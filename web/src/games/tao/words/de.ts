// Tao in German.

import { forms } from "../../../i18n/forms";
import type { TaoWords } from "./en";

const { plural, list } = forms("de");

export const de: TaoWords = {
  options: {
    teams: { label: "Teams", help: "Zu viert: Die Plätze 1 und 3 spielen zusammen gegen die Plätze 2 und 4." },
    opposition: {
      label: "Gegensatz",
      help: "Welches Element gegen das im Spiel zählt. Die gedruckte Anleitung sagt es nicht; dies ist eine Rekonstruktion.",
      choices: { overcomes: "Das, was es überwindet", overcome_by: "Das, wovon es überwunden wird" },
    },
    deck: {
      label: "Karten",
      help: "Eigene Karten, etwa wa1,wa2to,wo3*2; höchstens 200. Die üblichen sind eine Rekonstruktion.",
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
    stone: (element, opposite) => `Den Stein auf ${element} ziehen; dagegen zählt dann ${opposite}`,
    swap: (mine, name, theirs) => `${name} ${mine} für ${theirs} geben`,
    cover: (card) => `${card} zudecken`,
  },

  event: {
    first: (name) => `Das Los sagt: ${name} beginnt.`,
    dealt: (card) => `Du bekommst ${card}.`,
    round: (round, element, name) => `Runde ${round}: Der Stein, ${round} wert, steht auf ${element}. ${name} beginnt.`,
    putFromPath: (name, card, whom) => `${name} legt ${card} vom Pfad vor ${whom}.`,
    putFromHand: (name, card, whom) => `${name} legt ${card} aus der Hand vor ${whom}.`,
    themselves: "sich selbst",
    skipped: (card) => `${card} findet nichts, worauf es wirken kann.`,
    again: (name) => `${name} ist noch einmal am Zug.`,
    stone: (name, from, to) => `${name} zieht den Stein von ${from} auf ${to}.`,
    swapped: (name, other, mine, theirs) => `${name} gibt ${other} ${mine} für ${theirs}.`,
    covered: (name, card) => `${name} deckt ${card} zu.`,
    scored: (round, element, results) => `Runde ${round} wird in ${element} gewertet: ${results}.`,
    result: (name, result) => `${name} ${result}`,
    stoneWon: (name) => `${name} nimmt den Stein.`,
    stoneWonPoints: (name) => `${name} nimmt den Stein, mit den meisten Punkten im Element.`,
    stoneWonCards: (name) => `${name} nimmt den Stein, mit den meisten Karten des Elements.`,
    stoneTied: "Niemand nimmt den Stein.",
    ended: (reason) => `Das Spiel ist aus: ${reason}`,
  },
  reasons: {
    five_rounds: "alle fünf Runden sind gespielt.",
    uncatchable: "niemand kann mehr aufholen.",
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
    here: "Hierher legen",
    resultOf: (name, result) => `${name} hat in dieser Runde bisher ${result}`,
    stones: (total) => plural(total, { one: "Steine: # Punkt", other: "Steine: # Punkte" }),
    round: (round) => `Runde ${round} von 5`,
    moveStone: (element) => `Den Stein auf ${element} ziehen`,
    covered: (card) => `${card}, zugedeckt`,
    nothing: "noch keine Karten",
    handSize: (count) => plural(count, { one: "# Handkarte", other: "# Handkarten" }),
  },
  end: { rounds: "Die Steine", round: (round) => `Runde ${round}`, nobody: "niemand" },
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
};
