// Turris in Italian.

import { forms } from "../../../i18n/forms";
import type { TurrisWords } from "./en";

const { plural, list } = forms("it");

export const it: TurrisWords = {
  options: {
    bonus_chains: { label: "Catene", help: "Un blocco bonus che riempie il centro dà un altro bonus." },
    first: {
      label: "Chi comincia",
      help: "Il posto 1 costruisce con il bianco, il posto 2 con il nero.",
      choices: { random: "Decide il caso", white: "Bianco", black: "Nero" },
    },
  },

  colours: ["bianco", "nero"],
  standing: (column) => `in piedi su ${column}`,
  lying: (one, other) => `coricato su ${one} e ${other}`,
  level: (level) => `livello ${level}`,
  levels: (low, high) => `livelli ${low} e ${high}`,

  move: {
    place: (where, level) => `Posa un blocco ${where}, ${level}`,
    placeForBonus: (where, level) => `Posa un blocco ${where}, ${level}, per un bonus`,
    take: (where, level) => `Togli il blocco ${where}, ${level}`,
    decline: "Rinuncia al bonus",
  },
  event: {
    first: (name, colour) => `${name} comincia, con il ${colour}.`,
    placed: (name, where, level) => `${name} posa un blocco ${where}, ${level}.`,
    placedBonus: (name, where, level) => `${name} posa un blocco bonus ${where}, ${level}.`,
    earned: (name) => `Il centro è riempito: ${name} ha un bonus.`,
    taken: (name, colour, where, level) => `${name} toglie il blocco ${colour} ${where}, ${level}.`,
    declined: (name) => `${name} rinuncia al bonus.`,
    stuck: (name) => `${name} non può posare un blocco e passa.`,
    empty: (name) => `${name} non ha più blocchi e passa.`,
    ended: (reason) => `La partita è finita: ${reason}`,
  },
  reasons: {
    all_placed: "tutti i blocchi sono posati.",
    stuck: "nessuno può posare un blocco.",
    ply_limit: "il limite dei posizionamenti è raggiunto.",
  },

  prompt: {
    place: "Scegli un posto per il tuo blocco",
    bonus: "Hai un bonus: posa, togli, o rinuncia",
  },
  table: {
    tower: "La torre. Le frecce la girano, N e P passano da un posto all’altro, Invio posa il blocco.",
    plan: "Pianta",
    solid: "Torre",
    lying: "Coricato",
    standing: "In piedi",
    place: "Posa",
    takeOff: "Togli",
    take: "Toglilo",
    decline: "Rinuncia al bonus",
    help: "Trascina per girare. Scegli un posto illuminato, poi sceglilo di nuovo per costruire.",
    planHelp: "Cerchi: in piedi. Barre: coricato. Numeri: altezza delle colonne.",
    noBlocks: "Ora nessun blocco di questo tipo va bene.",
    barred: "I posti contornati restano liberi in questo turno.",
    left: (count) => plural(count, { one: "# blocco rimasto", other: "# blocchi rimasti" }),
    views: "Le cinque viste",
    level: (level) => `Livello ${level}`,
    levels: "Livello per livello",
    points: (points) => plural(points, { one: "# punto", other: "# punti" }),
  },
  views: { south: "Sud", east: "Est", north: "Nord", west: "Ovest", roof: "Tetto" },
  sum: "Somma",
  viewInWords: (view, white, black) => `${view}: bianco ${white}, nero ${black}`,
  position: {
    left: (colour, count) => `Al ${colour} restano ${plural(count, { one: "# blocco", other: "# blocchi" })}.`,
    column: (column, blocks) => `${column}, dal suolo: ${list(blocks)}.`,
    empty: (columns) => `Colonne vuote: ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `Da non riempire in questo turno: ${list(cells)}.`,
    cell: (column, level) => `${column} livello ${level}`,
    part: (colour, level) => `${colour} al livello ${level}`,
  },
};
