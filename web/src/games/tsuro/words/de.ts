// Tsuro in German.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TsuroWords } from "./en";

const { plural, list } = forms("de");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `du ${you}` : `${who.name} ${they}`);

const turned = ["", ", eine Vierteldrehung", ", eine halbe Drehung", ", eine Dreivierteldrehung"];
const tiles = (count: number) => plural(count, { one: "ein Plättchen", other: "# Plättchen" });

export const de: TsuroWords = {
  twoMarkers: "Zu zweit spielt jeder mit zwei Steinen.",
  options: {
    edition: {
      label: "Ausgabe",
      help: "Nach wessen Regeln und mit wessen Brett und Plättchen gespielt wird.",
      choices: { calliope: "Calliope", davinci: "daVinci", kosmos: "Kosmos" },
      about: {
        calliope:
          "6 × 6 Felder, 35 verschiedene Plättchen; man beginnt an einer Kerbe am Rand. Ab drei Spielern ist der Drache dabei. Wer es vermeiden kann, darf sich nicht selbst über den Rand bringen.",
        davinci: "Nach denselben Regeln wie Calliope.",
        kosmos:
          "6 × 6 oder 7 × 7 Felder, 64 Plättchen, kein Drache; man beginnt in der Mitte einer Seite und darf sich selbst hinausspielen. Zu zweit hat jeder zwei Steine.",
      },
    },
    board: {
      label: "Brett",
      help: "Das kleine Brett ist für bis zu vier Spieler.",
      choices: { usual: "Wie üblich", phoenix: "6 × 6", dragon: "7 × 7" },
      about: {
        usual: "6 × 6 für bis zu vier Spieler, 7 × 7 für mehr.",
        phoenix: "Das kleine Brett, für bis zu vier Spieler.",
        dragon: "Das große Brett, für beliebig viele Spieler.",
      },
    },
    suicide_covers: {
      label: "Nicht erlaubt",
      help: "Was du deinem eigenen Stein nicht antun darfst, solange du die Wahl hast.",
      choices: { edge: "Über den Rand", any: "Rand oder Zusammenstoß" },
      about: {
        edge: "Solange du die Wahl hast, darfst du das Brett nicht verlassen. Mit einem anderen Stein zusammenstoßen darfst du.",
        any: "Solange du die Wahl hast, darfst du weder das Brett verlassen noch mit einem anderen Stein zusammenstoßen.",
      },
    },
    elimination_bonus: { label: "Bonus", help: "Wer andere hinausspielt, darf mit ihnen Plättchen tauschen." },
    pass_the_pile: { label: "Wandernder Stapel", help: "Der Stapel liegt vor dem, der am Zug ist." },
    tiles: {
      label: "Plättchen",
      help: "Die Nummern der Plättchen von 1 bis 35, etwa 1,2,3*4: Plättchen 3 ist viermal dabei. Mindestens drei je Spieler, höchstens 127; „edition“ steht für die üblichen.",
    },
  },

  sides: ["oben", "rechts", "unten", "links"],
  side: (square, side) => `${square}, Seite ${side}`,
  ports: [
    "oben links",
    "oben rechts",
    "rechts oben",
    "rechts unten",
    "unten rechts",
    "unten links",
    "links unten",
    "links oben",
  ],
  path: (one, other) => `${one} nach ${other}`,
  tile: (tile) => `Plättchen ${tile}`,
  marker: (letter) => `Stein ${letter}`,

  move: {
    start: (place) => `Start bei ${place}`,
    tile: (tile, turns) => `Plättchen ${tile}${turned[turns]}`,
    entering: (place) => `Eintritt ${place}`,
    follow: (place) => `Dem Weg folgen: ${place}`,
    forMarker: (letter) => `für Stein ${letter}`,
    to: (square, port) => `führt nach ${square}, ${port}`,
    markerTo: (letter, square, port) => `Stein ${letter} nach ${square}, ${port}`,
    open: "dann offen",
    shared: (names) =>
      plural(names.length, { one: `dort steht auch ${list(names)}`, other: `dort stehen auch ${list(names)}` }),
    markerOut: (letter) => `Stein ${letter} scheidet aus`,
    youOut: "du scheidest aus",
    out: (names) => plural(names.length, { one: `${list(names)} scheidet aus`, other: `${list(names)} scheiden aus` }),
    undecided: "erst wird ein Weg gewählt",
    keep: "Deine Plättchen behalten",
    swap: (give, take) => `${list(give)} geben, ${list(take)} nehmen`,
  },

  event: {
    youDrew: (tiles) => `du ziehst ${list(tiles)}`,
    placed: (who, place) => `${does(who, "beginnst", "beginnt")} bei ${place}`,
    laid: (who, tile, square, turns = 0) =>
      `${does(who, "legst", "legt")} Plättchen ${tile}${turned[turns]} auf ${square}`,
    chosen: (who, place) => `${does(who, "folgst", "folgt")} dem Weg: ${place}`,
    thenTo: (who, square) => `${who.isYou ? "kommst" : "kommt"} nach ${square}`,
    thenOut: (who) => `${who.isYou ? "gehst" : "geht"} über den Rand und ${who.isYou ? "bist" : "ist"} raus`,
    thenCollides: (_who, other) => `stößt mit ${other.isYou ? "dir" : other.name} zusammen: Beide sind raus`,
    moved: (who, square) => `${does(who, "kommst", "kommt")} nach ${square}`,
    left: (who) => `${does(who, "gehst", "geht")} über den Rand und ${who.isYou ? "bist" : "ist"} raus`,
    collided: (one, other) =>
      one.isYou || other.isYou
        ? `du und ${one.isYou ? other.name : one.name} stoßt zusammen und seid raus`
        : `${one.name} und ${other.name} stoßen zusammen und sind raus`,
    markerOf: (who, letter) => (who.isYou ? `dein Stein ${letter}` : `Stein ${letter} von ${who.name}`),
    out: (who) => does(who, "bist raus", "ist raus"),
    returned: (count) =>
      plural(count, {
        one: "ein Plättchen kommt zurück in den Stapel",
        other: "# Plättchen kommen zurück in den Stapel",
      }),
    laidDown: (count) => plural(count, { one: "ein Plättchen wird abgelegt", other: "# Plättchen werden abgelegt" }),
    dragonBeside: "der Drache liegt neben dem Brett",
    dragonTaken: (who) => `${does(who, "nimmst", "nimmt")} den Drachen`,
    dragonFrom: (who, giver) => `${does(who, "nimmst", "nimmt")} den Drachen von ${giver.isYou ? "dir" : giver.name}`,
    offered: (who, count) => `${does(who, "darfst", "darf")} gegen ${tiles(count)} der Ausgeschiedenen tauschen`,
    swappedNothing: (who) => `${does(who, "tauschst", "tauscht")} nichts`,
    swapped: (who, count) => `${does(who, "tauschst", "tauscht")} ${tiles(count)}`,
    gaveTook: (who, gave, took) =>
      `${does(who, "gibst", "gibt")} ${list(gave)} und ${who.isYou ? "nimmst" : "nimmt"} ${list(took)}`,
    ended: (reason) => `das Spiel ist aus: ${reason}`,
  },

  why: {
    edge: "Dein Weg führte über den Rand.",
    met: (other) => `Dein Weg traf auf den von ${other}.`,
    metOwn: "Die Wege deiner beiden Steine trafen aufeinander.",
  },

  reasons: {
    last_marker: "Nur noch einer ist übrig.",
    all_out: "Die Letzten sind zusammen ausgeschieden.",
    no_tiles: "Es gibt keine Plättchen mehr.",
  },

  prompt: {
    place: "Wähle, wo du beginnst",
    play: "Wähle ein Plättchen",
    turn: "Drehe es, dann lege es",
    port: "Wähle deinen Weg",
    swap: "Tausche Plättchen oder behalte deine",
  },

  hand: {
    title: "Deine Plättchen",
    empty: "Du hast keine Plättchen.",
    turn: "Drehen",
    place: "Legen",
    before: "Voriger Start",
    next: "Nächster Start",
    pile: (count) => plural(count, { one: "# im Stapel", other: "# im Stapel" }),
    otherPath: "Anderer Weg",
    otherMarker: "Anderer Stein",
    notAllowedEdge: "So kämst du über den Rand. Drehe es oder nimm ein anderes.",
    notAllowedAny: "So würdest du ausscheiden. Drehe es oder nimm ein anderes.",
    swapTitle: "Plättchen der Ausgeschiedenen",
    swapHelp: "Nimm so viele, wie du von deinen abgibst.",
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
    stands: (name, square, port) => `${name} steht vor ${square}, Eingang ${port}.`,
    notYet: (name) => `${name} ist noch nicht auf dem Brett.`,
    out: (name) => `${name} ist ausgeschieden.`,
    hand: (tiles) => `Du hast ${list(tiles)}.`,
    pile: (count) => plural(count, { one: "# Plättchen ist im Stapel.", other: "# Plättchen sind im Stapel." }),
    dragon: (name) => `${name} hat den Drachen.`,
    row: (row, squares) => `Reihe ${row}: ${list(squares)}.`,
    laid: (square, tile) => `${square} Plättchen ${tile}`,
  },

  keys: {
    arrows: "Start oder Plättchen wählen",
    pick: "Plättchen wählen",
    turn: "drehen",
    place: "legen",
    path: "anderer Weg",
    marker: "anderer Stein",
    drop: "zurücknehmen",
  },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    MarkerLeft: "Ein Weg hat über den Rand geführt. Sein Stein scheidet aus, und wer keinen Stein mehr hat, auch.",
    MarkersCollided: "Ein Plättchen hat zwei Wege verbunden. Die Steine sind zusammengestoßen, und beide scheiden aus.",
    DragonPassed:
      "Den Drachen bekommt, wer vom leeren Stapel ziehen müsste. Dafür zieht er als Erster, wenn es wieder Plättchen gibt.",
    SwapOffered: "Der Bonus: Wer andere hinausspielt, darf Plättchen gegen ihre tauschen.",
  },
};
