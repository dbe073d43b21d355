// Turris in Italian.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TurrisWords } from "./en";

const { plural, list, signed } = forms("it");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? you : `${who.name} ${they}`);

export const it: TurrisWords = {
  options: {
    bonus_chains: { label: "Catene", help: "Un blocco bonus che riempie il centro dà un altro bonus." },
    first: {
      label: "Chi comincia",
      help: "Il posto 1 costruisce con il bianco, il posto 2 con il nero.",
      choices: { random: "Decide il caso", white: "Bianco", black: "Nero" },
    },
    free_blocks: {
      label: "Blocchi liberi",
      help: "Quanti blocchi possono stare da soli all’inizio.",
      choices: { "1": "Uno", "2": "Due" },
      about: {
        "1": "Solo il primissimo blocco della partita non deve toccarne un altro.",
        "2": "Neanche il primo blocco del secondo giocatore deve toccarne un altro, ma allora è coricato.",
      },
    },
    ground_lying: {
      label: "Coricati sul suolo",
      help: "Quali blocchi possono giacere sul suolo.",
      choices: { free: "Tutti i blocchi", first_only: "Solo i blocchi liberi" },
      about: {
        free: "Sul suolo a un blocco coricato basta toccarne un altro.",
        first_only:
          "Un blocco coricato deve sempre poggiare su altri due: sul suolo può quindi giacere solo un blocco libero.",
      },
    },
    last_bonus: {
      label: "Bonus dell’ultimo blocco",
      help: "Che ne è di un bonus ottenuto con l’ultimo blocco della partita.",
      choices: { played: "Si gioca", ends: "Va perso" },
      about: {
        played: "Si gioca ancora; un blocco tolto così viene posato di nuovo.",
        ends: "La partita finisce con l’ultimo blocco, anche se riempie il centro.",
      },
    },
  },

  colours: ["bianco", "nero"],
  players: ["il bianco", "il nero"],
  standing: (column) => `in piedi su ${column}`,
  lying: (one, other) => `coricato su ${one} e ${other}`,
  stands: "in piedi",
  liesTo: (column) => `coricato verso ${column}`,
  level: (level) => `livello ${level}`,
  levels: (low, high) => `livelli ${low} e ${high}`,

  move: {
    place: (where, level) => `Posa un blocco ${where}, ${level}`,
    placeForBonus: (where, level) => `Posa un blocco ${where}, ${level}, per un bonus`,
    take: (where, level) => `Togli il blocco ${where}, ${level}`,
    decline: "Rinuncia al bonus",
  },
  event: {
    first: (who, colour) => `${does(who, "cominci", "comincia")}, con il ${colour}`,
    placed: (who, where, level) => `${does(who, "posi", "posa")} un blocco ${where}, ${level}`,
    placedBonus: (who, where, level) => `${does(who, "posi", "posa")} un blocco bonus ${where}, ${level}`,
    earned: (who) => `il centro è riempito: ${does(who, "hai", "ha")} un bonus`,
    taken: (who, colour, where, level) => `${does(who, "togli", "toglie")} il blocco ${colour} ${where}, ${level}`,
    declined: (who) => `${does(who, "rinunci", "rinuncia")} al bonus`,
    stuck: (who) => (who.isYou ? "non puoi posare un blocco e passi" : `${who.name} non può posare un blocco e passa`),
    empty: (who) => (who.isYou ? "non hai più blocchi e passi" : `${who.name} non ha più blocchi e passa`),
    ended: (reason) => `la partita è finita: ${reason}`,
  },
  reasons: {
    all_placed: "tutti i blocchi sono stati posati.",
    stuck: "nessuno può posare un blocco.",
    ply_limit: "è stato raggiunto il limite di blocchi posati.",
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
    help: "Trascina per girare la torre. I posti tratteggiati sono dietro. Scegli due volte un posto per costruire.",
    openHelp: "Tutte le caselle colorate sono libere: comincia dove vuoi.",
    notLoaded: "Non è stato possibile caricare la torre in 3D. Gioca sulla pianta, o riprova.",
    planHelp: "Cerchi: in piedi. Barre: coricato. Numeri: altezza delle colonne.",
    noBlocks: "Per ora un blocco così non entra da nessuna parte.",
    barred: "I posti contornati restano liberi in questo turno.",
    left: (count) => plural(count, { one: "# blocco rimasto", other: "# blocchi rimasti" }),
    views: "Le cinque viste",
    level: (level) => `Livello ${level}`,
    levels: "Livello per livello",
    points: (points) => plural(points, { one: "# punto", other: "# punti" }),
  },
  keys: {
    step: "scorri i posti",
    space: "spazio",
    pose: "coricato o in piedi",
    place: "costruisci",
    drop: "annulla la scelta",
    turn: "gira la torre, dopo averla scelta con un clic o con Tab",
  },
  views: { south: "Sud", east: "Est", north: "Nord", west: "Ovest", roof: "Tetto" },
  sum: "Totale",
  example: "Una partita intera, e i suoi punti vista per vista",
  viewInWords: (view, white, black) => `${view}: bianco ${white}, nero ${black}`,
  change: signed,
  forecastPoints: (points, change) => (change === 0 ? String(points) : `${points} (${signed(change)})`),
  forecast: (place, white, black) => `${place}. Poi: bianco ${white}, nero ${black}.`,
  position: {
    left: (colour, count) => `Al ${colour} restano ${plural(count, { one: "# blocco", other: "# blocchi" })}.`,
    column: (column, blocks) => `${column}, dal suolo: ${blocks.join("; ")}.`,
    empty: (columns) => `Colonne vuote: ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `Da non riempire in questo turno: ${list(cells)}.`,
    cell: (column, level) => `${column} livello ${level}`,
    part: (colour, pose, levels) => `${colour} ${pose}, ${levels}`,
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    BonusEarned:
      "Un blocco ha riempito il centro: chi lo ha posato può posarne un altro, toglierne uno all’avversario o rinunciare.",
    BlockTakenOff:
      "Un blocco è stato tolto. Il proprietario lo riprende, e nel turno seguente non può usare i suoi posti.",
    TurnPassed: "Chi non può posare un blocco passa.",
  },
};
