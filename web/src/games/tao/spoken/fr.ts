// The typed commands of Tao in French.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("fr");

export const fr: SpokenWords = {
  path: "chemin",
  power: (card, effect) => `${card} : ${effect}`,
  stone: (round, element, opposite) =>
    `Manche ${round} sur 5, qui vaut ${round}. ${element} compte, ${opposite === null ? "rien ne compte" : `${opposite} compte`} contre vous.`,
  score: (name, result, stones) =>
    `${name} : ${result} dans cette manche, ${plural(stones, { one: "# point", other: "# points" })} en pierres.`,
  onPath: (count, next, last) =>
    `${plural(count, { one: "# carte", other: "# cartes" })} sur le chemin ; ${next ? `on peut prendre l’une des ${next} premières` : "on ne peut en prendre aucune maintenant"}. La manche finit quand il en reste ${last}.`,
  team: (names, result) => `${names} ensemble : ${result} dans cette manche.`,
  cards: (name, cards) => `${name} : ${cards.length ? list(cards) : "aucune carte"}.`,
  covered: (cards) => `Couvertes : ${list(cards)}.`,
  handSize: (count) => plural(count, { one: "# carte en main.", other: "# cartes en main." }),
  inPlay: (element, opposite) =>
    `${element} compte ; ${opposite === null ? "rien ne compte" : `${opposite} compte`} contre vous.`,
  counts: (element, stone) => `${element} compte contre vous : l’élément en jeu est ${stone}.`,
  idle: (element) => `${element} ne compte pas pour l’instant.`,
  pathCard: (card, place) => `${card}, numéro ${place} sur le chemin.`,
  handCard: (card) => `${card}, dans votre main.`,
  openCard: (card, name) => `${card}, devant ${name}.`,
  coveredCard: (card, name) => `${card}, couverte, devant ${name}.`,
};
