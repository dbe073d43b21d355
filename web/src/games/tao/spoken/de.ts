// The typed commands of Tao in German.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("de");

export const de: SpokenWords = {
  path: "pfad",
  power: (card, effect) => `${card}: ${effect}`,
  stone: (round, element, opposite) =>
    `Runde ${round} von 5, ${round} wert. ${element} zählt, ${opposite ?? "nichts"} zählt dagegen.`,
  score: (name, result, stones) => `${name}: ${result} in dieser Runde, Steine im Wert von ${stones}.`,
  onPath: (count, next, last) =>
    `${plural(count, { one: "# Karte", other: "# Karten" })} auf dem Pfad; ${next ? `die ersten ${next} sind zu haben` : "jetzt ist keine zu haben"}. Die Runde endet, wenn noch ${last} liegen.`,
  team: (names, result) => `${names} zusammen: ${result} in dieser Runde.`,
  cards: (name, cards) => `${name}: ${cards.length ? list(cards) : "keine Karten"}.`,
  covered: (cards) => `Zugedeckt: ${list(cards)}.`,
  handSize: (count) => plural(count, { one: "# Handkarte.", other: "# Handkarten." }),
  inPlay: (element, opposite) => `${element} zählt; ${opposite ?? "nichts"} zählt dagegen.`,
  counts: (element, stone) => `Der Stein steht auf ${stone}; ${element} zählt dagegen.`,
  idle: (element) => `${element} zählt gerade nicht.`,
  pathCard: (card, place) => `${card}, auf dem Pfad an Stelle ${place}.`,
  handCard: (card) => `${card}, auf deiner Hand.`,
  openCard: (card, name) => `${card}, vor ${name}.`,
  coveredCard: (card, name) => `${card}, zugedeckt, vor ${name}.`,
};
