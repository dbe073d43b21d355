// The typed commands of Turris in German.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list } = forms("de");

export const de: SpokenWords = {
  side: (colour, name) => `${name} (${colour})`,
  total: (side, points) => `${side}: ${plural(points, { one: "# Punkt", other: "# Punkte" })}.`,
  left: (side, count) => `${side}: noch ${plural(count, { one: "# Block", other: "# Blöcke" })}.`,
  bonus: (side) => `${side}: ein Bonus.`,
  height: (column, height) =>
    height === 0 ? `${column}: leer.` : `${column}: ${plural(height, { one: "# Stufe", other: "# Stufen" })} hoch.`,
  block: (levels, colour, pose) => `${levels}: ${colour}, ${pose}.`,
  barred: (levels) => `In diesem Zug gesperrt: Stufe ${list(levels.map(String))}.`,
  level: (level) => `Stufe ${level}.`,
  cell: (column, colour, pose) => `${column}: ${colour}, ${pose}.`,
  emptyCell: (column) => `${column}: leer.`,
  row: (level, squares) => `${level === null ? "" : `Stufe ${level}: `}${squares.join(", ")}.`,
  nothing: "nichts",
  levels: "eine Stufe, etwa 2",
  option: (place, stands, levels, earns) =>
    `${stands ? "stehend" : "liegend"} ${place}, ${levels}${earns ? ", Bonus" : ""}`,
};
