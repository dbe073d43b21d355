// Tao in French.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TaoWords } from "./en";

const { plural, list } = forms("fr");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `vous ${you}` : `${who.name} ${they}`);

/** An element with its article. */
const the = (element: string) =>
  element === "Eau" ? `l’${element}` : element === "Terre" ? `la ${element}` : `le ${element}`;
/** The same at the beginning of a sentence. */
const The = (element: string) => the(element).replace("l", "L");

export const fr: TaoWords = {
  options: {
    teams: { label: "Équipes", help: "À quatre : les places 1 et 3 jouent ensemble contre les places 2 et 4." },
    opposition: {
      label: "Opposition",
      help: "L’élément qui compte contre celui en jeu. La règle imprimée ne le précise pas ; c’est une reconstitution.",
      choices: {
        overcomes: "Celui qu’il domine",
        overcome_by: "Celui qui le domine",
        compass: "Celui d’en face sur la boussole",
        own: "Vos propres oppositions",
      },
      about: {
        overcomes:
          "Chaque élément domine celui qui vient deux rangs plus loin : le Feu compte contre l’Eau, la Terre contre le Bois, et ainsi de suite.",
        overcome_by: "Dans l’autre sens : la Terre compte contre l’Eau, le Métal contre le Bois, et ainsi de suite.",
        compass:
          "D’après les points cardinaux des gardiens : l’Eau et le Feu s’opposent, le Bois et le Métal s’opposent, et rien ne compte contre la Terre.",
        own: "Des paires séparées par des virgules : wa:fi signifie que le Feu compte contre l’Eau (wa Eau, wo Bois, fi Feu, ea Terre, me Métal). Rien ne compte contre un élément qui n’est pas nommé.",
      },
    },
    deck: {
      label: "Cartes",
      help: "Élément, valeur et pouvoir : wa1 est l’Eau 1, wa2to l’Eau 2 avec la Tortue, et wo3*2 y est deux fois. 200 cartes au plus. Le jeu habituel est une reconstitution.",
    },
    early_end: {
      label: "Fin anticipée",
      help: "Quand la partie s’arrête avant la cinquième manche.",
      choices: { uncatchable: "Avance irrattrapable", anyone_out: "Un joueur hors course", never: "Jamais" },
      about: {
        uncatchable: "Après la manche 4, si le premier a au moins 6 points d’avance sur tous les autres.",
        anyone_out:
          "Après la manche 4, dès qu’un joueur ne peut plus gagner, même si d’autres le peuvent encore : la règle imprimée à la lettre.",
        never: "On joue toujours les cinq manches.",
      },
    },
    team_rounds: {
      label: "Manches en équipe",
      help: "Comment on compte une manche quand on joue en équipes.",
      choices: { each: "Chacun pour soi", together: "Ensemble" },
      about: {
        each: "Le meilleur joueur gagne la pierre ; les partenaires n’additionnent que leurs pierres.",
        together:
          "Les cartes des partenaires s’additionnent et l’équipe gagne la pierre ; le meilleur des deux commence la manche suivante.",
      },
    },
    last_power: {
      label: "Dernière carte",
      help: "Ce que fait un gardien pris comme dernière carte de la manche.",
      choices: { no_turn: "Pouvoir, sans rejouer", all: "Pouvoir, et on rejoue", none: "Pas de pouvoir" },
      about: {
        no_turn: "Son pouvoir agit encore avant le décompte, mais la Tortue ne fait pas rejouer.",
        all: "Son pouvoir agit encore avant le décompte ; avec la Tortue, on rejoue une carte de sa main, s’il en reste.",
        none: "La manche est finie aussitôt, sans son pouvoir.",
      },
    },
    covered: {
      label: "Cartes couvertes",
      help: "Combien de temps une carte reste couverte par une Licorne.",
      choices: { stays: "Jusqu’à la fin de la manche", while_covered: "Tant que la Licorne est là" },
      about: {
        stays: "Une carte couverte le reste jusqu’à la fin de la manche, même si la Licorne part dans un échange.",
        while_covered: "Une carte couverte redevient libre et compte de nouveau quand la Licorne part dans un échange.",
      },
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
  self: "vous",
  partner: (name) => `votre partenaire ${name}`,

  move: {
    walk: (card, whom) => `Prendre ${card} sur le chemin et la placer devant ${whom}`,
    hand: (card, whom) => `Jouer ${card} de votre main et la placer devant ${whom}`,
    withEffect: (move, effect) => `${move} ; puis : ${effect}`,
    withResults: (move, results) => `${move} (score : ${results})`,
    resultOf: (who, result) => `${who.isYou ? "vous" : who.name} ${result}`,
    endsRound: (move, stone) => `${move} ; la manche s’achève : ${stone}`,
    stone: (element, opposite) =>
      opposite === null
        ? `Déplacer la pierre sur ${the(element)} ; rien ne compte alors contre vous`
        : `Déplacer la pierre sur ${the(element)} ; ${the(opposite)} compte alors contre vous`,
    swap: (mine, name, theirs) => `Donner ${mine} à ${name} contre ${theirs}`,
    cover: (card) => `Couvrir ${card}`,
  },

  event: {
    first: (who) => `le hasard décide : ${does(who, "commencez", "commence")}`,
    dealt: (cards) => `vous recevez ${list(cards)}`,
    round: (round, element) => `manche ${round} : la pierre, qui vaut ${round}, est sur ${the(element)}`,
    begins: (who) => does(who, "commencez", "commence"),
    takes: (who, card) => `${does(who, "prenez", "prend")} ${card} sur le chemin`,
    plays: (who, card) => `${does(who, "jouez", "joue")} ${card} de ${who.isYou ? "votre" : "sa"} main`,
    givesFromPath: (who, card, to) =>
      to.isYou
        ? `${who.name} vous donne ${card} du chemin`
        : `${does(who, "donnez", "donne")} ${card} du chemin à ${to.name}`,
    givesFromHand: (who, card, to) =>
      to.isYou
        ? `${who.name} vous donne ${card} de sa main`
        : `${does(who, "donnez", "donne")} ${card} de ${who.isYou ? "votre" : "sa"} main à ${to.name}`,
    skipped: (card) => `${card} reste ici sans effet`,
    again: (who) => does(who, "rejouez", "rejoue"),
    stone: (who, from, to) => `${does(who, "déplacez", "déplace")} la pierre de ${from} à ${to}`,
    swapped: (who, other, mine, theirs) =>
      other.isYou
        ? `${who.name} vous donne ${mine} contre ${theirs}`
        : `${does(who, "donnez", "donne")} ${mine} à ${other.name} contre ${theirs}`,
    covered: (who, card) => `${does(who, "couvrez", "couvre")} ${card}`,
    uncovered: (who, card) => `${card} devant ${who.isYou ? "vous" : who.name} est de nouveau visible`,
    scored: (round, element, results) => `la manche ${round} est comptée en ${element} : ${results}`,
    result: (who, result) => `${who.isYou ? "vous" : who.name} (${result})`,
    stoneWon: (who) => `${does(who, "gagnez", "gagne")} la pierre`,
    stoneWonPoints: (who) => `${does(who, "gagnez", "gagne")} la pierre, aux points dans l’élément`,
    stoneWonCards: (who) => `${does(who, "gagnez", "gagne")} la pierre, au nombre de cartes de l’élément`,
    teamStone: (names) => `${names} gagnent la pierre`,
    teamStonePoints: (names) => `${names} gagnent la pierre, aux points dans l’élément`,
    teamStoneCards: (names) => `${names} gagnent la pierre, au nombre de cartes de l’élément`,
    stoneTied: "personne ne gagne la pierre",
    ended: (reason) => `la partie est finie : ${reason}`,
  },
  reasons: {
    five_rounds: "les cinq manches sont jouées.",
    uncatchable: "plus personne ne peut rattraper l’avance.",
    anyone_out: "un joueur ne peut plus gagner.",
  },

  prompt: {
    pick: "Prenez une carte du chemin ou de votre main",
    hand: "Le chemin est fermé : jouez une carte de votre main",
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
    putWithResult: (name, from, to) => `La placer ici, devant ${name} : de ${from} à ${to}`,
    playsWith: (name) => `joue avec ${name}`,
    against: "contre vous",
    ring: (element, opposite) =>
      opposite === null
        ? `La pierre est sur ${the(element)} ; rien ne compte contre vous`
        : `La pierre est sur ${the(element)} ; ${the(opposite)} compte contre vous`,
    here: "La placer ici",
    resultOf: (name, result) => `${name} a ${result} pour l’instant dans cette manche`,
    teamResult: (result) => `équipe ${result}`,
    stones: (total) => plural(total, { one: "pierres : # point", other: "pierres : # points" }),
    round: (round) => `Manche ${round} sur 5`,
    moveStone: (element) => `Déplacer la pierre sur ${the(element)}`,
    covered: (card) => `${card}, couverte`,
    nothing: "pas encore de cartes",
    handSize: (count) => plural(count, { one: "# carte en main", other: "# cartes en main" }),
  },
  tip: {
    powers: {
      tiger: "Placée devant vous : déplacez la pierre sur un élément voisin.",
      dragon: "Placée devant vous : déplacez la pierre de deux éléments, dans un sens ou dans l’autre.",
      bird: "Placée devant vous : échangez une de vos cartes visibles contre celle d’un autre joueur, de même valeur.",
      unicorn: "Placée devant vous : couvrez une autre de vos cartes, qui ne compte alors plus.",
      tortoise: "Placée devant vous : rejouez aussitôt.",
    },
    others: "Devant un autre joueur, c’est une carte ordinaire.",
    noPower: "Pas de pouvoir.",
    covered: "Couverte : elle ne compte plus jusqu’à la fin de la manche.",
    coveredFrees: "Couverte : elle ne compte pas tant que la Licorne est dessus.",
    counts: (element) => `${The(element)} compte pour vous en ce moment.`,
    countsAgainst: (element) => `${The(element)} compte contre vous en ce moment.`,
    countsNothing: (element) => `${The(element)} ne compte pas en ce moment.`,
  },
  round: {
    title: (round) => `Décompte de la manche ${round}`,
    counts: (element) => `${The(element)} compte`,
    countsAgainst: (element) => `${The(element)} compte contre vous`,
    tie: (names, result) => `Égalité à ${result} : ${names}.`,
    tiePoints: (element, figures) => `Points en ${element} : ${figures}.`,
    tieCards: (element, figures) => `Nombre de cartes ${element} : ${figures}.`,
    stoneTo: (name, worth) => `La pierre de valeur ${worth} revient à ${name}.`,
    stoneToYou: (worth) => `La pierre de valeur ${worth} est à vous.`,
    stoneToTeam: (names, worth) => `La pierre de valeur ${worth} revient à ${names}.`,
    stoneToYourTeam: (worth) => `La pierre de valeur ${worth} revient à votre équipe.`,
    together: "Ensemble",
    stoneToNobody: (worth) => `L’égalité persiste : la pierre de valeur ${worth} ne revient à personne.`,
    next: (round) => `Passer à la manche ${round}`,
  },
  end: {
    rounds: "Les manches",
    element: "Manche et élément",
    round: (round) => `Manche ${round}`,
    stone: "gagne la pierre",
    byPoints: "aux points",
    byCards: "aux cartes",
    nobody: "Égalité : pas de pierre",
    stones: "Pierres",
    team: "Équipe",
  },
  position: {
    round: (round, element) => `Manche ${round}. La pierre est sur ${the(element)}.`,
    path: (cards) => `Sur le chemin, dans le sens horaire depuis le marqueur : ${list(cards)}.`,
    next: (cards) => `Les prochaines cartes à prendre : ${list(cards)}.`,
    before: (name, cards, result) => `Devant ${name} : ${list(cards)}. Résultat pour l’instant : ${result}.`,
    beforeNothing: (name) => `Devant ${name} : aucune carte.`,
    covered: (name, cards) => `Couvertes devant ${name} : ${list(cards)}.`,
    stones: (name, total) => `${name} : ${plural(total, { one: "# point", other: "# points" })} en pierres.`,
    hand: (cards) => `Vous avez en main ${list(cards)}.`,
  },
  keys: { card: "choisir une carte : chemin 1–3, main 4–5", seat: "puis devant qui la placer", drop: "la reposer" },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    StoneMoved:
      "La pierre a bougé. Désormais, les cartes d’un autre élément comptent, et celles d’un autre encore comptent contre vous.",
    CardsSwapped: "L’Oiseau a échangé deux cartes de même valeur.",
    CardCovered: "La Licorne a couvert une carte : elle ne compte plus dans cette manche.",
    TurnRepeated: "La Tortue fait rejouer aussitôt.",
    RoundEnded:
      "Une manche est finie. Le meilleur résultat dans l’élément de la pierre la gagne ; à égalité, les points dans l’élément lui-même décident.",
  },
};
