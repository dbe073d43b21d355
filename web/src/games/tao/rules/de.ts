import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "Worum es geht",
      body: [
        "Fünf Runden, und in jeder gibt es einen Stein zu gewinnen. Der erste ist 1 wert, der letzte 5. Sammle die höchste Summe.",
      ],
    },
    {
      title: "Eine Runde",
      body: [
        "Zwölf Karten liegen offen im Kreis: der Pfad. Alle haben außerdem zwei verdeckte Karten. Die übrigen bleiben ungesehen.",
        "Der Stein der Runde steht auf einem Element: in Runde 1 auf Wasser, dann auf Holz, Feuer, Erde und Metall. Er zeigt, welche Karten zählen.",
        { figure: "ring", caption: "Die fünf Elemente im Kreis, mit dem Stein." },
        "Wer Runde 1 beginnt, entscheidet der Zufall. Später beginnt, wer den letzten Stein gewonnen hat.",
      ],
    },
    {
      title: "Dein Zug",
      body: [
        "Lege eine Karte vor irgendjemanden, auch vor dich selbst. Nimm sie",
        {
          list: [
            "vom Pfad: eine der nächsten drei Karten im Uhrzeigersinn hinter der Figur, die dorthin zieht; oder",
            "aus deiner Hand: dann bleibt die Figur stehen.",
          ],
        },
      ],
    },
    {
      title: "Die Wächter",
      body: [
        "Manche Karten haben eine Kraft. Sie wirkt, wenn du die Karte vor dich selbst legst, und dann muss sie genutzt werden. Vor jemand anderem ist es eine gewöhnliche Karte.",
        {
          terms: [
            ["Weißer Tiger", "Ziehe den Stein auf ein benachbartes Element."],
            ["Blauer Drache", "Ziehe den Stein zwei Elemente weiter, in die eine oder die andere Richtung."],
            [
              "Roter Vogel",
              "Tausche eine deiner offenen Karten, auch diese, gegen eine offene Karte gleichen Wertes vor jemand anderem. Die Kräfte getauschter Karten wirken nicht.",
            ],
            [
              "Gelbes Einhorn",
              "Decke eine andere deiner offenen Karten zu. Eine zugedeckte Karte zählt bis zum Ende der Runde nichts mehr.",
            ],
            ["Schwarze Schildkröte", "Du bist gleich noch einmal am Zug, außer wenn die Runde zu Ende ist."],
          ],
        },
        "Eine Kraft, die nichts findet, worauf sie wirken kann, entfällt.",
      ],
    },
    {
      title: "Das Ende einer Runde",
      body: [
        `Die Runde endet, wenn nur noch ${facts.leavesThree ? "drei" : "vier"} Karten auf dem Pfad liegen.`,
        "Sieh nach, wo der Stein steht. Deine Karten dieses Elements zählen mit ihrem Wert für dich, Karten des entgegengesetzten Elements gegen dich, alle anderen nichts. Das beste Ergebnis gewinnt den Stein.",
        "Bei Gleichstand entscheiden die Punkte im Element selbst, dann die Zahl der Karten davon. Bleibt es gleich, bekommt niemand den Stein.",
        facts.overcomes
          ? "Entgegengesetzt sind: zu Wasser Feuer, zu Holz Erde, zu Feuer Metall, zu Erde Wasser, zu Metall Holz."
          : "Entgegengesetzt sind: zu Wasser Erde, zu Holz Metall, zu Feuer Wasser, zu Erde Holz, zu Metall Feuer.",
      ],
    },
    {
      title: "Das Ende des Spiels",
      body: [
        ...when(
          facts.hasTeams,
          "Die Plätze 1 und 3 spielen zusammen gegen die Plätze 2 und 4. Jeden Stein gewinnt trotzdem eine Person; Partner zählen ihre Steine zusammen. Ihre Karten dürfen sie einander nicht zeigen.",
        ),
        "Die höchste Summe gewinnt nach Runde 5, oder schon nach Runde 4, wenn der Vorsprung 6 oder mehr beträgt. Bei gleicher Summe entscheidet der wertvollste einzelne Stein.",
      ],
    },
    {
      title: "Was nicht in der Anleitung steht",
      body: [
        "Die gedruckte Anleitung sagt nicht, welches Element welchem entgegengesetzt ist. Wir folgen dem alten Kreis der Überwindung; eine Option dreht ihn um.",
        "Sie zählt auch die Karten nicht auf. Wenn ein Tisch keine eigenen mitbringt, sind unsere eine Rekonstruktion: in jedem Element 1, 2, 3 und 4, und die 2 hat die Kraft ihres Wächters.",
        "Unsere Antworten, wo die Anleitung schweigt: Die Kraft der letzten Karte wirkt vor der Wertung; zugedeckte Karten bleiben zugedeckt; ein Stein im Gleichstand gehört niemandem.",
      ],
    },
  ];
};
