// Tsuro in French.

import { forms } from "../../../i18n/forms";
import type { TsuroWords } from "./en";

const { plural, list } = forms("fr");

const turned = ["", ", tournée d’un quart", ", tournée d’un demi-tour", ", tournée de trois quarts"];
const tiles = (count: number) => plural(count, { one: "une tuile", other: "# tuiles" });

export const fr: TsuroWords = {
  options: {
    edition: {
      label: "Édition",
      help: "Les règles, le plateau et les tuiles de quelle édition.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
    },
    board: {
      label: "Plateau",
      help: "Le petit plateau convient jusqu’à quatre joueurs.",
      choices: { usual: "Habituel", phoenix: "6 × 6", dragon: "7 × 7" },
    },
    suicide_covers: {
      label: "Interdit",
      help: "Ce que vous ne pouvez pas faire à votre propre pion tant que vous avez le choix.",
      choices: { edge: "Hors du plateau", any: "Hors du plateau ou collision" },
    },
    elimination_bonus: { label: "Bonus", help: "Éliminez quelqu’un, et vous pouvez échanger des tuiles avec lui." },
    pass_the_pile: { label: "Pioche voyageuse", help: "La pioche se trouve devant le joueur dont c’est le tour." },
    tiles: { label: "Tuiles", help: "Vos propres tuiles, p. ex. 1,2,3*4 ; au moins trois par joueur, 127 au plus." },
  },

  sides: ["en haut", "à droite", "en bas", "à gauche"],
  side: (square, side) => `${square}, côté ${side}`,
  notch: (square, side, which) => `${square}, ${side}, ${which}`,
  halves: { left: "à gauche", right: "à droite", upper: "plus haut", lower: "plus bas" },
  tile: (tile) => `la tuile ${tile}`,
  marker: (letter) => `pion ${letter}`,

  move: {
    start: (place) => `Commencer en ${place}`,
    tile: (tile, turns) => `Tuile ${tile}${turned[turns]}`,
    entering: (place) => `entrer en ${place}`,
    follow: (place) => `Suivre le chemin en ${place}`,
    forMarker: (letter) => `pour le pion ${letter}`,
    to: (square) => `vous allez en ${square}`,
    markerTo: (letter, square) => `le pion ${letter} va en ${square}`,
    markerOut: (letter) => `le pion ${letter} est éliminé`,
    youOut: "vous êtes éliminé",
    out: (names) => plural(names.length, { one: `${list(names)} est éliminé`, other: `${list(names)} sont éliminés` }),
    undecided: "un chemin est d’abord choisi",
    keep: "Garder vos tuiles",
    swap: (give, take) => `Donner ${list(give)}, prendre ${list(take)}`,
  },

  event: {
    youDrew: (tile) => `Vous piochez la tuile ${tile}.`,
    placed: (name, place) => `${name} commence en ${place}.`,
    laid: (name, tile, turns, square) => `${name} pose la tuile ${tile}${turned[turns]} en ${square}.`,
    chosen: (name, place) => `${name} suit le chemin en ${place}.`,
    left: (name) => `${name} sort du plateau.`,
    collided: (one, other) => `${one} et ${other} se heurtent.`,
    collidedOwn: (name) => `Les deux pions de ${name} se heurtent.`,
    out: (name) => `${name} est éliminé.`,
    returned: (count) =>
      plural(count, { one: "Une tuile retourne dans la pioche.", other: "# tuiles retournent dans la pioche." }),
    laidDown: (count) => plural(count, { one: "Une tuile est mise de côté.", other: "# tuiles sont mises de côté." }),
    dragonBeside: "Le dragon est à côté du plateau.",
    dragonTaken: (name) => `${name} prend le dragon.`,
    dragonFrom: (name, giver) => `${name} prend le dragon à ${giver}.`,
    offered: (name, count) => `${name} peut échanger avec ${tiles(count)} des éliminés.`,
    swappedNothing: (name) => `${name} n’échange rien.`,
    swapped: (name, count) => `${name} échange ${tiles(count)}.`,
    gaveTook: (name, gave, took) => `${name} donne ${list(gave)} et prend ${list(took)}.`,
    ended: (reason) => `La partie est finie : ${reason}`,
  },

  reasons: {
    last_marker: "il ne reste qu’un joueur.",
    all_out: "les derniers joueurs ont été éliminés ensemble.",
    no_tiles: "il n’y a plus de tuiles.",
  },

  prompt: {
    place: "Choisissez où commencer",
    play: "Choisissez une tuile",
    turn: "Tournez-la, puis posez-la",
    port: "Choisissez votre chemin",
    swap: "Échangez des tuiles, ou gardez les vôtres",
  },

  hand: {
    title: "Vos tuiles",
    empty: "Vous n’avez pas de tuiles.",
    pick: (tile) => `Tuile ${tile}`,
    turn: "Tourner",
    place: "Poser",
    before: "Départ précédent",
    next: "Départ suivant",
    pile: (count) => plural(count, { one: "# dans la pioche", other: "# dans la pioche" }),
    otherPath: "Autre chemin",
    otherMarker: "Autre pion",
    notAllowedEdge: "Cela vous ferait sortir du plateau. Tournez-la, ou prenez une autre tuile.",
    notAllowedAny: "Cela vous éliminerait. Tournez-la, ou prenez une autre tuile.",
    swapTitle: "Tuiles des éliminés",
    swapHelp: "Choisissez autant de leurs tuiles que vous donnez des vôtres.",
    swap: (count) =>
      count === 0 ? "Garder mes tuiles" : plural(count, { one: "Échanger # tuile", other: "Échanger # tuiles" }),
  },

  seat: {
    tiles: (count) => plural(count, { one: "# tuile en main", other: "# tuiles en main" }),
    dragon: "a le dragon",
    out: "éliminé",
    pile: "a la pioche",
  },

  position: {
    board: (size, tiles) =>
      `Un plateau de ${size} sur ${size} cases avec ${plural(tiles, { one: "# tuile", other: "# tuiles" })}.`,
    stands: (name, square, side) => `${name} se trouve ${side} de ${square}.`,
    notYet: (name) => `${name} n’est pas encore sur le plateau.`,
    out: (name) => `${name} est éliminé.`,
    hand: (tiles) => `Vous avez ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# tuile est dans la pioche.", other: "# tuiles sont dans la pioche." }),
    dragon: (name) => `${name} a le dragon.`,
    row: (row, squares) => `Rangée ${row} : ${list(squares)}.`,
    laid: (square, tile) => `${square} tuile ${tile}`,
  },

  keys: {
    pick: "choisir une tuile",
    turn: "la tourner",
    place: "la poser",
    path: "autre chemin",
    marker: "autre pion",
    drop: "la reprendre",
  },
};
