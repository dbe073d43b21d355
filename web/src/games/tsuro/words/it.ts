// Tsuro in Italian.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TsuroWords } from "./en";

const { plural, list } = forms("it");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? you : `${who.name} ${they}`);

const turned = ["", ", girata di un quarto", ", girata di mezzo giro", ", girata di tre quarti"];
const tiles = (count: number) => plural(count, { one: "una tessera", other: "# tessere" });

export const it: TsuroWords = {
  twoMarkers: "In due si gioca con due pedine a testa.",
  options: {
    edition: {
      label: "Edizione",
      help: "Di quale edizione sono regole, tabellone e tessere.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
      about: {
        calliope:
          "6 × 6 caselle, 35 tessere diverse; si parte da una tacca sul bordo. Da tre giocatori in su c’è il drago. Non puoi uscire dal tabellone finché puoi evitarlo.",
        davinci: "Si gioca con le stesse regole di Calliope.",
        kosmos:
          "6 × 6 o 7 × 7 caselle, 64 tessere, niente drago; si parte dal centro di un lato e ci si può eliminare da soli. In due, ognuno ha due pedine.",
      },
    },
    board: {
      label: "Tabellone",
      help: "Il tabellone piccolo va bene fino a quattro giocatori.",
      choices: { usual: "Il solito", phoenix: "6 × 6", dragon: "7 × 7" },
      about: {
        usual: "6 × 6 fino a quattro giocatori, 7 × 7 oltre.",
        phoenix: "Il tabellone piccolo, fino a quattro giocatori.",
        dragon: "Il tabellone grande, per qualsiasi numero di giocatori.",
      },
    },
    suicide_covers: {
      label: "Vietato",
      help: "Che cosa non puoi far fare alla tua pedina finché hai scelta.",
      choices: { edge: "Oltre il bordo", any: "Bordo o scontro" },
      about: {
        edge: "Finché hai scelta, non puoi uscire dal tabellone. Scontrarsi con un’altra pedina è permesso.",
        any: "Finché hai scelta, non puoi né uscire dal tabellone né scontrarti con un’altra pedina.",
      },
    },
    elimination_bonus: { label: "Bonus", help: "Se elimini qualcuno, puoi scambiare le tue tessere con le sue." },
    pass_the_pile: { label: "Mazzo viaggiante", help: "Il mazzo sta davanti a chi è di turno." },
    tiles: {
      label: "Tessere",
      help: "I numeri delle tessere, da 1 a 35, per esempio 1,2,3*4: la tessera 3 c’è quattro volte. Almeno tre a giocatore, al massimo 127; «edition» indica le solite.",
    },
  },

  sides: ["superiore", "destro", "inferiore", "sinistro"],
  side: (square, side) => `${square}, lato ${side}`,
  ports: [
    "in alto a sinistra",
    "in alto a destra",
    "a destra in alto",
    "a destra in basso",
    "in basso a destra",
    "in basso a sinistra",
    "a sinistra in basso",
    "a sinistra in alto",
  ],
  path: (one, other) => `${one} – ${other}`,
  tile: (tile) => `la tessera ${tile}`,
  marker: (letter) => `pedina ${letter}`,

  move: {
    start: (place) => `Parti da ${place}`,
    tile: (tile, turns) => `Tessera ${tile}${turned[turns]}`,
    entering: (place) => `ingresso ${place}`,
    follow: (place) => `Segui il sentiero ${place}`,
    forMarker: (letter) => `per la pedina ${letter}`,
    to: (square, port) => `porta in ${square}, ${port}`,
    markerTo: (letter, square, port) => `la pedina ${letter} va in ${square}, ${port}`,
    open: "poi è libero",
    shared: (names) => plural(names.length, { one: `c’è anche ${list(names)}`, other: `ci sono anche ${list(names)}` }),
    markerOut: (letter) => `la pedina ${letter} è fuori`,
    youOut: "sei fuori",
    out: (names) => plural(names.length, { one: `${list(names)} è fuori`, other: `${list(names)} sono fuori` }),
    undecided: "prima si sceglie un sentiero",
    keep: "Tieni le tue tessere",
    swap: (give, take) => `Dai ${list(give)}, prendi ${list(take)}`,
  },

  event: {
    youDrew: (tiles) => `peschi ${list(tiles)}`,
    placed: (who, place) => `${does(who, "parti", "parte")} da ${place}`,
    laid: (who, tile, square, turns = 0) =>
      `${does(who, "posi", "posa")} la tessera ${tile}${turned[turns]} in ${square}`,
    chosen: (who, place) => `${does(who, "segui", "segue")} il sentiero ${place}`,
    thenTo: (who, square) => `${who.isYou ? "vai" : "va"} in ${square}`,
    thenOut: (who) => `${who.isYou ? "esci" : "esce"} dal tabellone`,
    thenCollides: (who, other) =>
      other.isYou
        ? "si scontra con te: fuori entrambi"
        : `${who.isYou ? "ti scontri" : "si scontra"} con ${other.name}: fuori entrambi`,
    moved: (who, square) => `${does(who, "vai", "va")} in ${square}`,
    left: (who) => `${does(who, "esci", "esce")} dal tabellone`,
    collided: (one, other) =>
      one.isYou || other.isYou
        ? `tu e ${one.isYou ? other.name : one.name} vi scontrate: fuori entrambi`
        : `${one.name} e ${other.name} si scontrano: fuori entrambi`,
    markerOf: (who, letter) => (who.isYou ? `la tua pedina ${letter}` : `la pedina ${letter} di ${who.name}`),
    out: (who) => does(who, "sei fuori", "è fuori"),
    returned: (count) => plural(count, { one: "una tessera torna nel mazzo", other: "# tessere tornano nel mazzo" }),
    laidDown: (count) => plural(count, { one: "una tessera è messa da parte", other: "# tessere sono messe da parte" }),
    dragonBeside: "il drago è accanto al tabellone",
    dragonTaken: (who) => `${does(who, "prendi", "prende")} il drago`,
    dragonFrom: (who, giver) =>
      giver.isYou ? `${who.name} ti prende il drago` : `${does(who, "prendi", "prende")} il drago da ${giver.name}`,
    offered: (who, count) => `${does(who, "puoi", "può")} fare scambi con ${tiles(count)} di chi è stato eliminato`,
    swappedNothing: (who) => (who.isYou ? "non scambi niente" : `${who.name} non scambia niente`),
    swapped: (who, count) => `${does(who, "scambi", "scambia")} ${tiles(count)}`,
    gaveTook: (who, gave, took) =>
      `${does(who, "dai", "dà")} ${list(gave)} e ${who.isYou ? "prendi" : "prende"} ${list(took)}`,
    ended: (reason) => `la partita è finita: ${reason}`,
  },

  why: {
    edge: "Il tuo sentiero portava fuori dal tabellone.",
    met: (other) => `Il tuo sentiero ha incontrato quello di ${other}.`,
    metOwn: "I sentieri delle tue due pedine si sono incontrati.",
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
    swapHelp: "Prendine tante quante ne dai.",
    swap: (count) =>
      count === 0 ? "Tieni le tue" : plural(count, { one: "Scambia # tessera", other: "Scambia # tessere" }),
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
    stands: (name, square, port) => `${name} è davanti a ${square}, ingresso ${port}.`,
    notYet: (name) => `${name} non è ancora sul tabellone.`,
    out: (name) => `${name} è fuori.`,
    hand: (tiles) => `Hai ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# tessera è nel mazzo.", other: "# tessere sono nel mazzo." }),
    dragon: (name) => `${name} ha il drago.`,
    row: (row, squares) => `Riga ${row}: ${list(squares)}.`,
    laid: (square, tile) => `${square} tessera ${tile}`,
  },

  keys: {
    arrows: "scegli una partenza o una tessera",
    pick: "scegli una tessera",
    turn: "girala",
    place: "posala",
    path: "altro sentiero",
    marker: "altra pedina",
    drop: "rimettila a posto",
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    MarkerLeft:
      "Un sentiero ha portato oltre il bordo del tabellone. La sua pedina è eliminata, e così un giocatore senza pedine.",
    MarkersCollided: "Una tessera ha unito due sentieri. Le pedine si sono scontrate e sono eliminate entrambe.",
    DragonPassed:
      "Il drago va a chi dovrebbe pescare da un mazzo vuoto. Pescherà per primo quando ci saranno di nuovo tessere.",
    SwapOffered: "Il bonus: chi elimina altri può scambiare tessere con le loro.",
  },
};
