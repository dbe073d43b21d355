// The typed commands in French.

import type { CommandWords } from "./en";

export const fr: CommandWords = {
  help: [
    ["o", "vos coups, numérotés. o 3 : le coup 3 en détail. o et un mot : seulement les coups qui le contiennent."],
    ["3", "jouer le coup 3. La notation d’un coup marche aussi."],
    ["l", "le dernier coup. l 3 : les trois derniers."],
    ["s", "le score."],
    ["h", "ce que vous avez en main."],
    ["p", "ce qu’il y a à un endroit."],
    ["b", "tout le plateau."],
    ["c", "les pendules."],
    ["w", "à qui c’est de jouer, et qui est qui."],
    ["?", "ces commandes. Entrée seule répète la dernière réponse, flèche haut la dernière commande."],
  ],
  places: (names) => `Endroits pour p : ${names.join(" ; ")}.`,
  unknown: (text) => `La commande ${text} n’existe pas. Tapez ? pour la liste.`,
  noOption: (number, count) => `Il n’y a pas de coup ${number} ; vous en avez ${count}.`,
  noMatch: (text) => `Aucun de vos coups ne contient ${text}.`,
  noPlace: (name) => `L’endroit ${name} n’existe pas.`,
  noScore: "On ne compte qu’à la fin.",
  noHand: "Vous n’avez rien en main.",
  noClock: "Il n’y a pas de pendule.",
  clock: (name, time) => `${name} : encore ${time}.`,
  seat: (seat, name, shape) => `Place ${seat} : ${name}, ${shape}.`,
};
