// Turris in French.

import { forms } from "../../../i18n/forms";
import type { TurrisWords } from "./en";

const { plural, list } = forms("fr");

export const fr: TurrisWords = {
  options: {
    bonus_chains: { label: "Enchaînement", help: "Un bloc bonus qui remplit le centre donne un nouveau bonus." },
    first: {
      label: "Qui commence",
      help: "La place 1 construit en blanc, la place 2 en noir.",
      choices: { random: "Le hasard", white: "Blanc", black: "Noir" },
    },
  },

  colours: ["blanc", "noir"],
  standing: (column) => `debout sur ${column}`,
  lying: (one, other) => `couché sur ${one} et ${other}`,
  level: (level) => `niveau ${level}`,
  levels: (low, high) => `niveaux ${low} et ${high}`,

  move: {
    place: (where, level) => `Placer un bloc ${where}, ${level}`,
    placeForBonus: (where, level) => `Placer un bloc ${where}, ${level}, pour un bonus`,
    take: (where, level) => `Retirer le bloc ${where}, ${level}`,
    decline: "Renoncer au bonus",
  },
  event: {
    first: (name, colour) => `${name} commence, avec les blocs de couleur ${colour}.`,
    placed: (name, where, level) => `${name} place un bloc ${where}, ${level}.`,
    placedBonus: (name, where, level) => `${name} place un bloc bonus ${where}, ${level}.`,
    earned: (name) => `Le centre est rempli : ${name} a un bonus.`,
    taken: (name, colour, where, level) => `${name} retire le bloc ${colour} ${where}, ${level}.`,
    declined: (name) => `${name} renonce au bonus.`,
    stuck: (name) => `${name} ne peut pas placer de bloc et passe.`,
    empty: (name) => `${name} n’a plus de bloc et passe.`,
    ended: (reason) => `La partie est finie : ${reason}`,
  },
  reasons: {
    all_placed: "tous les blocs sont placés.",
    stuck: "personne ne peut placer de bloc.",
    ply_limit: "la limite de placements est atteinte.",
  },

  prompt: {
    place: "Choisissez une place pour votre bloc",
    bonus: "Vous avez un bonus : placez, retirez, ou renoncez",
  },
  table: {
    tower: "La tour. Les flèches la tournent, N et P parcourent les places, Entrée place le bloc.",
    plan: "Plan",
    solid: "Tour",
    lying: "Couché",
    standing: "Debout",
    place: "Placer",
    takeOff: "Retirer",
    take: "Le retirer",
    decline: "Renoncer au bonus",
    help: "Glissez pour tourner. Choisissez une place éclairée, puis encore une fois pour construire.",
    planHelp: "Cercles : debout. Barres : couché. Chiffres : hauteur des colonnes.",
    noBlocks: "Aucun bloc de cette sorte ne va nulle part pour l’instant.",
    barred: "Les places entourées restent libres ce tour-ci.",
    left: (count) => plural(count, { one: "# bloc restant", other: "# blocs restants" }),
    views: "Les cinq vues",
    level: (level) => `Niveau ${level}`,
    levels: "Niveau par niveau",
    points: (points) => plural(points, { one: "# point", other: "# points" }),
  },
  views: { south: "Sud", east: "Est", north: "Nord", west: "Ouest", roof: "Toit" },
  sum: "Somme",
  viewInWords: (view, white, black) => `${view} : blanc ${white}, noir ${black}`,
  position: {
    left: (colour, count) => `Il reste ${plural(count, { one: "# bloc", other: "# blocs" })} à ${colour}.`,
    column: (column, blocks) => `${column}, depuis le sol : ${list(blocks)}.`,
    empty: (columns) => `Colonnes vides : ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `À laisser libres ce tour-ci : ${list(cells)}.`,
    cell: (column, level) => `${column} niveau ${level}`,
    part: (colour, level) => `${colour} au niveau ${level}`,
  },
};
