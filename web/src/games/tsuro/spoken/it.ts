// The typed commands of Tsuro in Italian.

import { forms } from "../../../i18n/forms";
import type { SpokenWords } from "./en";

const { plural, list, choice } = forms("it");

const turns = ["Non girata", "Un quarto di giro", "Mezzo giro", "Tre quarti di giro"];
const turned = ["", ", girata di un quarto", ", girata di mezzo giro", ", girata di tre quarti"];

export const it: SpokenWords = {
  tip: "h e un numero: dove porta quella tessera in ogni rotazione.",
  isIn: (name, tiles, dragon) =>
    `${name}: in gioco, ${plural(tiles, { one: "# tessera", other: "# tessere" })}${dragon ? ", il drago" : ""}.`,
  isOut: (name) => `${name}: fuori.`,
  pile: (count) => plural(count, { one: "# tessera nel mazzo.", other: "# tessere nel mazzo." }),
  turned: (quarters, way) => `${turns[quarters]}: ${way}.`,
  notAllowed: (text) => `Vietato: ${text}`,
  way: (entry, exit, end) => `dall’ingresso ${entry} all’uscita ${exit}, ${end}`,
  leadsTo: (square, port) => `porta in ${square}, ${port}`,
  overEdge: "esce dal tabellone",
  meets: (name) => `si scontra con ${name}`,
  withOthers: (place, names) =>
    `${place}, dove ${plural(names.length, { one: "c’è", other: "ci sono" })} ${list(names)}`,
  laid: (square, tile, quarters) => `${square}: tessera ${tile}${turned[quarters]}.`,
  free: (path) => `${path}: libero.`,
  used: (path, name) => `${path}: sentiero di ${name}.`,
  empty: (square) => `${square}: vuota.`,
  stands: (name, ports) => `${name}: ingresso ${choice(ports)}.`,
  exit: (port, end) => `Uscita ${port}: ${end}.`,
};
