// Tao in French.

import { forms } from "../../../i18n/forms";
import type { TaoWords } from "./en";

const { plural, list } = forms("fr");

export const fr: TaoWords = {
  options: {
    teams: { label: "Équipes", help: "À quatre : les places 1 et 3 jouent ensemble contre les places 2 et 4." },
    opposition: {
      label: "Opposition",
      help: "Quel élément compte contre celui en jeu. La règle imprimée ne le dit pas ; c’est une reconstitution.",
      choices: { overcomes: "Celui qu’il domine", overcome_by: "Celui qui le domine" },
    },
    deck: {
      label: "Cartes",
      help: "Vos propres cartes, p. ex. wa1,wa2to,wo3*2 ; 200 au plus. Le jeu habituel est une reconstitution.",
    },
  },

  elements: { water: "Eau", wood: "Bois", fire: "Feu", earth: "Terre", metal: "Métal" },
  powers: {
    tiger: "Tigre blanc",
    dragon: "Dragon d’azur",
    bird: "Oiseau vermillon",
    unicorn: "Licorne jaune",
    tortoise: "Tortue noire",
  },
  effects: {
    tiger: "la pierre avance d’un élément",
    dragon: "la pierre avance de deux éléments",
    bird: "échange à valeur égale",
    unicorn: "couvrir une carte",
    tortoise: "rejouer",
  },
  card: (element, value) => `${element} ${value}`,
  guardian: (card, power) => `${card} (${power})`,
  self: "vous-même",
  partner: (name) => `votre partenaire ${name}`,

  move: {
    walk: (card, whom) => `Prendre ${card} sur le chemin, devant ${whom}`,
    hand: (card, whom) => `Jouer ${card} de la main, devant ${whom}`,
    withEffect: (move, effect) => `${move} ; puis : ${effect}`,
    stone: (element, opposite) => `Déplacer la pierre sur ${element} ; ${opposite} compte alors contre`,
    swap: (mine, name, theirs) => `Donner ${mine} à ${name} contre ${theirs}`,
    cover: (card) => `Couvrir ${card}`,
  },

  event: {
    first: (name) => `Le sort désigne ${name} pour commencer.`,
    dealt: (card) => `Vous recevez ${card}.`,
    round: (round, element, name) =>
      `Manche ${round} : la pierre, qui vaut ${round}, est sur ${element}. ${name} commence.`,
    putFromPath: (name, card, whom) => `${name} place ${card} du chemin devant ${whom}.`,
    putFromHand: (name, card, whom) => `${name} place ${card} de sa main devant ${whom}.`,
    themselves: "soi",
    skipped: (card) => `${card} n’a rien sur quoi agir.`,
    again: (name) => `${name} rejoue.`,
    stone: (name, from, to) => `${name} déplace la pierre de ${from} à ${to}.`,
    swapped: (name, other, mine, theirs) => `${name} donne ${mine} à ${other} contre ${theirs}.`,
    covered: (name, card) => `${name} couvre ${card}.`,
    scored: (round, element, results) => `La manche ${round} est comptée en ${element} : ${results}.`,
    result: (name, result) => `${name} ${result}`,
    stoneWon: (name) => `${name} gagne la pierre.`,
    stoneWonPoints: (name) => `${name} gagne la pierre, aux points dans l’élément.`,
    stoneWonCards: (name) => `${name} gagne la pierre, au nombre de cartes de l’élément.`,
    stoneTied: "Personne ne gagne la pierre.",
    ended: (reason) => `La partie est finie : ${reason}`,
  },
  reasons: {
    five_rounds: "les cinq manches sont jouées.",
    uncatchable: "plus personne ne peut rattraper l’avance.",
  },

  prompt: {
    pick: "Prenez une carte du chemin ou de votre main",
    give: "Placez-la devant quelqu’un",
    stone: "Choisissez où va la pierre",
    swapMine: "Choisissez une de vos cartes à donner",
    swapTheirs: "Choisissez la carte que vous voulez",
    cover: "Choisissez une de vos cartes à couvrir",
  },

  table: {
    path: "Le chemin",
    place: (card) => `Prendre ${card} sur le chemin`,
    lying: (card) => `${card} sur le chemin`,
    hand: "Votre main",
    handEmpty: "Votre main est vide.",
    handCard: (card) => `Jouer ${card} de votre main`,
    mat: (name) => `Cartes devant ${name}`,
    put: (name) => `La placer ici, devant ${name}`,
    here: "La placer ici",
    resultOf: (name, result) => `${name} a ${result} pour l’instant dans cette manche`,
    stones: (total) => plural(total, { one: "pierres : # point", other: "pierres : # points" }),
    round: (round) => `Manche ${round} sur 5`,
    moveStone: (element) => `Déplacer la pierre sur ${element}`,
    covered: (card) => `${card}, couverte`,
    nothing: "pas encore de cartes",
    handSize: (count) => plural(count, { one: "# carte en main", other: "# cartes en main" }),
  },
  end: { rounds: "Les pierres", round: (round) => `Manche ${round}`, nobody: "personne" },
  position: {
    round: (round, element) => `Manche ${round}. La pierre est sur ${element}.`,
    path: (cards) => `Sur le chemin, dans le sens horaire depuis le marqueur : ${list(cards)}.`,
    next: (cards) => `Les prochaines cartes à prendre : ${list(cards)}.`,
    before: (name, cards, result) => `Devant ${name} : ${list(cards)}. Résultat pour l’instant ${result}.`,
    beforeNothing: (name) => `Devant ${name} : aucune carte.`,
    covered: (name, cards) => `Couvertes devant ${name} : ${list(cards)}.`,
    stones: (name, total) => `${name} a des pierres pour ${total}.`,
    hand: (cards) => `Vous avez en main ${list(cards)}.`,
  },
};
