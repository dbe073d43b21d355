// Tao in Italian.

import { forms } from "../../../i18n/forms";
import type { TaoWords } from "./en";

const { plural, list } = forms("it");

export const it: TaoWords = {
  options: {
    teams: { label: "Squadre", help: "In quattro: i posti 1 e 3 giocano insieme contro i posti 2 e 4." },
    opposition: {
      label: "Opposizione",
      help: "Quale elemento conta contro quello in gioco. Il regolamento stampato non lo dice; è una ricostruzione.",
      choices: { overcomes: "Quello che domina", overcome_by: "Quello da cui è dominato" },
    },
    deck: {
      label: "Carte",
      help: "Le tue carte, per esempio wa1,wa2to,wo3*2; al massimo 200. Il mazzo solito è una ricostruzione.",
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
    tiger: "la pietra avanza di un elemento",
    dragon: "la pietra avanza di due elementi",
    bird: "scambio a valore uguale",
    unicorn: "copri una carta",
    tortoise: "un altro turno",
  },
  card: (element, value) => `${element} ${value}`,
  guardian: (card, power) => `${card} (${power})`,
  self: "te",
  partner: (name) => `il tuo compagno ${name}`,

  move: {
    walk: (card, whom) => `Prendi ${card} dal cammino e mettila davanti a ${whom}`,
    hand: (card, whom) => `Gioca ${card} dalla mano, davanti a ${whom}`,
    withEffect: (move, effect) => `${move}; poi: ${effect}`,
    stone: (element, opposite) => `Sposta la pietra su ${element}; ${opposite} conta allora contro`,
    swap: (mine, name, theirs) => `Dai ${mine} a ${name} in cambio di ${theirs}`,
    cover: (card) => `Copri ${card}`,
  },

  event: {
    first: (name) => `La sorte sceglie ${name} per cominciare.`,
    dealt: (card) => `Ricevi ${card}.`,
    round: (round, element, name) => `Round ${round}: la pietra, che vale ${round}, è su ${element}. Comincia ${name}.`,
    putFromPath: (name, card, whom) => `${name} mette ${card} dal cammino davanti a ${whom}.`,
    putFromHand: (name, card, whom) => `${name} mette ${card} dalla mano davanti a ${whom}.`,
    themselves: "sé",
    skipped: (card) => `${card} non ha su che cosa agire.`,
    again: (name) => `${name} gioca un altro turno.`,
    stone: (name, from, to) => `${name} sposta la pietra da ${from} a ${to}.`,
    swapped: (name, other, mine, theirs) => `${name} dà ${mine} a ${other} in cambio di ${theirs}.`,
    covered: (name, card) => `${name} copre ${card}.`,
    scored: (round, element, results) => `Il round ${round} si conta in ${element}: ${results}.`,
    result: (name, result) => `${name} ${result}`,
    stoneWon: (name) => `${name} prende la pietra.`,
    stoneWonPoints: (name) => `${name} prende la pietra, per i punti nell’elemento.`,
    stoneWonCards: (name) => `${name} prende la pietra, per il numero di carte dell’elemento.`,
    stoneTied: "Nessuno prende la pietra.",
    ended: (reason) => `La partita è finita: ${reason}`,
  },
  reasons: {
    five_rounds: "i cinque round sono stati giocati.",
    uncatchable: "nessuno può più recuperare.",
  },

  prompt: {
    pick: "Prendi una carta dal cammino o dalla mano",
    give: "Mettila davanti a qualcuno",
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
    here: "Mettila qui",
    resultOf: (name, result) => `${name} ha per ora ${result} in questo round`,
    stones: (total) => plural(total, { one: "pietre: # punto", other: "pietre: # punti" }),
    round: (round) => `Round ${round} di 5`,
    moveStone: (element) => `Sposta la pietra su ${element}`,
    covered: (card) => `${card}, coperta`,
    nothing: "ancora nessuna carta",
    handSize: (count) => plural(count, { one: "# carta in mano", other: "# carte in mano" }),
  },
  end: { rounds: "Le pietre", round: (round) => `Round ${round}`, nobody: "nessuno" },
  position: {
    round: (round, element) => `Round ${round}. La pietra è su ${element}.`,
    path: (cards) => `Sul cammino, in senso orario dal segnalino: ${list(cards)}.`,
    next: (cards) => `Le prossime carte da prendere: ${list(cards)}.`,
    before: (name, cards, result) => `Davanti a ${name}: ${list(cards)}. Risultato per ora ${result}.`,
    beforeNothing: (name) => `Davanti a ${name}: nessuna carta.`,
    covered: (name, cards) => `Coperte davanti a ${name}: ${list(cards)}.`,
    stones: (name, total) => `${name} ha pietre per ${total}.`,
    hand: (cards) => `Hai in mano ${list(cards)}.`,
  },
};
