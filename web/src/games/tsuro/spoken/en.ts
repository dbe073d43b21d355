// The typed commands of Tsuro in English.

import { forms } from "../../../i18n/forms";

const { plural, list, choice } = forms("en");

const turns = ["Not turned", "One quarter turn", "Two quarter turns", "Three quarter turns"];
const turned = ["", ", one quarter turn", ", two quarter turns", ", three quarter turns"];

export const en = {
  tip: "h and a number: where that tile leads in every rotation.",
  isIn: (name: string, tiles: number, dragon: boolean) =>
    `${name}: in, ${plural(tiles, { one: "# tile", other: "# tiles" })}${dragon ? ", the dragon" : ""}.`,
  isOut: (name: string) => `${name}: out.`,
  pile: (count: number) => plural(count, { one: "# tile in the pile.", other: "# tiles in the pile." }),
  turned: (quarters: number, way: string) => `${turns[quarters]}: ${way}.`,
  notAllowed: (text: string) => `${text} Not allowed.`,
  way: (entry: string, exit: string, end: string) => `from ${entry} to ${exit}, ${end}`,
  leadsTo: (square: string, port: string) => `leads to ${square}, ${port}`,
  overEdge: "over the edge",
  meets: (name: string) => `into ${name}`,
  withOthers: (place: string, names: string[]) =>
    `${place}, where ${list(names)} ${plural(names.length, { one: "is", other: "are" })}`,
  laid: (square: string, tile: number, quarters: number) => `${square}: tile ${tile}${turned[quarters]}.`,
  free: (path: string) => `${path}: free.`,
  used: (path: string, name: string) => `${path}: path of ${name}.`,
  empty: (square: string) => `${square}: empty.`,
  stands: (name: string, ports: string[]) => `${name} enters at ${choice(ports)}.`,
  exit: (port: string, end: string) => `Out at ${port}: ${end}.`,
};

export type SpokenWords = typeof en;
