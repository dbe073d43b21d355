// The typed commands of Tao in Italian.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("it");

export const it: SpokenWords = {
  path: "cammino",
  power: (card, effect) => `${card}: ${effect}`,
  stone: (round, element, opposite) =>
    `Round ${round} di 5, vale ${round}. ${element} conta, ${opposite ?? "nulla"} conta in negativo.`,
  score: (name, result, stones) => `${name}: ${result} in questo round, valore delle pietre ${stones}.`,
  onPath: (count, next, last) =>
    `${plural(count, { one: "# carta", other: "# carte" })} sul cammino; ${next ? `si può prendere una delle prime ${next}` : "ora non se ne può prendere nessuna"}. Il round finisce quando ne restano ${last}.`,
  team: (names, result) => `${names} insieme: ${result} in questo round.`,
  cards: (name, cards) => `${name}: ${cards.length ? list(cards) : "nessuna carta"}.`,
  covered: (cards) => `Coperte: ${list(cards)}.`,
  handSize: (count) => plural(count, { one: "# carta in mano.", other: "# carte in mano." }),
  inPlay: (element, opposite) => `${element} conta; ${opposite ?? "nulla"} conta in negativo.`,
  counts: (element, stone) => `${element} conta in negativo: si oppone a ${stone}, l’elemento in gioco.`,
  idle: (element) => `${element} ora non conta.`,
  pathCard: (card, place) => `${card}, numero ${place} sul cammino.`,
  handCard: (card) => `${card}, nella tua mano.`,
  openCard: (card, name) => `${card}, davanti a ${name}.`,
  coveredCard: (card, name) => `${card}, coperta, davanti a ${name}.`,
};
