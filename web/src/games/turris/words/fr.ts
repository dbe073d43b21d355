// Turris in French.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TurrisWords } from "./en";

const { plural, list, signed } = forms("fr");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `vous ${you}` : `${who.name} ${they}`);

export const fr: TurrisWords = {
  options: {
    bonus_chains: { label: "Enchaînement", help: "Un bloc bonus qui remplit le centre donne un nouveau bonus." },
    first: {
      label: "Qui commence",
      help: "La place 1 construit en blanc, la place 2 en noir.",
      choices: { random: "Le hasard", white: "Blanc", black: "Noir" },
    },
    free_blocks: {
      label: "Blocs libres",
      help: "Combien de blocs peuvent être isolés au début.",
      choices: { "1": "Un", "2": "Deux" },
      about: {
        "1": "Seul le tout premier bloc de la partie n’a pas à en toucher un autre.",
        "2": "Le premier bloc du second joueur n’a pas non plus à en toucher un autre, mais il est alors couché.",
      },
    },
    ground_lying: {
      label: "Couché sur le sol",
      help: "Quels blocs peuvent être couchés sur le sol.",
      choices: { free: "Tous les blocs", first_only: "Seulement les blocs libres" },
      about: {
        free: "Sur le sol, il suffit à un bloc couché d’en toucher un autre.",
        first_only:
          "Un bloc couché doit toujours en chevaucher deux autres : sur le sol, seul un bloc libre peut donc être couché.",
      },
    },
    last_bonus: {
      label: "Bonus du dernier bloc",
      help: "Ce que devient un bonus obtenu avec le dernier bloc de la partie.",
      choices: { played: "Il est joué", ends: "Il est perdu" },
      about: {
        played: "On le joue encore ; un bloc ainsi retiré est placé de nouveau.",
        ends: "La partie finit avec le dernier bloc, même s’il remplit le centre.",
      },
    },
  },

  colours: ["blanc", "noir"],
  players: ["Blanc", "Noir"],
  standing: (column) => `debout sur ${column}`,
  lying: (one, other) => `couché sur ${one} et ${other}`,
  stands: "debout",
  liesTo: (column) => `couché vers ${column}`,
  level: (level) => `niveau ${level}`,
  levels: (low, high) => `niveaux ${low} et ${high}`,

  move: {
    place: (where, level) => `Placer un bloc ${where}, ${level}`,
    placeForBonus: (where, level) => `Placer un bloc ${where}, ${level}, pour un bonus`,
    take: (where, level) => `Retirer le bloc ${where}, ${level}`,
    decline: "Renoncer au bonus",
  },
  event: {
    first: (who, colour) => `${does(who, "commencez", "commence")}, avec les blocs ${colour}s`,
    placed: (who, where, level) => `${does(who, "placez", "place")} un bloc ${where}, ${level}`,
    placedBonus: (who, where, level) => `${does(who, "placez", "place")} un bloc bonus ${where}, ${level}`,
    earned: (who) => `le centre est rempli : ${does(who, "avez", "a")} un bonus`,
    taken: (who, colour, where, level) => `${does(who, "retirez", "retire")} le bloc ${colour} ${where}, ${level}`,
    declined: (who) => `${does(who, "renoncez", "renonce")} au bonus`,
    stuck: (who) =>
      who.isYou ? "vous ne pouvez pas placer de bloc et passez" : `${who.name} ne peut pas placer de bloc et passe`,
    empty: (who) => (who.isYou ? "vous n’avez plus de bloc et passez" : `${who.name} n’a plus de bloc et passe`),
    ended: (reason) => `la partie est finie : ${reason}`,
  },
  reasons: {
    all_placed: "tous les blocs sont placés.",
    stuck: "personne ne peut placer de bloc.",
    ply_limit: "la limite de placements est atteinte.",
  },

  prompt: {
    place: "Choisissez une place pour votre bloc",
    bonus: "Vous avez un bonus : placez, retirez ou renoncez",
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
    help: "Glissez pour tourner. Pointillés : derrière la tour. Choisissez deux fois une place pour construire.",
    openHelp: "Toutes les cases colorées sont libres : commencez où vous voulez.",
    notLoaded: "La tour en 3D n’a pas pu être chargée. Continuez sur le plan, ou réessayez.",
    planHelp: "Cercles : debout. Barres : couché. Chiffres : hauteur des colonnes.",
    noBlocks: "Aucun bloc ne peut être placé ainsi pour l’instant.",
    barred: "Les places entourées restent libres ce tour-ci.",
    left: (count) => plural(count, { one: "# bloc restant", other: "# blocs restants" }),
    views: "Les cinq vues",
    level: (level) => `Niveau ${level}`,
    levels: "Niveau par niveau",
    points: (points) => plural(points, { one: "# point", other: "# points" }),
  },
  keys: {
    step: "parcourir les places",
    space: "espace",
    pose: "couché ou debout",
    place: "construire",
    drop: "annuler le choix",
    turn: "tourner la tour, sélectionnée par un clic ou avec Tab",
  },
  views: { south: "Sud", east: "Est", north: "Nord", west: "Ouest", roof: "Toit" },
  sum: "Total",
  example: "Une partie entière, puis ses points vue par vue",
  viewInWords: (view, white, black) => `${view} : blanc ${white}, noir ${black}`,
  change: signed,
  forecastPoints: (points, change) => (change === 0 ? String(points) : `${points} (${signed(change)})`),
  forecast: (place, white, black) => `${place}. Ensuite : blanc ${white}, noir ${black}.`,
  position: {
    left: (colour, count) => `Il reste ${plural(count, { one: `# bloc ${colour}`, other: `# blocs ${colour}s` })}.`,
    column: (column, blocks) => `${column}, depuis le sol : ${blocks.join(" ; ")}.`,
    empty: (columns) => `Colonnes vides : ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `À laisser libres ce tour-ci : ${list(cells)}.`,
    cell: (column, level) => `${column} niveau ${level}`,
    part: (colour, pose, levels) => `${colour} ${pose}, ${levels}`,
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    BonusEarned:
      "Un bloc a rempli le centre : son joueur peut en placer un autre, en retirer un à l’adversaire, ou renoncer au bonus.",
    BlockTakenOff:
      "Un bloc a été retiré. Son propriétaire le récupère, et ne peut pas utiliser ses places au tour suivant.",
    TurnPassed: "Qui ne peut pas placer de bloc passe.",
  },
};
