// Reviews in German.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { ReviewWords } from "./en";

const { number, percent, list, signed } = forms("de");
const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
const whom = ({ name, isYou }: Who) => (isYou ? "dich" : name);
const figure = (value: number) => number(value).replace("-", "−");

export const de: ReviewWords = {
  title: "Spielanalyse",
  close: "Zurück zum Ergebnis",
  start: "Dieses Spiel analysieren",
  resume: "Analyse fortsetzen",
  cancel: "Abbrechen",
  failed: "Das Spiel konnte nicht analysiert werden. Versuch es später noch einmal.",
  preparing:
    "Die Analyse wird vorbereitet. Beim ersten Mal nach einem Start des Servers dauert das bis zu einer Minute.",
  waiting: "Die Analyse wartet, bis sie an der Reihe ist: Bots am Tisch gehen vor.",
  running: (done) => `Analyse läuft: ${percent(done)}`,
  progress: "Fortschritt der Analyse",
  coarse: "Alles ist noch grob und wird genauer.",
  early: "Das Spiel wurde vorzeitig beendet; analysiert ist, was gespielt wurde.",
  kind: "Die Kurve zeigt",
  kinds: { known: "Was man wissen konnte", open: "Wie es war" },
  kindHelp: {
    known: "Was sich ausrechnen konnte, wer gerade zu entscheiden hatte, ohne Verdecktes zu sehen.",
    open: "Was die Stellungen wirklich wert waren, Verdecktes eingerechnet.",
  },
  position: (move, last) => `Zug ${number(move)} von ${number(last)}`,
  share: (name, share) => `${name}: ${percent(share)}`,
  proven: "bewiesen",
  previousMistake: "Voriger Fehler",
  nextMistake: "Nächster Fehler",
  noMistakes: "Es fanden sich keine klaren Fehler.",
  moments: "Die entscheidenden Züge",
  none: "Keiner sticht heraus.",
  mistake: (loss) => `Fehler: ${points(loss)}`,
  find: (gain) => `Einziger guter Zug: ${points(gain)}`,
  loss: (loss) => `Nicht der beste: ${points(loss)}`,
  best: "Der beste Zug.",
  luck: (who, change) => `Danach gezogen: ${points(change)} für ${whom(who)}`,
  move: (move) => `Zug ${number(move)}`,
  better: "Besser:",
  second: "Der nächstbeste:",
  showBetter: "Besseren Zug zeigen",
  showSecond: "Nächstbesten Zug zeigen",
  lineStep: (step, last) => `So hätte es weitergehen können: ${number(step)} von ${number(last)}`,
  backToGame: "Zurück zum gespielten Zug",
  further: "Weiter",
  accounts: "Glück und Entscheidungen",
  accountsHelp:
    "Anteile am Sieg in Prozent. Jede Spalte geht auf: was jemand am Anfang hatte, was es geändert hat und was am Ende blieb.",
  signed,
  parts: {
    initial: "Am Anfang",
    luck: "Glück beim Ziehen",
    own: "Eigene Entscheidungen",
    others: "Entscheidungen der anderen",
    unseen: "Was nicht zu sehen war",
    remainder: "Rest",
    final: "Am Ende",
  },
  remainderHelp: "Der Rest ist, worüber die Analyse selbst ihre Meinung geändert hat.",
  table: "Die Kurve als Tabelle",
  tableMove: "Zug",
  keys: "Mit den Pfeiltasten geht es Zug um Zug durchs Spiel, mit m zum nächsten Fehler, mit Umschalt+M zum vorigen.",
  more: "Mehr",
  reasons: {
    wentOut: (who) =>
      who.isYou
        ? "Du bist ausgeschieden, hättest aber im Spiel bleiben können."
        : `${who.name} schied aus, hätte aber im Spiel bleiben können.`,
    wouldGoOut: (who) => `Sonst ${who.isYou ? "wärst du" : `wäre ${who.name}`} ausgeschieden.`,
    wouldPutOut: (who) => `Damit ${who.isYou ? "wärst du" : `wäre ${who.name}`} sofort ausgeschieden.`,
    putsOut: (who) => `Damit ${who.isYou ? "scheidest du" : `scheidet ${who.name}`} sofort aus.`,
    wouldWin: (isShared) =>
      isShared ? "Das hätte sofort einen geteilten Sieg gebracht." : "Das hätte sofort gewonnen.",
    wins: (isShared) => (isShared ? "Das bringt sofort einen geteilten Sieg." : "Das gewinnt sofort."),
    ended: (winners) => `Mit dem gespielten Zug war das Spiel aus, und der Sieg ging an ${list(winners.map(whom))}.`,
    wouldEnd: (winners) =>
      `Sonst wäre das Spiel aus gewesen, und der Sieg wäre an ${list(winners.map(whom))} gegangen.`,
    wouldCount: (what, better, played) =>
      `${what}: ${better.map(figure).join(" zu ")} statt ${played.map(figure).join(" zu ")}.`,
    wouldCountFor: (what, changes) =>
      `${what}: ${changes.map(({ who, better, played }) => `${who.isYou ? "du" : who.name} ${figure(better)} statt ${figure(played)}`).join(", ")}.`,
  },
};
