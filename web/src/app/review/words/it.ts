// Reviews in Italian.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { ReviewWords } from "./en";

const { number, percent, list, signed } = forms("it");
const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
const whom = ({ name, isYou }: Who) => (isYou ? "te" : name);
const figure = (value: number) => number(value).replace("-", "−");

export const it: ReviewWords = {
  title: "Analisi della partita",
  close: "Torna al risultato",
  start: "Analizza questa partita",
  resume: "Riprendi l’analisi",
  cancel: "Annulla",
  failed: "Non è stato possibile analizzare la partita. Riprova più tardi.",
  preparing: "L’analisi si sta preparando. La prima volta dopo l’avvio del server ci vuole fino a un minuto.",
  waiting: "L’analisi aspetta il suo turno: i bot ai tavoli vengono prima.",
  running: (done) => `Analisi in corso: ${percent(done)}`,
  progress: "Avanzamento dell’analisi",
  coarse: "Tutto è ancora approssimativo e diventa più preciso.",
  early: "La partita è finita in anticipo; è analizzata fin dove si è giocato.",
  kind: "La curva mostra",
  kinds: { known: "Quel che si poteva sapere", open: "Com’era davvero" },
  kindHelp: {
    known: "Che cosa poteva aspettarsi chi doveva decidere, senza vedere ciò che era nascosto.",
    open: "Quanto valevano davvero le posizioni, cose nascoste comprese.",
  },
  position: (move, last) => `Mossa ${number(move)} di ${number(last)}`,
  share: (name, share) => `${name}: ${percent(share)}`,
  proven: "dimostrato",
  previousMistake: "Errore precedente",
  nextMistake: "Errore successivo",
  noMistakes: "Nessun errore evidente.",
  moments: "Le mosse decisive",
  none: "Nessuna spicca.",
  mistake: (loss) => `Errore: ${points(loss)}`,
  find: (gain) => `Unica mossa buona: ${points(gain)}`,
  loss: (loss) => `Non la migliore: ${points(loss)}`,
  best: "La mossa migliore.",
  luck: (who, change) => `La pesca dopo: ${points(change)} per ${whom(who)}`,
  move: (move) => `Mossa ${number(move)}`,
  better: "Meglio:",
  second: "La seconda migliore:",
  showBetter: "Mostra la mossa migliore",
  showSecond: "Mostra la seconda migliore",
  lineStep: (step, last) => `Come poteva continuare: ${number(step)} di ${number(last)}`,
  backToGame: "Torna alla mossa giocata",
  further: "Avanti",
  accounts: "Fortuna e decisioni",
  accountsHelp:
    "Quote di vittoria in percentuale. Ogni colonna torna: quanto uno aveva all’inizio, che cosa l’ha cambiato e quanto restava alla fine.",
  signed,
  parts: {
    initial: "All’inizio",
    luck: "Fortuna nella pesca",
    own: "Decisioni proprie",
    others: "Decisioni degli altri",
    unseen: "Ciò che non si vedeva",
    remainder: "Resto",
    final: "Alla fine",
  },
  remainderHelp: "Il resto è ciò su cui l’analisi stessa ha cambiato idea.",
  table: "La curva come tabella",
  tableMove: "Mossa",
  keys: "Con le frecce si scorre la partita; m va all’errore successivo, Maiusc+M al precedente.",
  more: "Altro",
  reasons: {
    wentOut: (who) =>
      who.isYou ? "Sei uscito dal gioco, ma potevi restare." : `${who.name} è uscito dal gioco, ma poteva restare.`,
    wouldGoOut: (who) => `Altrimenti ${who.isYou ? "saresti" : `${who.name} sarebbe`} uscito dal gioco.`,
    wouldPutOut: (who) => (who.isYou ? "Ti avrebbe eliminato subito." : `Avrebbe eliminato subito ${who.name}.`),
    putsOut: (who) => (who.isYou ? "Ti elimina subito." : `Elimina subito ${who.name}.`),
    wouldWin: (isShared) => (isShared ? "Avrebbe portato subito a una vittoria condivisa." : "Avrebbe vinto subito."),
    wins: (isShared) => (isShared ? "Porta subito a una vittoria condivisa." : "Vince subito."),
    ended: (winners) => `Con la mossa giocata la partita finiva, e la vittoria andava a ${list(winners.map(whom))}.`,
    wouldEnd: (winners) =>
      `Altrimenti la partita sarebbe finita, e la vittoria sarebbe andata a ${list(winners.map(whom))}.`,
    wouldCount: (what, better, played) =>
      `${what}: ${better.map(figure).join(" a ")} invece di ${played.map(figure).join(" a ")}.`,
    wouldCountFor: (what, changes) =>
      `${what}: ${changes.map(({ who, better, played }) => `${who.isYou ? "tu" : who.name} ${figure(better)} invece di ${figure(played)}`).join(", ")}.`,
  },
};
