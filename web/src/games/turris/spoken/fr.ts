// The typed commands of Turris in French.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("fr");

export const fr: SpokenWords = {
  side: (colour, name) => `${name} (${colour})`,
  total: (side, points) => `${side} : ${plural(points, { one: "# point", other: "# points" })}.`,
  left: (side, count) => `${side} : encore ${plural(count, { one: "# bloc", other: "# blocs" })}.`,
  bonus: (side) => `${side} a un bonus.`,
  height: (column, height) =>
    height === 0
      ? `${column} : vide.`
      : `${column} : ${plural(height, { one: "# niveau", other: "# niveaux" })} de haut.`,
  block: (levels, colour, pose) => `${levels} : ${colour}, ${pose}.`,
  barred: (levels) =>
    `À ne pas remplir ce tour-ci : ${plural(levels.length, { one: "niveau", other: "niveaux" })} ${list(levels.map(String))}.`,
  level: (level) => `Niveau ${level}.`,
  cell: (column, colour, pose) => `${column} : ${colour}, ${pose}.`,
  emptyCell: (column) => `${column} : vide.`,
  row: (level, squares) => `${level === null ? "" : `Niveau ${level} : `}${squares.join(", ")}.`,
  nothing: "rien",
  levels: "un niveau, par exemple 2",
  option: (place, stands, levels, earns) =>
    `${stands ? "debout" : "couché"} ${place}, ${levels}${earns ? ", bonus" : ""}`,
};
