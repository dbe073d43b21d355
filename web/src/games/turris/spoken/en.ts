// The typed commands of Turris in English.

import { forms } from "../../../i18n/forms";

const { plural, list } = forms("en");

export const en = {
  side: (colour: string, name: string) => `${name} (${colour})`,
  total: (side: string, points: number) => `${side}: ${plural(points, { one: "# point", other: "# points" })}.`,
  left: (side: string, count: number) => `${side}: ${plural(count, { one: "# block", other: "# blocks" })} left.`,
  bonus: (side: string) => `${side} has a bonus.`,
  height: (column: string, height: number) =>
    height === 0 ? `${column}: empty.` : `${column}: ${plural(height, { one: "# level", other: "# levels" })} high.`,
  block: (levels: string, colour: string, pose: string) => `${levels}: ${colour}, ${pose}.`,
  barred: (levels: number[]) => `Not to be filled this turn: level ${list(levels.map(String))}.`,
  level: (level: number) => `Level ${level}.`,
  cell: (column: string, colour: string, pose: string) => `${column}: ${colour}, ${pose}.`,
  emptyCell: (column: string) => `${column}: empty.`,
  row: (level: number | null, squares: string[]) => `${level === null ? "" : `Level ${level}: `}${squares.join(", ")}.`,
  nothing: "nothing",
  levels: "a level, such as 2",
  option: (place: string, stands: boolean, levels: string, earns: boolean) =>
    `${stands ? "standing" : "lying"} ${place}, ${levels}${earns ? ", bonus" : ""}`,
};

export type SpokenWords = typeof en;
