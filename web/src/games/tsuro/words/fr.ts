// Tsuro in French.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TsuroWords } from "./en";

const { plural, list } = forms("fr");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `vous ${you}` : `${who.name} ${they}`);

const turned = ["", ", tournée d’un quart de tour", ", tournée d’un demi-tour", ", tournée de trois quarts de tour"];
const tiles = (count: number) => plural(count, { one: "une tuile", other: "# tuiles" });

export const fr: TsuroWords = {
  twoMarkers: "À deux, chacun joue avec deux pions.",
  options: {
    edition: {
      label: "Édition",
      help: "L’édition dont on prend les règles, le plateau et les tuiles.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
      about: {
        calliope:
          "6 × 6 cases, 35 tuiles différentes ; on part d’une encoche du bord. À partir de trois joueurs, le dragon est en jeu. Interdit de sortir du plateau tant qu’on peut l’éviter.",
        davinci: "Se joue avec les mêmes règles que Calliope.",
        kosmos:
          "6 × 6 ou 7 × 7 cases, 64 tuiles, pas de dragon ; on part du milieu d’un côté et on a le droit de s’éliminer soi-même. À deux, chacun a deux pions.",
      },
    },
    board: {
      label: "Plateau",
      help: "Le petit plateau convient jusqu’à quatre joueurs.",
      choices: { usual: "Habituel", phoenix: "6 × 6", dragon: "7 × 7" },
      about: {
        usual: "6 × 6 jusqu’à quatre joueurs, 7 × 7 au-delà.",
        phoenix: "Le petit plateau, jusqu’à quatre joueurs.",
        dragon: "Le grand plateau, quel que soit le nombre de joueurs.",
      },
    },
    suicide_covers: {
      label: "Interdit",
      help: "Ce que vous ne pouvez pas faire à votre propre pion tant que vous avez le choix.",
      choices: { edge: "Sortir du plateau", any: "Sortir ou heurter un pion" },
      about: {
        edge: "Tant que vous avez le choix, vous ne pouvez pas sortir du plateau. Heurter un autre pion est permis.",
        any: "Tant que vous avez le choix, vous ne pouvez ni sortir du plateau ni heurter un autre pion.",
      },
    },
    elimination_bonus: { label: "Bonus", help: "Qui élimine un joueur peut échanger des tuiles avec lui." },
    pass_the_pile: { label: "Pioche voyageuse", help: "La pioche se trouve devant le joueur dont c’est le tour." },
    tiles: {
      label: "Tuiles",
      help: "Les numéros des tuiles, de 1 à 35, p. ex. 1,2,3*4 : la tuile 3 y est quatre fois. Au moins trois par joueur, 127 au plus ; « edition » désigne les tuiles habituelles.",
    },
  },

  sides: ["côté haut", "côté droit", "côté bas", "côté gauche"],
  side: (square, side) => `${square}, ${side}`,
  ports: [
    "haut gauche",
    "haut droite",
    "droite haut",
    "droite bas",
    "bas droite",
    "bas gauche",
    "gauche bas",
    "gauche haut",
  ],
  path: (one, other) => `${one} vers ${other}`,
  tile: (tile) => `la tuile ${tile}`,
  marker: (letter) => `pion ${letter}`,

  move: {
    start: (place) => `Commencer en ${place}`,
    tile: (tile, turns) => `Tuile ${tile}${turned[turns]}`,
    entering: (place) => `entrée ${place}`,
    follow: (place) => `Suivre le chemin ${place}`,
    forMarker: (letter) => `pour le pion ${letter}`,
    to: (square, port) => `mène en ${square}, ${port}`,
    markerTo: (letter, square, port) => `le pion ${letter} va en ${square}, ${port}`,
    open: "la suite est libre",
    shared: (names) =>
      plural(names.length, { one: `${list(names)} y est aussi`, other: `${list(names)} y sont aussi` }),
    markerOut: (letter) => `le pion ${letter} est éliminé`,
    youOut: "vous êtes éliminé",
    out: (names) => plural(names.length, { one: `${list(names)} est éliminé`, other: `${list(names)} sont éliminés` }),
    undecided: "il faut d’abord choisir un chemin",
    keep: "Garder vos tuiles",
    swap: (give, take) => `Donner ${list(give)}, prendre ${list(take)}`,
  },

  event: {
    youDrew: (tiles) => `vous piochez ${list(tiles)}`,
    placed: (who, place) => `${does(who, "commencez", "commence")} en ${place}`,
    laid: (who, tile, square, turns = 0) =>
      `${does(who, "posez", "pose")} la tuile ${tile}${turned[turns]} en ${square}`,
    chosen: (who, place) => `${does(who, "suivez", "suit")} le chemin en ${place}`,
    thenTo: (who, square) => `${who.isYou ? "allez" : "va"} en ${square}`,
    thenOut: (who) => `${who.isYou ? "sortez" : "sort"} du plateau`,
    thenCollides: (who, other) =>
      other.isYou
        ? "vous heurte : tous deux éliminés"
        : `${who.isYou ? "heurtez" : "heurte"} ${other.name} : tous deux éliminés`,
    moved: (who, square) => `${does(who, "allez", "va")} en ${square}`,
    left: (who) => `${does(who, "sortez", "sort")} du plateau`,
    collided: (one, other) =>
      one.isYou || other.isYou
        ? `${one.isYou ? other.name : one.name} et vous vous heurtez : tous deux éliminés`
        : `${one.name} et ${other.name} se heurtent : tous deux éliminés`,
    markerOf: (who, letter) => (who.isYou ? `votre pion ${letter}` : `le pion ${letter} de ${who.name}`),
    out: (who) => does(who, "êtes hors jeu", "est hors jeu"),
    returned: (count) =>
      plural(count, { one: "une tuile retourne dans la pioche", other: "# tuiles retournent dans la pioche" }),
    laidDown: (count) => plural(count, { one: "une tuile est mise de côté", other: "# tuiles sont mises de côté" }),
    dragonBeside: "le dragon est à côté du plateau",
    dragonTaken: (who) => `${does(who, "prenez", "prend")} le dragon`,
    dragonFrom: (who, giver) =>
      giver.isYou ? `${who.name} vous prend le dragon` : `${does(who, "prenez", "prend")} le dragon à ${giver.name}`,
    offered: (who, count) =>
      `${does(who, "pouvez", "peut")} échanger ${who.isYou ? "vos" : "ses"} tuiles contre celles des éliminés (${tiles(count)})`,
    swappedNothing: (who) => (who.isYou ? "vous n’échangez rien" : `${who.name} n’échange rien`),
    swapped: (who, count) => `${does(who, "échangez", "échange")} ${tiles(count)}`,
    gaveTook: (who, gave, took) =>
      `${does(who, "donnez", "donne")} ${list(gave)} et ${who.isYou ? "prenez" : "prend"} ${list(took)}`,
    ended: (reason) => `la partie est finie : ${reason}`,
  },

  why: {
    edge: "Votre chemin menait hors du plateau.",
    met: (other) => `Votre chemin a rejoint celui de ${other}.`,
    metOwn: "Les chemins de vos deux pions se sont rejoints.",
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
    stands: (name, square, port) => `${name} est devant ${square}, entrée ${port}.`,
    notYet: (name) => `${name} n’est pas encore sur le plateau.`,
    out: (name) => `${name} est éliminé.`,
    hand: (tiles) => `Vous avez ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# tuile est dans la pioche.", other: "# tuiles sont dans la pioche." }),
    dragon: (name) => `${name} a le dragon.`,
    row: (row, squares) => `Rangée ${row} : ${list(squares)}.`,
    laid: (square, tile) => `${square} tuile ${tile}`,
  },

  keys: {
    arrows: "choisir un départ ou une tuile",
    pick: "choisir une tuile",
    turn: "la tourner",
    place: "la poser",
    path: "autre chemin",
    marker: "autre pion",
    drop: "la reposer",
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    MarkerLeft: "Un chemin a mené hors du plateau. Son pion est éliminé, et un joueur sans pion aussi.",
    MarkersCollided: "Une tuile a réuni deux chemins. Les pions se sont heurtés, et tous deux sont éliminés.",
    DragonPassed:
      "Le dragon va à qui devrait piocher quand la pioche est vide. Il piochera en premier dès qu’il y aura de nouveau des tuiles.",
    SwapOffered: "Le bonus : qui élimine d’autres joueurs peut échanger des tuiles contre les leurs.",
  },
};
