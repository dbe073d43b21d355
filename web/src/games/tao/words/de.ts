// Tao in German.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { TaoWords } from "./en";

const { plural, list } = forms("de");

/** The subject with its verb, in the second or the third person. */
const does = (who: Who, you: string, they: string) => (who.isYou ? `du ${you}` : `${who.name} ${they}`);

export const de: TaoWords = {
  options: {
    teams: { label: "Teams", help: "Zu viert: Die Plätze 1 und 3 spielen zusammen gegen die Plätze 2 und 4." },
    opposition: {
      label: "Gegensatz",
      help: "Welches Element gegen das zählt, auf dem der Stein steht. Die gedruckte Anleitung sagt es nicht; dies ist eine Rekonstruktion.",
      choices: {
        overcomes: "Das von ihm überwundene",
        overcome_by: "Das ihm überlegene",
        compass: "Das gegenüber im Kompass",
        own: "Eigene Gegensätze",
      },
      about: {
        overcomes:
          "Jedes Element überwindet das übernächste: Feuer zählt gegen Wasser, Erde gegen Holz und so weiter im Kreis.",
        overcome_by: "Andersherum: Erde zählt gegen Wasser, Metall gegen Holz und so weiter im Kreis.",
        compass:
          "Nach den Himmelsrichtungen der Wächter: Wasser und Feuer sind Gegensätze, Holz und Metall ebenso, gegen Erde zählt nichts.",
        own: "Paare mit Kommas dazwischen: wa:fi heißt, dass Feuer gegen Wasser zählt (wa Wasser, wo Holz, fi Feuer, ea Erde, me Metall). Gegen ein Element, das nicht genannt ist, zählt nichts.",
      },
    },
    deck: {
      label: "Karten",
      help: "Element, Wert und Kraft: wa1 ist Wasser 1, wa2to ist Wasser 2 mit der Schildkröte, und wo3*2 ist zweimal dabei. Höchstens 200 Karten. Die üblichen sind eine Rekonstruktion.",
    },
    early_end: {
      label: "Vorzeitiges Ende",
      help: "Wann das Spiel vor der fünften Runde endet.",
      choices: { uncatchable: "Wenn niemand mehr aufholt", anyone_out: "Wenn jemand draußen ist", never: "Nie" },
      about: {
        uncatchable: "Nach Runde 4, wenn der Vorsprung vor allen anderen mindestens 6 beträgt.",
        anyone_out:
          "Nach Runde 4, sobald jemand nicht mehr gewinnen kann, auch wenn andere noch könnten: die gedruckte Anleitung wörtlich.",
        never: "Es werden immer alle fünf Runden gespielt.",
      },
    },
    team_rounds: {
      label: "Runden im Team",
      help: "Wie eine Runde gewertet wird, wenn ihr in Teams spielt.",
      choices: { each: "Jeder für sich", together: "Zusammen" },
      about: {
        each: "Wer allein das beste Ergebnis hat, gewinnt den Stein; Partner zählen nur ihre Steine zusammen.",
        together:
          "Die Karten der Partner werden zusammengezählt, und das Team gewinnt den Stein; wer von beiden besser war, beginnt die nächste Runde.",
      },
    },
    last_power: {
      label: "Letzte Karte",
      help: "Was ein Wächter bewirkt, der als letzte Karte der Runde genommen wird.",
      choices: { no_turn: "Kraft, kein weiterer Zug", all: "Kraft und weiterer Zug", none: "Keine Kraft" },
      about: {
        no_turn: "Seine Kraft wirkt noch vor der Wertung, aber die Schildkröte bringt keinen weiteren Zug.",
        all: "Seine Kraft wirkt noch vor der Wertung; der weitere Zug der Schildkröte ist eine Karte aus der Hand, wenn noch eine da ist.",
        none: "Die Runde ist sofort zu Ende, ohne seine Kraft.",
      },
    },
    covered: {
      label: "Zugedeckte Karten",
      help: "Wie lange eine Karte unter einem Einhorn zugedeckt ist.",
      choices: { stays: "Bis die Runde endet", while_covered: "Solange das Einhorn da liegt" },
      about: {
        stays: "Eine zugedeckte Karte bleibt es bis zum Ende der Runde, auch wenn das Einhorn weggetauscht wird.",
        while_covered: "Eine zugedeckte Karte ist wieder frei und zählt, wenn das Einhorn darauf weggetauscht wird.",
      },
    },
  },

  elements: { water: "Wasser", wood: "Holz", fire: "Feuer", earth: "Erde", metal: "Metall" },
  powers: {
    tiger: "Weißer Tiger",
    dragon: "Blauer Drache",
    bird: "Roter Vogel",
    unicorn: "Gelbes Einhorn",
    tortoise: "Schwarze Schildkröte",
  },
  effects: {
    tiger: "Stein ein Element weiter",
    dragon: "Stein zwei Elemente weiter",
    bird: "gleiche Werte tauschen",
    unicorn: "eine Karte zudecken",
    tortoise: "noch ein Zug",
  },
  card: (element, value) => `${element} ${value}`,
  guardian: (card, power) => `${card} (${power})`,
  self: "dich selbst",
  partner: (name) => `deinen Partner ${name}`,

  move: {
    walk: (card, whom) => `${card} vom Pfad nehmen und vor ${whom} legen`,
    hand: (card, whom) => `${card} aus der Hand vor ${whom} legen`,
    withEffect: (move, effect) => `${move}; dann: ${effect}`,
    withResults: (move, results) => `${move} (Stand: ${results})`,
    resultOf: (who, result) => `${who.isYou ? "du" : who.name} ${result}`,
    endsRound: (move, stone) => `${move}; damit endet die Runde: ${stone}`,
    stone: (element, opposite) =>
      opposite === null
        ? `Den Stein auf ${element} ziehen; dagegen zählt dann nichts`
        : `Den Stein auf ${element} ziehen; dagegen zählt dann ${opposite}`,
    swap: (mine, name, theirs) => `${name} ${mine} für ${theirs} geben`,
    cover: (card) => `${card} zudecken`,
  },

  event: {
    first: (who) => `${does(who, "beginnst", "beginnt")}, so will es das Los`,
    dealt: (cards) => `du bekommst ${list(cards)}`,
    round: (round, element) => `Runde ${round}: Der Stein (Wert ${round}) steht auf ${element}`,
    begins: (who) => does(who, "beginnst", "beginnt"),
    takes: (who, card) => `${does(who, "nimmst", "nimmt")} ${card} vom Pfad`,
    plays: (who, card) => `${does(who, "spielst", "spielt")} ${card} aus der Hand`,
    givesFromPath: (who, card, to) => `${does(who, "gibst", "gibt")} ${to.isYou ? "dir" : to.name} ${card} vom Pfad`,
    givesFromHand: (who, card, to) =>
      `${does(who, "gibst", "gibt")} ${to.isYou ? "dir" : to.name} ${card} aus der Hand`,
    skipped: (card) => `${card} bewirkt hier nichts`,
    again: (who) => `${does(who, "bist", "ist")} noch einmal am Zug`,
    stone: (who, from, to) => `${does(who, "ziehst", "zieht")} den Stein von ${from} auf ${to}`,
    swapped: (who, other, mine, theirs) =>
      `${does(who, "gibst", "gibt")} ${other.isYou ? "dir" : other.name} ${mine} für ${theirs}`,
    covered: (who, card) => `${does(who, "deckst", "deckt")} ${card} zu`,
    uncovered: (who, card) => `${card} liegt wieder offen vor ${who.isYou ? "dir" : who.name}`,
    scored: (round, element, results) => `Runde ${round} wird in ${element} gewertet: ${results}`,
    result: (who, result) => `${who.isYou ? "du" : who.name} (${result})`,
    stoneWon: (who) => `${does(who, "nimmst", "nimmt")} den Stein`,
    stoneWonPoints: (who) => `${does(who, "nimmst", "nimmt")} den Stein, mit den meisten Punkten im Element`,
    stoneWonCards: (who) => `${does(who, "nimmst", "nimmt")} den Stein, mit den meisten Karten des Elements`,
    teamStone: (names) => `${names} nehmen den Stein`,
    teamStonePoints: (names) => `${names} nehmen den Stein, mit den meisten Punkten im Element`,
    teamStoneCards: (names) => `${names} nehmen den Stein, mit den meisten Karten des Elements`,
    stoneTied: "niemand nimmt den Stein",
    ended: (reason) => `das Spiel ist aus: ${reason}`,
  },
  reasons: {
    five_rounds: "Alle fünf Runden sind gespielt.",
    uncatchable: "Niemand kann mehr aufholen.",
    anyone_out: "Jemand kann nicht mehr gewinnen.",
  },

  prompt: {
    pick: "Nimm eine Karte vom Pfad oder aus der Hand",
    hand: "Der Pfad ist zu: Spiel eine Karte aus der Hand",
    give: "Lege sie vor jemanden",
    stone: "Wähle, wohin der Stein zieht",
    swapMine: "Wähle eine deiner Karten zum Tauschen",
    swapTheirs: "Wähle die Karte, die du dafür willst",
    cover: "Wähle eine deiner Karten zum Zudecken",
  },

  table: {
    path: "Der Pfad",
    place: (card) => `${card} vom Pfad nehmen`,
    lying: (card) => `${card} auf dem Pfad`,
    hand: "Deine Hand",
    handEmpty: "Deine Hand ist leer.",
    handCard: (card) => `${card} aus der Hand spielen`,
    mat: (name) => `Karten vor ${name}`,
    put: (name) => `Hierher legen, vor ${name}`,
    putWithResult: (name, from, to) => `Hierher legen, vor ${name}: von ${from} auf ${to}`,
    playsWith: (name) => `spielt mit ${name}`,
    against: "zählt gegen dich",
    ring: (element, opposite) =>
      opposite === null
        ? `Der Stein steht auf ${element}; nichts zählt gegen dich`
        : `Der Stein steht auf ${element}; ${opposite} zählt gegen dich`,
    here: "Hierher legen",
    resultOf: (name, result) => `${name} hat in dieser Runde bisher ${result}`,
    teamResult: (result) => `Team ${result}`,
    stones: (total) => plural(total, { one: "Steine: # Punkt", other: "Steine: # Punkte" }),
    round: (round) => `Runde ${round} von 5`,
    moveStone: (element) => `Den Stein auf ${element} ziehen`,
    covered: (card) => `${card}, zugedeckt`,
    nothing: "noch keine Karten",
    handSize: (count) => plural(count, { one: "# Handkarte", other: "# Handkarten" }),
  },
  tip: {
    powers: {
      tiger: "Vor dir ausgelegt: Ziehe den Stein auf ein Nachbarelement.",
      dragon: "Vor dir ausgelegt: Ziehe den Stein zwei Elemente weiter, in welche Richtung du willst.",
      bird: "Vor dir ausgelegt: Tausche eine deiner offenen Karten gegen eine mit gleichem Wert vor jemand anderem.",
      unicorn: "Vor dir ausgelegt: Decke eine andere deiner Karten zu; sie zählt dann nicht mehr.",
      tortoise: "Vor dir ausgelegt: Du bist sofort noch einmal am Zug.",
    },
    others: "Vor jemand anderem ist sie eine gewöhnliche Karte.",
    noPower: "Keine Kraft.",
    covered: "Zugedeckt: Sie zählt bis zum Ende der Runde nicht.",
    coveredFrees: "Zugedeckt: Sie zählt nicht, solange das Einhorn darauf liegt.",
    counts: (element) => `${element} zählt gerade für dich.`,
    countsAgainst: (element) => `${element} zählt gerade gegen dich.`,
    countsNothing: (element) => `${element} zählt gerade nicht.`,
  },
  round: {
    title: (round) => `Wertung von Runde ${round}`,
    counts: (element) => `${element} zählt`,
    countsAgainst: (element) => `${element} zählt gegen dich`,
    tie: (names, result) => `Gleichstand bei ${result}: ${names}.`,
    tiePoints: (element, figures) => `Punkte in ${element}: ${figures}.`,
    tieCards: (element, figures) => `Zahl der Karten in ${element}: ${figures}.`,
    stoneTo: (name, worth) => `Der Stein im Wert von ${worth} geht an ${name}.`,
    stoneToYou: (worth) => `Der Stein im Wert von ${worth} gehört dir.`,
    stoneToTeam: (names, worth) => `Der Stein im Wert von ${worth} geht an ${names}.`,
    stoneToYourTeam: (worth) => `Der Stein im Wert von ${worth} geht an dein Team.`,
    together: "Zusammen",
    stoneToNobody: (worth) => `Immer noch Gleichstand: Den Stein im Wert von ${worth} bekommt niemand.`,
    next: (round) => `Weiter zu Runde ${round}`,
  },
  end: {
    rounds: "Die Runden",
    element: "Runde und Element",
    round: (round) => `Runde ${round}`,
    stone: "nimmt den Stein",
    byPoints: "mehr Punkte",
    byCards: "mehr Karten",
    nobody: "Gleichstand: für niemanden",
    stones: "Steine",
    team: "Team",
  },
  position: {
    round: (round, element) => `Runde ${round}. Der Stein steht auf ${element}.`,
    path: (cards) => `Auf dem Pfad, im Uhrzeigersinn ab der Figur: ${list(cards)}.`,
    next: (cards) => `Die nächsten Karten: ${list(cards)}.`,
    before: (name, cards, result) => `Vor ${name}: ${list(cards)}. Ergebnis bisher ${result}.`,
    beforeNothing: (name) => `Vor ${name}: keine Karten.`,
    covered: (name, cards) => `Zugedeckt vor ${name}: ${list(cards)}.`,
    stones: (name, total) => `${name} hat Steine im Wert von ${total}.`,
    hand: (cards) => `Du hast ${list(cards)} auf der Hand.`,
  },
  keys: { card: "Karte wählen: Pfad 1–3, Hand 4–5", seat: "danach: vor wen sie kommt", drop: "zurücklegen" },

  /** What is said when something happens for the first time, by the type of the event. */
  remarks: {
    StoneMoved:
      "Der Stein ist weitergezogen. Jetzt zählen die Karten eines anderen Elements, und die eines anderen zählen gegen dich.",
    CardsSwapped: "Der Vogel hat zwei Karten gleichen Wertes getauscht.",
    CardCovered: "Das Einhorn hat eine Karte zugedeckt: Sie zählt in dieser Runde nichts mehr.",
    TurnRepeated: "Die Schildkröte bringt gleich noch einen Zug.",
    RoundEnded:
      "Eine Runde ist zu Ende. Das beste Ergebnis im Element des Steins gewinnt ihn; bei Gleichstand entscheiden die Punkte im Element selbst.",
  },
};
