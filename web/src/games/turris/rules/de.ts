import type { Rules } from "../../rules";
import type { Material } from "../schema";

export const rules: Rules<Material> = (options) => [
  {
    title: "Worum es geht",
    body: [
      "Zu zweit baut ihr an einem Turm. Steht er, wird er von seinen vier Seiten und von oben betrachtet: In jeder Ansicht zählt deine größte zusammenhängende Fläche.",
    ],
  },
  {
    title: "Der Turm",
    body: [
      "Beide haben 20 Blöcke, jeder zwei Würfel lang. Der Turm steht auf 3×3 Säulen, a1 bis c3; b2 ist die Mitte. Ein Block liegt auf zwei benachbarten Säulen, oder er steht auf einer und ist zwei Stufen hoch.",
      { figure: "blocks", caption: "Ein liegender und ein stehender Block." },
    ],
  },
  {
    title: "Dein Zug",
    body: [
      {
        white: "Weiß beginnt.",
        black: "Schwarz beginnt.",
      }[options.first ?? ""] ?? "Wer beginnt, entscheidet der Zufall.",
      "Setze einen deiner Blöcke an den Turm.",
      {
        terms: [
          ["Berührung", "Er berührt den Turm mit einer Fläche. Nur der allererste Block steht für sich."],
          ["Auflage", "Er ruht ganz auf dem Boden oder auf anderen Blöcken. Nichts ragt ins Leere."],
          [
            "Stehend",
            "Ein stehender Block braucht einen Nachbarn an seiner Seite, auf wenigstens einer seiner zwei Stufen. Worauf er steht, genügt nicht.",
          ],
          [
            "Liegend",
            "Über dem Boden ruht ein liegender Block auf zwei verschiedenen Blöcken. Er darf nicht genau auf einem einzigen liegenden Block liegen.",
          ],
          [
            "Drei offene Stufen",
            "Höchstens drei Stufen dürfen unfertig sein. Solange es die unterste ist, ragt nichts mehr als zwei Stufen über sie hinaus.",
          ],
          [
            "Die Mitte",
            "Ein Platz der mittleren Säule darf nur gefüllt werden, wenn auf derselben Stufe schon etwas um ihn herum steht; bei einem stehenden Block auf beiden Stufen.",
          ],
        ],
      },
    ],
  },
  {
    title: "Der Bonus",
    body: [
      "Füllt dein Block einen Platz in der Mitte, ganz oder mit einer Hälfte, hast du einen Bonus. Wähle:",
      {
        list: [
          options.bonus_chains === "off"
            ? "Noch einen Block setzen. Er bringt keinen weiteren Bonus."
            : "Noch einen Block setzen. Füllt er wieder die Mitte, hast du wieder einen Bonus.",
          "Einen Block des Gegners wegnehmen und ihm zurückgeben. Sicher sind drei Arten: der zuletzt von ihm gesetzte Block, Blöcke, auf denen etwas ruht, und Blöcke, ohne die mehr als drei Stufen unfertig wären. In seinem nächsten Zug darf der Gegner die frei gewordenen Plätze nicht nutzen.",
          "Darauf verzichten.",
        ],
      },
    ],
  },
  {
    title: "Passen",
    body: ["Wer keinen Block setzen kann, passt. Auch ohne Blöcke passt man, und der andere baut weiter."],
  },
  {
    title: "Das Ende",
    body: [
      "Das Spiel endet, wenn alle Blöcke im Turm sind. Ein Bonus des letzten Blocks wird noch gespielt.",
      "Betrachtet den Turm von jeder Seite und von oben. Was man sieht, zählt, auch wenn es weit hinten ist. In jeder der fünf Ansichten zählen die Quadrate deiner größten zusammenhängenden Fläche; Ecken verbinden nicht. Die höhere Summe gewinnt; gleiche Summen sind ein Unentschieden.",
      { figure: "views", caption: "Ein kleiner Turm und seine fünf Ansichten, die größten Flächen leuchten." },
    ],
  },
  {
    title: "Was nicht in der Anleitung steht",
    body: [
      "Die gedruckte Anleitung lässt einiges offen. Unsere Antworten: Auf den Bonus darf man verzichten; verdeckte Blöcke kann man nicht wegnehmen; wer nicht setzen kann, passt; gleiche Summen sind ein Unentschieden; das Spiel endet auch, wenn niemand setzen kann, oder nach 400 gesetzten Blöcken.",
    ],
  },
];
