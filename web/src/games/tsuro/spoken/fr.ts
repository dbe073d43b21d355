// The typed commands of Tsuro in French.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list, choice } = forms("fr");

const turns = ["Sans tourner", "Un quart de tour", "Un demi-tour", "Trois quarts de tour"];
const turned = ["", ", tournée d’un quart de tour", ", tournée d’un demi-tour", ", tournée de trois quarts de tour"];

export const fr: SpokenWords = {
  tip: "h et un numéro : où mène cette tuile, selon sa rotation.",
  isIn: (name, tiles, dragon) =>
    `${name} : en jeu, ${plural(tiles, { one: "# tuile", other: "# tuiles" })}${dragon ? ", le dragon" : ""}.`,
  isOut: (name) => `${name} : hors jeu.`,
  pile: (count) => plural(count, { one: "# tuile dans la pioche.", other: "# tuiles dans la pioche." }),
  turned: (quarters, way) => `${turns[quarters]} : ${way}.`,
  notAllowed: (text) => `Interdit : ${text}`,
  way: (entry, exit, end) => `de l’entrée ${entry} à la sortie ${exit}, ${end}`,
  leadsTo: (square, port) => `mène en ${square}, ${port}`,
  overEdge: "sort du plateau",
  meets: (name) => `rencontre ${name}`,
  withOthers: (place, names) =>
    `${place}, ${plural(names.length, { one: "où se trouve", other: "où se trouvent" })} ${list(names)}`,
  laid: (square, tile, quarters) => `${square} : tuile ${tile}${turned[quarters]}.`,
  free: (path) => `${path} : libre.`,
  used: (path, name) => `${path} : chemin de ${name}.`,
  empty: (square) => `${square} : vide.`,
  stands: (name, ports) => `${name} : entrée ${choice(ports)}.`,
  exit: (port, end) => `Sortie ${port} : ${end}.`,
};
