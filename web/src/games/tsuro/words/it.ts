// Tsuro in Italian.

import { forms } from "../../../i18n/forms";
import type { TsuroWords } from "./en";

const { plural, list } = forms("it");

const turned = ["", ", girata di un quarto", ", girata di mezzo giro", ", girata di tre quarti"];
const tiles = (count: number) => plural(count, { one: "una tessera", other: "# tessere" });

export const it: TsuroWords = {
  options: {
    edition: {
      label: "Edizione",
      help: "Di quale edizione sono regole, tabellone e tessere.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
    },
    board: {
      label: "Tabellone",
      help: "Il tabellone piccolo è per al massimo quattro giocatori.",
      choices: { usual: "Il solito", phoenix: "6 × 6", dragon: "7 × 7" },
    },
    suicide_covers: {
      label: "Vietato",
      help: "Che cosa non puoi fare alla tua pedina finché hai scelta.",
      choices: { edge: "Oltre il bordo", any: "Bordo o scontro" },
    },
    elimination_bonus: { label: "Bonus", help: "Elimina qualcuno e potrai scambiare tessere con lui." },
    pass_the_pile: { label: "Mazzo viaggiante", help: "Il mazzo sta davanti a chi è di turno." },
    tiles: { label: "Tessere", help: "Le tue tessere, per esempio 1,2,3*4; almeno tre a giocatore, al massimo 127." },
  },

  sides: ["in alto", "a destra", "in basso", "a sinistra"],
  side: (square, side) => `${square}, lato ${side}`,
  notch: (square, side, which) => `${square}, ${side}, ${which}`,
  halves: { left: "a sinistra", right: "a destra", upper: "più in alto", lower: "più in basso" },
  tile: (tile) => `la tessera ${tile}`,
  marker: (letter) => `pedina ${letter}`,

  move: {
    start: (place) => `Parti da ${place}`,
    tile: (tile, turns) => `Tessera ${tile}${turned[turns]}`,
    entering: (place) => `entra da ${place}`,
    follow: (place) => `Segui il sentiero da ${place}`,
    forMarker: (letter) => `per la pedina ${letter}`,
    to: (square) => `vai in ${square}`,
    markerTo: (letter, square) => `la pedina ${letter} va in ${square}`,
    markerOut: (letter) => `la pedina ${letter} è fuori`,
    youOut: "sei fuori",
    out: (names) => plural(names.length, { one: `${list(names)} è fuori`, other: `${list(names)} sono fuori` }),
    undecided: "prima si sceglie un sentiero",
    keep: "Tieni le tue tessere",
    swap: (give, take) => `Dai ${list(give)}, prendi ${list(take)}`,
  },

  event: {
    youDrew: (tile) => `Peschi la tessera ${tile}.`,
    placed: (name, place) => `${name} parte da ${place}.`,
    laid: (name, tile, turns, square) => `${name} posa la tessera ${tile}${turned[turns]} in ${square}.`,
    chosen: (name, place) => `${name} segue il sentiero da ${place}.`,
    left: (name) => `${name} esce dal tabellone.`,
    collided: (one, other) => `${one} e ${other} si scontrano.`,
    collidedOwn: (name) => `Le due pedine di ${name} si scontrano.`,
    out: (name) => `${name} è fuori.`,
    returned: (count) => plural(count, { one: "Una tessera torna nel mazzo.", other: "# tessere tornano nel mazzo." }),
    laidDown: (count) =>
      plural(count, { one: "Una tessera è messa da parte.", other: "# tessere sono messe da parte." }),
    dragonBeside: "Il drago è accanto al tabellone.",
    dragonTaken: (name) => `${name} prende il drago.`,
    dragonFrom: (name, giver) => `${name} prende il drago da ${giver}.`,
    offered: (name, count) => `${name} può scambiare con ${tiles(count)} di chi è uscito.`,
    swappedNothing: (name) => `${name} non scambia niente.`,
    swapped: (name, count) => `${name} scambia ${tiles(count)}.`,
    gaveTook: (name, gave, took) => `${name} dà ${list(gave)} e prende ${list(took)}.`,
    ended: (reason) => `La partita è finita: ${reason}`,
  },

  reasons: {
    last_marker: "è rimasto un solo giocatore.",
    all_out: "gli ultimi giocatori sono usciti insieme.",
    no_tiles: "non ci sono più tessere.",
  },

  prompt: {
    place: "Scegli da dove partire",
    play: "Scegli una tessera",
    turn: "Girala, poi posala",
    port: "Scegli il tuo sentiero",
    swap: "Scambia tessere, o tieni le tue",
  },

  hand: {
    title: "Le tue tessere",
    empty: "Non hai tessere.",
    pick: (tile) => `Tessera ${tile}`,
    turn: "Gira",
    place: "Posa",
    before: "Partenza precedente",
    next: "Partenza successiva",
    pile: (count) => plural(count, { one: "# nel mazzo", other: "# nel mazzo" }),
    otherPath: "Altro sentiero",
    otherMarker: "Altra pedina",
    notAllowedEdge: "Così usciresti dal tabellone. Girala, o prendi un’altra tessera.",
    notAllowedAny: "Così saresti fuori. Girala, o prendi un’altra tessera.",
    swapTitle: "Tessere di chi hai eliminato",
    swapHelp: "Scegli tante delle loro quante ne dai delle tue.",
    swap: (count) =>
      count === 0 ? "Tieni le mie" : plural(count, { one: "Scambia # tessera", other: "Scambia # tessere" }),
  },

  seat: {
    tiles: (count) => plural(count, { one: "# tessera in mano", other: "# tessere in mano" }),
    dragon: "ha il drago",
    out: "fuori",
    pile: "ha il mazzo",
  },

  position: {
    board: (size, tiles) =>
      `Un tabellone di ${size} per ${size} caselle con ${plural(tiles, { one: "# tessera", other: "# tessere" })}.`,
    stands: (name, square, side) => `${name} si trova ${side} di ${square}.`,
    notYet: (name) => `${name} non è ancora sul tabellone.`,
    out: (name) => `${name} è fuori.`,
    hand: (tiles) => `Hai ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# tessera è nel mazzo.", other: "# tessere sono nel mazzo." }),
    dragon: (name) => `${name} ha il drago.`,
    row: (row, squares) => `Riga ${row}: ${list(squares)}.`,
    laid: (square, tile) => `${square} tessera ${tile}`,
  },

  keys: {
    pick: "scegli una tessera",
    turn: "girala",
    place: "posala",
    path: "altro sentiero",
    marker: "altra pedina",
    drop: "rimettila giù",
  },
};
