// Turris in German.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TurrisWords } from "./en";

const { plural, list, signed } = forms("de");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `du ${you}` : `${who.name} ${they}`);

export const de: TurrisWords = {
  options: {
    bonus_chains: { label: "Ketten", help: "Ein Bonusblock, der die Mitte füllt, bringt einen weiteren Bonus." },
    first: {
      label: "Wer beginnt",
      help: "Platz 1 baut mit weißen, Platz 2 mit schwarzen Blöcken.",
      choices: { random: "Der Zufall entscheidet", white: "Weiß", black: "Schwarz" },
    },
    free_blocks: {
      label: "Freie Blöcke",
      help: "Wie viele Blöcke am Anfang keinen anderen berühren müssen.",
      choices: { "1": "Einer", "2": "Zwei" },
      about: {
        "1": "Nur der allererste Block der Partie muss keinen anderen berühren.",
        "2": "Auch der erste Block des zweiten Spielers muss keinen anderen berühren, aber dann liegt er.",
      },
    },
    ground_lying: {
      label: "Liegen auf dem Boden",
      help: "Welche Blöcke auf dem Boden liegen dürfen.",
      choices: { free: "Alle Blöcke", first_only: "Nur freie Blöcke" },
      about: {
        free: "Auf dem Boden muss ein liegender Block nur einen anderen berühren.",
        first_only:
          "Ein liegender Block muss immer auf zwei anderen ruhen; auf dem Boden darf also nur ein freier Block liegen.",
      },
    },
    last_bonus: {
      label: "Bonus des letzten Blocks",
      help: "Was aus einem Bonus wird, den der letzte Block der Partie bringt.",
      choices: { played: "Wird gespielt", ends: "Verfällt" },
      about: {
        played: "Er wird noch gespielt; ein dabei weggenommener Block wird wieder gesetzt.",
        ends: "Das Spiel endet mit dem letzten Block, auch wenn er die Mitte füllt.",
      },
    },
  },

  colours: ["weiß", "schwarz"],
  players: ["Weiß", "Schwarz"],
  standing: (column) => `stehend auf ${column}`,
  lying: (one, other) => `liegend auf ${one} und ${other}`,
  stands: "stehend",
  liesTo: (column) => `liegend nach ${column}`,
  level: (level) => `Stufe ${level}`,
  levels: (low, high) => `Stufen ${low} und ${high}`,

  move: {
    place: (where, level) => `Einen Block setzen, ${where}, ${level}`,
    placeForBonus: (where, level) => `Einen Block setzen, ${where}, ${level}, für einen Bonus`,
    take: (where, level) => `Den Block ${where}, ${level}, wegnehmen`,
    decline: "Auf den Bonus verzichten",
  },
  event: {
    first: (who, colour) => `${does(who, "beginnst", "beginnt")} mit den ${colour}en Blöcken`,
    placed: (who, where, level) => `${does(who, "setzt", "setzt")} einen Block, ${where}, ${level}`,
    placedBonus: (who, where, level) => `${does(who, "setzt", "setzt")} einen Bonusblock, ${where}, ${level}`,
    earned: (who) => `${does(who, "füllst", "füllt")} die Mitte und ${who.isYou ? "hast" : "hat"} einen Bonus`,
    taken: (who, colour, where, level) =>
      `${does(who, "nimmst", "nimmt")} einen ${colour}en Block weg, ${where}, ${level}`,
    declined: (who) => `${does(who, "verzichtest", "verzichtet")} auf den Bonus`,
    stuck: (who) => `${does(who, "kannst", "kann")} keinen Block setzen und ${who.isYou ? "musst" : "muss"} passen`,
    empty: (who) => `${does(who, "hast", "hat")} keinen Block mehr und ${who.isYou ? "musst" : "muss"} passen`,
    ended: (reason) => `das Spiel ist aus: ${reason}`,
  },
  reasons: {
    all_placed: "Alle Blöcke sind gesetzt.",
    stuck: "Niemand kann einen Block setzen.",
    ply_limit: "Die Höchstzahl an gesetzten Blöcken ist erreicht.",
  },

  prompt: {
    place: "Wähle einen Platz für deinen Block",
    bonus: "Du hast einen Bonus: setzen, wegnehmen oder verzichten",
  },
  table: {
    tower: "Der Turm. Pfeiltasten drehen ihn, N und P gehen durch die Plätze, Eingabe setzt den Block.",
    plan: "Plan",
    solid: "Turm",
    lying: "Liegend",
    standing: "Stehend",
    place: "Setzen",
    takeOff: "Wegnehmen",
    take: "Wegnehmen",
    decline: "Auf den Bonus verzichten",
    help: "Zum Drehen ziehen. Gestrichelte Plätze liegen dahinter. Zum Bauen zweimal wählen.",
    openHelp: "Alle getönten Felder sind frei: Beginne, wo du willst.",
    notLoaded: "Der 3D-Turm konnte nicht geladen werden. Spiele auf dem Plan weiter oder versuche es noch einmal.",
    planHelp: "Kreise: stehend. Balken: liegend. Zahlen: Höhe der Säulen.",
    noBlocks: "Ein solcher Block passt gerade nirgends.",
    barred: "Die umrandeten Plätze bleiben in diesem Zug frei.",
    left: (count) => plural(count, { one: "# Block übrig", other: "# Blöcke übrig" }),
    views: "Die fünf Ansichten",
    level: (level) => `Stufe ${level}`,
    levels: "Stufe für Stufe",
    points: (points) => plural(points, { one: "# Punkt", other: "# Punkte" }),
  },
  keys: {
    step: "Plätze durchgehen",
    space: "Leertaste",
    pose: "liegend oder stehend",
    place: "bauen",
    drop: "Wahl aufheben",
    turn: "Turm drehen, nach einem Klick darauf oder mit Tab",
  },
  views: { south: "Süden", east: "Osten", north: "Norden", west: "Westen", roof: "Dach" },
  sum: "Summe",
  example: "Eine ganze Partie und ihre Punkte, Ansicht für Ansicht",
  viewInWords: (view, white, black) => `${view}: weiß ${white}, schwarz ${black}`,
  change: signed,
  forecastPoints: (points, change) => (change === 0 ? String(points) : `${points} (${signed(change)})`),
  forecast: (place, white, black) => `${place}. Danach: weiß ${white}, schwarz ${black}.`,
  position: {
    left: (colour, count) => `Vorrat ${colour}: ${plural(count, { one: "# Block", other: "# Blöcke" })}.`,
    column: (column, blocks) => `${column}, vom Boden aus: ${blocks.join("; ")}.`,
    empty: (columns) => `Leere Säulen: ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `In diesem Zug gesperrt: ${list(cells)}.`,
    cell: (column, level) => `${column} Stufe ${level}`,
    part: (colour, pose, levels) => `${colour} ${pose}, ${levels}`,
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    BonusEarned:
      "Ein Block hat die Mitte gefüllt: Wer ihn gesetzt hat, darf noch einen setzen, einen des Gegners wegnehmen oder verzichten.",
    BlockTakenOff:
      "Ein Block wurde weggenommen. Wem er gehört, der bekommt ihn zurück und darf seine Plätze im nächsten Zug nicht nutzen.",
    TurnPassed: "Wer keinen Block setzen kann, passt.",
  },
};
