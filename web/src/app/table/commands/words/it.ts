// The typed commands in Italian.

import type { CommandWords } from "./en";

export const it: CommandWords = {
  help: [
    ["o", "le tue mosse, numerate. o 3: la mossa 3 per esteso. o e una parola: solo le mosse che la contengono."],
    ["3", "gioca la mossa 3. Va bene anche la notazione di una mossa."],
    ["l", "l’ultima mossa. l 3: le ultime tre."],
    ["s", "il punteggio."],
    ["h", "che cosa hai in mano."],
    ["p", "che cosa c’è in un posto."],
    ["b", "tutto il tabellone."],
    ["c", "gli orologi."],
    ["w", "a chi tocca, e chi è chi."],
    ["?", "questi comandi. Invio da solo ripete l’ultima risposta, freccia su l’ultimo comando."],
  ],
  places: (names) => `Posti per p: ${names.join("; ")}.`,
  unknown: (text) => `Il comando ${text} non esiste. ? elenca i comandi.`,
  noOption: (number, count) => `La mossa ${number} non c’è; ce ne sono ${count}.`,
  noMatch: (text) => `Nessuna delle tue mosse contiene ${text}.`,
  noPlace: (name) => `Il posto ${name} non esiste.`,
  noScore: "Si conta solo alla fine.",
  noHand: "Non hai niente in mano.",
  noClock: "Non c’è orologio.",
  clock: (name, time) => `${name}: ancora ${time}.`,
  seat: (seat, name, shape) => `Posto ${seat}: ${name}, ${shape}.`,
};
