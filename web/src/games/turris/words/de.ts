// Turris in German.

import { forms } from "../../../i18n/forms";
import type { TurrisWords } from "./en";

const { plural, list } = forms("de");

export const de: TurrisWords = {
  options: {
    bonus_chains: { label: "Ketten", help: "Ein Bonusblock, der die Mitte füllt, bringt einen weiteren Bonus." },
    first: {
      label: "Wer beginnt",
      help: "Platz 1 baut mit weißen, Platz 2 mit schwarzen Blöcken.",
      choices: { random: "Der Zufall entscheidet", white: "Weiß", black: "Schwarz" },
    },
  },

  colours: ["weiß", "schwarz"],
  standing: (column) => `stehend auf ${column}`,
  lying: (one, other) => `liegend auf ${one} und ${other}`,
  level: (level) => `Stufe ${level}`,
  levels: (low, high) => `Stufen ${low} und ${high}`,

  move: {
    place: (where, level) => `Einen Block setzen, ${where}, ${level}`,
    placeForBonus: (where, level) => `Einen Block setzen, ${where}, ${level}, für einen Bonus`,
    take: (where, level) => `Den Block ${where}, ${level}, wegnehmen`,
    decline: "Auf den Bonus verzichten",
  },
  event: {
    first: (name, colour) => `${name} beginnt und baut ${colour}.`,
    placed: (name, where, level) => `${name} setzt einen Block, ${where}, ${level}.`,
    placedBonus: (name, where, level) => `${name} setzt einen Bonusblock, ${where}, ${level}.`,
    earned: (name) => `Die Mitte ist gefüllt: ${name} hat einen Bonus.`,
    taken: (name, colour, where, level) => `${name} nimmt einen Block weg (${colour}, ${where}, ${level}).`,
    declined: (name) => `${name} verzichtet auf den Bonus.`,
    stuck: (name) => `${name} kann keinen Block setzen und passt.`,
    empty: (name) => `${name} hat keinen Block mehr und passt.`,
    ended: (reason) => `Das Spiel ist aus: ${reason}`,
  },
  reasons: {
    all_placed: "alle Blöcke sind gesetzt.",
    stuck: "niemand kann einen Block setzen.",
    ply_limit: "die Höchstzahl an gesetzten Blöcken ist erreicht.",
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
    help: "Ziehen dreht den Turm. Wähle einen hellen Platz und wähle ihn noch einmal, um zu bauen.",
    planHelp: "Kreise: stehend. Balken: liegend. Zahlen: Höhe der Säulen.",
    noBlocks: "Ein solcher Block passt gerade nirgends.",
    barred: "Die umrandeten Plätze bleiben in diesem Zug frei.",
    left: (count) => plural(count, { one: "# Block übrig", other: "# Blöcke übrig" }),
    views: "Die fünf Ansichten",
    level: (level) => `Stufe ${level}`,
    levels: "Stufe für Stufe",
    points: (points) => plural(points, { one: "# Punkt", other: "# Punkte" }),
  },
  views: { south: "Süden", east: "Osten", north: "Norden", west: "Westen", roof: "Dach" },
  sum: "Summe",
  viewInWords: (view, white, black) => `${view}: weiß ${white}, schwarz ${black}`,
  position: {
    left: (colour, count) => `Für ${colour} ${plural(count, { one: "ist # Block", other: "sind # Blöcke" })} übrig.`,
    column: (column, blocks) => `${column}, vom Boden aus: ${list(blocks)}.`,
    empty: (columns) => `Leere Säulen: ${list(columns)}.`,
    points: (views) => `${list(views)}.`,
    barred: (cells) => `In diesem Zug nicht zu füllen: ${list(cells)}.`,
    cell: (column, level) => `${column} Stufe ${level}`,
    part: (colour, level) => `${colour} auf Stufe ${level}`,
  },
};
