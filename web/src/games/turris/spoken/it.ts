// The typed commands of Turris in Italian.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("it");

export const it: SpokenWords = {
  side: (colour, name) => `${name} (${colour})`,
  total: (side, points) => `${side}: ${plural(points, { one: "# punto", other: "# punti" })}.`,
  left: (side, count) => `${side}: ancora ${plural(count, { one: "# blocco", other: "# blocchi" })}.`,
  bonus: (side) => `${side} ha un bonus.`,
  height: (column, height) =>
    height === 0 ? `${column}: vuota.` : `${column}: alta ${plural(height, { one: "# livello", other: "# livelli" })}.`,
  block: (levels, colour, pose) => `${levels}: ${colour}, ${pose}.`,
  barred: (levels) => `Da non riempire in questo turno: livello ${list(levels.map(String))}.`,
  level: (level) => `Livello ${level}.`,
  cell: (column, colour, pose) => `${column}: ${colour}, ${pose}.`,
  emptyCell: (column) => `${column}: vuota.`,
  row: (level, squares) => `${level === null ? "" : `Livello ${level}: `}${squares.join(", ")}.`,
  nothing: "niente",
  levels: "un livello, per esempio 2",
  option: (place, stands, levels, earns) =>
    `${stands ? "in piedi" : "coricato"} ${place}, ${levels}${earns ? ", bonus" : ""}`,
};
