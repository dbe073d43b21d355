// The typed commands in German.

import type { CommandWords } from "./en";

export const de: CommandWords = {
  help: [
    ["o", "deine Züge mit Nummern. o 3: Zug 3 ausführlich. o und ein Wort: nur Züge mit diesem Wort."],
    ["3", "Zug 3 spielen. Auch ein Zug in Notation geht."],
    ["l", "der letzte Zug. l 3: die letzten drei."],
    ["s", "der Stand."],
    ["h", "was du hast."],
    ["p", "was an einem Ort ist."],
    ["b", "das ganze Brett."],
    ["c", "die Uhren."],
    ["w", "wer am Zug ist und wer wer ist."],
    ["?", "diese Befehle. Eingabe allein wiederholt die letzte Antwort, Pfeil hoch den letzten Befehl."],
  ],
  places: (names) => `Orte für p: ${names.join("; ")}.`,
  unknown: (text) => `Den Befehl ${text} gibt es nicht. ? zeigt alle Befehle.`,
  noOption: (number, count) => `Zug ${number} gibt es nicht; es gibt ${count}.`,
  noMatch: (text) => `In keinem deiner Züge kommt ${text} vor.`,
  noPlace: (name) => `Den Ort ${name} gibt es nicht.`,
  noScore: "Gewertet wird erst am Ende.",
  noHand: "Du hast nichts auf der Hand.",
  noClock: "Es gibt keine Uhr.",
  clock: (name, time) => `${name}: noch ${time}.`,
  seat: (seat, name, shape) => `Platz ${seat}: ${name}, ${shape}.`,
};
