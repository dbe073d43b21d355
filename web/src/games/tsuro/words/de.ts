// Tsuro in German.

import { forms } from "../../../i18n/forms";
import type { TsuroWords } from "./en";

const { plural, list } = forms("de");

const turned = ["", ", eine Vierteldrehung", ", eine halbe Drehung", ", eine Dreivierteldrehung"];
const tiles = (count: number) => plural(count, { one: "ein Plättchen", other: "# Plättchen" });

export const de: TsuroWords = {
  options: {
    edition: {
      label: "Ausgabe",
      help: "Nach wessen Regeln und mit wessen Brett und Plättchen gespielt wird.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
    },
    board: {
      label: "Brett",
      help: "Das kleine Brett ist für bis zu vier Spieler.",
      choices: { usual: "Wie üblich", phoenix: "6 × 6", dragon: "7 × 7" },
    },
    suicide_covers: {
      label: "Nicht erlaubt",
      help: "Was du deinem eigenen Stein nicht antun darfst, solange du die Wahl hast.",
      choices: { edge: "Über den Rand", any: "Rand oder Zusammenstoß" },
    },
    elimination_bonus: { label: "Bonus", help: "Wer andere hinausspielt, darf mit ihnen Plättchen tauschen." },
    pass_the_pile: { label: "Wandernder Stapel", help: "Der Stapel liegt vor dem, der am Zug ist." },
    tiles: { label: "Plättchen", help: "Eigene Plättchen, etwa 1,2,3*4; mindestens drei je Spieler, höchstens 127." },
  },

  sides: ["oben", "rechts", "unten", "links"],
  side: (square, side) => `${square}, Seite ${side}`,
  notch: (square, side, which) => `${square}, ${side}, ${which}`,
  halves: { left: "links", right: "rechts", upper: "weiter oben", lower: "weiter unten" },
  tile: (tile) => `Plättchen ${tile}`,
  marker: (letter) => `Stein ${letter}`,

  move: {
    start: (place) => `Beginnen auf ${place}`,
    tile: (tile, turns) => `Plättchen ${tile}${turned[turns]}`,
    entering: (place) => `Eintritt ${place}`,
    follow: (place) => `Dem Weg folgen: ${place}`,
    forMarker: (letter) => `für Stein ${letter}`,
    to: (square) => `du kommst nach ${square}`,
    markerTo: (letter, square) => `Stein ${letter} kommt nach ${square}`,
    markerOut: (letter) => `Stein ${letter} scheidet aus`,
    youOut: "du scheidest aus",
    out: (names) => plural(names.length, { one: `${list(names)} scheidet aus`, other: `${list(names)} scheiden aus` }),
    undecided: "erst wird ein Weg gewählt",
    keep: "Deine Plättchen behalten",
    swap: (give, take) => `${list(give)} geben, ${list(take)} nehmen`,
  },

  event: {
    youDrew: (tile) => `Du ziehst Plättchen ${tile}.`,
    placed: (name, place) => `${name} beginnt auf ${place}.`,
    laid: (name, tile, turns, square) => `${name} legt Plättchen ${tile}${turned[turns]} auf ${square}.`,
    chosen: (name, place) => `${name} folgt dem Weg: ${place}.`,
    left: (name) => `${name} geht über den Rand.`,
    collided: (one, other) => `${one} und ${other} stoßen zusammen.`,
    collidedOwn: (name) => `Beide Steine von ${name} stoßen zusammen.`,
    out: (name) => `${name} scheidet aus.`,
    returned: (count) =>
      plural(count, {
        one: "Ein Plättchen kommt zurück in den Stapel.",
        other: "# Plättchen kommen zurück in den Stapel.",
      }),
    laidDown: (count) => plural(count, { one: "Ein Plättchen wird abgelegt.", other: "# Plättchen werden abgelegt." }),
    dragonBeside: "Der Drache liegt neben dem Brett.",
    dragonTaken: (name) => `${name} nimmt den Drachen.`,
    dragonFrom: (name, giver) => `${name} nimmt den Drachen von ${giver}.`,
    offered: (name, count) => `${name} darf mit ${tiles(count)} der Ausgeschiedenen tauschen.`,
    swappedNothing: (name) => `${name} tauscht nichts.`,
    swapped: (name, count) => `${name} tauscht ${tiles(count)}.`,
    gaveTook: (name, gave, took) => `${name} gibt ${list(gave)} und nimmt ${list(took)}.`,
    ended: (reason) => `Das Spiel ist aus: ${reason}`,
  },

  reasons: {
    last_marker: "nur noch einer ist übrig.",
    all_out: "die Letzten sind zusammen ausgeschieden.",
    no_tiles: "es gibt keine Plättchen mehr.",
  },

  prompt: {
    place: "Wähle, wo du beginnst",
    play: "Wähle ein Plättchen",
    turn: "Drehe es, dann lege es",
    port: "Wähle deinen Weg",
    swap: "Tausche Plättchen, oder behalte deine",
  },

  hand: {
    title: "Deine Plättchen",
    empty: "Du hast keine Plättchen.",
    pick: (tile) => `Plättchen ${tile}`,
    turn: "Drehen",
    place: "Legen",
    before: "Voriger Start",
    next: "Nächster Start",
    pile: (count) => plural(count, { one: "# im Stapel", other: "# im Stapel" }),
    otherPath: "Anderer Weg",
    otherMarker: "Anderer Stein",
    notAllowedEdge: "So kämst du über den Rand. Drehe es, oder nimm ein anderes.",
    notAllowedAny: "So würdest du ausscheiden. Drehe es, oder nimm ein anderes.",
    swapTitle: "Plättchen der Ausgeschiedenen",
    swapHelp: "Wähle so viele von ihren, wie du von deinen gibst.",
    swap: (count) =>
      count === 0 ? "Meine behalten" : plural(count, { one: "# Plättchen tauschen", other: "# Plättchen tauschen" }),
  },

  seat: {
    tiles: (count) => plural(count, { one: "# Plättchen auf der Hand", other: "# Plättchen auf der Hand" }),
    dragon: "hat den Drachen",
    out: "ausgeschieden",
    pile: "hat den Stapel",
  },

  position: {
    board: (size, tiles) =>
      `Ein Brett mit ${size} mal ${size} Feldern und ${plural(tiles, { one: "# Plättchen", other: "# Plättchen" })}.`,
    stands: (name, square, side) => `${name} steht ${side} an ${square}.`,
    notYet: (name) => `${name} ist noch nicht auf dem Brett.`,
    out: (name) => `${name} ist ausgeschieden.`,
    hand: (tiles) => `Du hast ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# Plättchen ist im Stapel.", other: "# Plättchen sind im Stapel." }),
    dragon: (name) => `${name} hat den Drachen.`,
    row: (row, squares) => `Reihe ${row}: ${list(squares)}.`,
    laid: (square, tile) => `${square} Plättchen ${tile}`,
  },

  keys: {
    pick: "Plättchen wählen",
    turn: "drehen",
    place: "legen",
    path: "anderer Weg",
    marker: "anderer Stein",
    drop: "zurücknehmen",
  },
};
