// The typed commands of Tsuro in German.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list, choice } = forms("de");

const turns = ["Nicht gedreht", "Eine Vierteldrehung", "Eine halbe Drehung", "Eine Dreivierteldrehung"];
const turned = ["", ", eine Vierteldrehung", ", eine halbe Drehung", ", eine Dreivierteldrehung"];

export const de: SpokenWords = {
  tip: "h und eine Nummer: wohin dieses Plättchen führt, je nach Drehung.",
  isIn: (name, tiles, dragon) =>
    `${name}: dabei, ${plural(tiles, { one: "# Plättchen", other: "# Plättchen" })}${dragon ? ", der Drache" : ""}.`,
  isOut: (name) => `${name}: ausgeschieden.`,
  pile: (count) => plural(count, { one: "# Plättchen im Stapel.", other: "# Plättchen im Stapel." }),
  turned: (quarters, way) => `${turns[quarters]}: ${way}.`,
  notAllowed: (text) => `Nicht erlaubt: ${text}`,
  way: (entry, exit, end) => `von ${entry} nach ${exit}, ${end}`,
  leadsTo: (square, port) => `führt nach ${square}, ${port}`,
  overEdge: "über den Rand",
  meets: (name) => `Zusammenstoß mit ${name}`,
  withOthers: (place, names) =>
    `${place}; dort ${plural(names.length, { one: "steht", other: "stehen" })} ${list(names)}`,
  laid: (square, tile, quarters) => `${square}: Plättchen ${tile}${turned[quarters]}.`,
  free: (path) => `${path}: frei.`,
  used: (path, name) => `${path}: Weg von ${name}.`,
  empty: (square) => `${square}: leer.`,
  stands: (name, ports) => `${name}: Eingang ${choice(ports)}.`,
  exit: (port, end) => `Ausgang ${port}: ${end}.`,
};
