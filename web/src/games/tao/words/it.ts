// Tao in Italian.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TaoWords } from "./en";

const { plural, list } = forms("it");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? you : `${who.name} ${they}`);

export const it: TaoWords = {
  options: {
    teams: { label: "Squadre", help: "In quattro: i posti 1 e 3 giocano insieme contro i posti 2 e 4." },
    opposition: {
      label: "Opposizione",
      help: "Quale elemento conta contro quello in gioco. Il regolamento stampato non lo dice; è una ricostruzione.",
      choices: {
        overcomes: "Quello che domina",
        overcome_by: "Quello da cui è dominato",
        compass: "Quello di fronte sulla bussola",
        own: "Opposizioni tue",
      },
      about: {
        overcomes:
          "Ogni elemento domina quello due posti più avanti: Fuoco conta contro Acqua, Terra contro Legno, e così via.",
        overcome_by: "Nell’altro senso: Terra conta contro Acqua, Metallo contro Legno, e così via.",
        compass:
          "Secondo i punti cardinali dei guardiani: Acqua e Fuoco si oppongono, Legno e Metallo si oppongono, e contro Terra non conta nulla.",
        own: "Coppie separate da virgole: wa:fi vuol dire che Fuoco conta contro Acqua (wa Acqua, wo Legno, fi Fuoco, ea Terra, me Metallo). Contro un elemento che non nomini non conta nulla.",
      },
    },
    deck: {
      label: "Carte",
      help: "Elemento, valore e potere: wa1 è Acqua 1, wa2to è Acqua 2 con la Tartaruga, e di wo3*2 ce ne sono due. Al massimo 200 carte. Il mazzo abituale è una ricostruzione.",
    },
    early_end: {
      label: "Fine anticipata",
      help: "Quando la partita finisce prima del quinto round.",
      choices: { uncatchable: "Vantaggio incolmabile", anyone_out: "Qualcuno è fuori gioco", never: "Mai" },
      about: {
        uncatchable: "Dopo il round 4, se chi è in testa ha almeno 6 punti più di tutti gli altri.",
        anyone_out:
          "Dopo il round 4, appena un giocatore non può più vincere, anche se altri possono ancora: il regolamento stampato alla lettera.",
        never: "Si giocano sempre tutti e cinque i round.",
      },
    },
    team_rounds: {
      label: "Round a squadre",
      help: "Come si conta un round quando si gioca a squadre.",
      choices: { each: "Ognuno per sé", together: "Insieme" },
      about: {
        each: "Il miglior giocatore vince la pietra; i compagni sommano solo le pietre.",
        together:
          "Le carte dei compagni si sommano e la squadra vince la pietra; il migliore dei due comincia il round seguente.",
      },
    },
    last_power: {
      label: "Ultima carta",
      help: "Che cosa fa un guardiano preso come ultima carta del round.",
      choices: { no_turn: "Potere, senza altro turno", all: "Potere e altro turno", none: "Nessun potere" },
      about: {
        no_turn: "Il suo potere agisce ancora prima del conteggio, ma la Tartaruga non dà un altro turno.",
        all: "Il suo potere agisce ancora prima del conteggio; il turno in più della Tartaruga è una carta dalla mano, se ne hai.",
        none: "Il round finisce all’istante, senza il suo potere.",
      },
    },
    covered: {
      label: "Carte coperte",
      help: "Per quanto tempo resta coperta una carta sotto un Unicorno.",
      choices: { stays: "Fino alla fine del round", while_covered: "Finché c’è l’Unicorno" },
      about: {
        stays: "Una carta coperta lo resta fino alla fine del round, anche se l’Unicorno se ne va in uno scambio.",
        while_covered: "Una carta coperta torna libera e conta di nuovo quando l’Unicorno se ne va in uno scambio.",
      },
    },
  },

  elements: { water: "Acqua", wood: "Legno", fire: "Fuoco", earth: "Terra", metal: "Metallo" },
  powers: {
    tiger: "Tigre Bianca",
    dragon: "Drago Azzurro",
    bird: "Uccello Vermiglio",
    unicorn: "Unicorno Giallo",
    tortoise: "Tartaruga Nera",
  },
  effects: {
    tiger: "sposta la pietra di un posto",
    dragon: "sposta la pietra di due posti",
    bird: "scambio di pari valore",
    unicorn: "copri una carta",
    tortoise: "un altro turno",
  },
  card: (element, value) => `${element} ${value}`,
  guardian: (card, power) => `${card} (${power})`,
  self: "te",
  partner: (name) => `${name}, in squadra con te`,

  move: {
    walk: (card, whom) => `Prendi ${card} dal cammino e mettila davanti a ${whom}`,
    hand: (card, whom) => `Gioca ${card} dalla mano e mettila davanti a ${whom}`,
    withEffect: (move, effect) => `${move}; poi: ${effect}`,
    withResults: (move, results) => `${move} (punteggio: ${results})`,
    resultOf: (who, result) => `${who.isYou ? "tu" : who.name} ${result}`,
    endsRound: (move, stone) => `${move}; così finisce il round: ${stone}`,
    stone: (element, opposite) =>
      opposite === null
        ? `Sposta la pietra su ${element}; così nulla conta in negativo`
        : `Sposta la pietra su ${element}; così ${opposite} conta in negativo`,
    swap: (mine, name, theirs) => `Dai ${mine} a ${name} in cambio di ${theirs}`,
    cover: (card) => `Copri ${card}`,
  },

  event: {
    first: (who) => `la sorte ha deciso: ${does(who, "cominci tu", "comincia")}`,
    dealt: (cards) => `ricevi ${list(cards)}`,
    round: (round, element) => `round ${round}: la pietra, che vale ${round}, è su ${element}`,
    begins: (who) => does(who, "cominci tu", "comincia"),
    takes: (who, card) => `${does(who, "prendi", "prende")} ${card} dal cammino`,
    plays: (who, card) => `${does(who, "giochi", "gioca")} ${card} dalla mano`,
    givesFromPath: (who, card, to) =>
      to.isYou ? `${who.name} ti dà ${card} dal cammino` : `${does(who, "dai", "dà")} a ${to.name} ${card} dal cammino`,
    givesFromHand: (who, card, to) =>
      to.isYou ? `${who.name} ti dà ${card} dalla mano` : `${does(who, "dai", "dà")} a ${to.name} ${card} dalla mano`,
    skipped: (card) => `${card} qui non ha effetto`,
    again: (who) => `${does(who, "giochi", "gioca")} un altro turno`,
    stone: (who, from, to) => `${does(who, "sposti", "sposta")} la pietra da ${from} a ${to}`,
    swapped: (who, other, mine, theirs) =>
      other.isYou
        ? `${who.name} ti dà ${mine} in cambio di ${theirs}`
        : `${does(who, "dai", "dà")} ${mine} a ${other.name} in cambio di ${theirs}`,
    covered: (who, card) => `${does(who, "copri", "copre")} ${card}`,
    uncovered: (who, card) => `${card} davanti a ${who.isYou ? "te" : who.name} è di nuovo scoperta`,
    scored: (round, element, results) => `conti del round ${round}, elemento ${element}: ${results}`,
    result: (who, result) => `${who.isYou ? "tu" : who.name} (${result})`,
    stoneWon: (who) => `${does(who, "prendi", "prende")} la pietra`,
    stoneWonPoints: (who) =>
      `${does(who, "prendi", "prende")} la pietra: ${who.isYou ? "hai" : "ha"} più punti nell’elemento`,
    stoneWonCards: (who) =>
      `${does(who, "prendi", "prende")} la pietra: ${who.isYou ? "hai" : "ha"} più carte dell’elemento`,
    teamStone: (names) => `${names} prendono la pietra`,
    teamStonePoints: (names) => `${names} prendono la pietra: hanno più punti nell’elemento`,
    teamStoneCards: (names) => `${names} prendono la pietra: hanno più carte dell’elemento`,
    stoneTied: "nessuno prende la pietra",
    ended: (reason) => `la partita è finita: ${reason}`,
  },
  reasons: {
    five_rounds: "i cinque round sono stati giocati.",
    uncatchable: "nessuno può più recuperare.",
    anyone_out: "un giocatore non può più vincere.",
  },

  prompt: {
    pick: "Scegli una carta dal cammino o dalla tua mano",
    hand: "Il cammino è chiuso: gioca una carta dalla tua mano",
    give: "Mettila davanti a un giocatore",
    stone: "Scegli dove va la pietra",
    swapMine: "Scegli una tua carta da dare",
    swapTheirs: "Scegli la carta che vuoi in cambio",
    cover: "Scegli una tua carta da coprire",
  },

  table: {
    path: "Il cammino",
    place: (card) => `Prendi ${card} dal cammino`,
    lying: (card) => `${card} sul cammino`,
    hand: "La tua mano",
    handEmpty: "La tua mano è vuota.",
    handCard: (card) => `Gioca ${card} dalla mano`,
    mat: (name) => `Carte davanti a ${name}`,
    put: (name) => `Mettila qui, davanti a ${name}`,
    putWithResult: (name, from, to) => `Mettila qui, davanti a ${name}: da ${from} a ${to}`,
    playsWith: (name) => `gioca con ${name}`,
    against: "conta contro di te",
    ring: (element, opposite) =>
      opposite === null
        ? `La pietra è su ${element}; nulla conta contro di te`
        : `La pietra è su ${element}; ${opposite} conta contro di te`,
    here: "Mettila qui",
    resultOf: (name, result) => `${name} ha per ora ${result} in questo round`,
    teamResult: (result) => `squadra ${result}`,
    stones: (total) => plural(total, { one: "pietre: # punto", other: "pietre: # punti" }),
    round: (round) => `Round ${round} di 5`,
    moveStone: (element) => `Sposta la pietra su ${element}`,
    covered: (card) => `${card}, coperta`,
    nothing: "ancora nessuna carta",
    handSize: (count) => plural(count, { one: "# carta in mano", other: "# carte in mano" }),
  },
  tip: {
    powers: {
      tiger: "Se la metti davanti a te, sposti la pietra su un elemento vicino.",
      dragon: "Se la metti davanti a te, sposti la pietra di due elementi, in un senso o nell’altro.",
      bird: "Se la metti davanti a te, scambi una tua carta scoperta con una di pari valore di un altro giocatore.",
      unicorn: "Se la metti davanti a te, copri un’altra tua carta, che da quel momento non conta più.",
      tortoise: "Se la metti davanti a te, giochi subito un altro turno.",
    },
    others: "Davanti a un altro giocatore è una carta come le altre.",
    noPower: "Nessun potere.",
    covered: "Coperta: non conta fino alla fine del round.",
    coveredFrees: "Coperta: non conta finché l’Unicorno le sta sopra.",
    counts: (element) => `${element} ora conta per te.`,
    countsAgainst: (element) => `${element} ora conta contro di te.`,
    countsNothing: (element) => `${element} ora non conta.`,
  },
  round: {
    title: (round) => `I conti del round ${round}`,
    counts: (element) => `${element} conta`,
    countsAgainst: (element) => `${element} conta contro di te`,
    tie: (names, result) => `Parità a ${result}: ${names}.`,
    tiePoints: (element, figures) => `Punti in ${element}: ${figures}.`,
    tieCards: (element, figures) => `Carte di ${element}: ${figures}.`,
    stoneTo: (name, worth) => `La pietra da ${worth} va a ${name}.`,
    stoneToYou: (worth) => `La pietra da ${worth} è tua.`,
    stoneToTeam: (names, worth) => `La pietra da ${worth} va a ${names}.`,
    stoneToYourTeam: (worth) => `La pietra da ${worth} va alla tua squadra.`,
    together: "Insieme",
    stoneToNobody: (worth) => `Ancora parità: la pietra da ${worth} non va a nessuno.`,
    next: (round) => `Al round ${round}`,
  },
  end: {
    rounds: "I round",
    element: "Round ed elemento",
    round: (round) => `Round ${round}`,
    stone: "prende la pietra",
    byPoints: "più punti",
    byCards: "più carte",
    nobody: "Parità: pietra di nessuno",
    stones: "Pietre",
    team: "Squadra",
  },
  position: {
    round: (round, element) => `Round ${round}. La pietra è su ${element}.`,
    path: (cards) => `Sul cammino, in senso orario dal segnalino: ${list(cards)}.`,
    next: (cards) => `Le prossime carte da prendere: ${list(cards)}.`,
    before: (name, cards, result) => `Davanti a ${name}: ${list(cards)}. Risultato per ora: ${result}.`,
    beforeNothing: (name) => `Davanti a ${name}: nessuna carta.`,
    covered: (name, cards) => `Coperte davanti a ${name}: ${list(cards)}.`,
    stones: (name, total) => `${name} ha pietre per un valore di ${total}.`,
    hand: (cards) => `Hai in mano ${list(cards)}.`,
  },
  keys: {
    card: "scegli una carta: cammino 1–3, mano 4–5",
    seat: "poi: davanti a chi metterla",
    drop: "rimettila a posto",
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    StoneMoved:
      "La pietra si è spostata. D’ora in poi contano le carte di un altro elemento, e quelle di un altro ancora contano contro di te.",
    CardsSwapped: "L’Uccello ha scambiato due carte dello stesso valore.",
    CardCovered: "L’Unicorno ha coperto una carta: in questo round non conta più.",
    TurnRepeated: "La Tartaruga dà subito un altro turno.",
    RoundEnded:
      "Un round è finito. Il risultato migliore nell’elemento della pietra la vince; in caso di parità decidono i punti nell’elemento stesso.",
  },
};
