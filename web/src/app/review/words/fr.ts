// Reviews in French.

import { forms } from "../../../i18n/forms";
import type { Who } from "../../../i18n/who";
import type { ReviewWords } from "./en";

const { number, percent, list, signed } = forms("fr");
const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
const whom = ({ name, isYou }: Who) => (isYou ? "vous" : name);
const figure = (value: number) => number(value).replace("-", "−");

export const fr: ReviewWords = {
  title: "Analyse de la partie",
  close: "Revenir au résultat",
  start: "Analyser cette partie",
  resume: "Reprendre l’analyse",
  cancel: "Annuler",
  failed: "La partie n’a pas pu être analysée. Réessayez plus tard.",
  preparing: "L’analyse se prépare. La première fois après le démarrage du serveur, cela prend jusqu’à une minute.",
  waiting: "L’analyse attend son tour : les bots assis à une table passent d’abord.",
  running: (done) => `Analyse en cours : ${percent(done)}`,
  progress: "Avancement de l’analyse",
  coarse: "Tout est encore approximatif et se précise.",
  early: "La partie a été arrêtée avant la fin ; elle est analysée jusque-là.",
  kind: "La courbe montre",
  kinds: { known: "Ce qu’on pouvait savoir", open: "Ce qui était" },
  kindHelp: {
    known: "Ce que pouvait espérer le joueur qui devait décider, sans voir ce qui était caché.",
    open: "Ce que valaient vraiment les positions, y compris ce qui était caché.",
  },
  position: (move, last) => `Coup ${number(move)} sur ${number(last)}`,
  share: (name, share) => `${name} : ${percent(share)}`,
  proven: "prouvé",
  previousMistake: "Erreur précédente",
  nextMistake: "Erreur suivante",
  noMistakes: "Aucune erreur nette n’a été trouvée.",
  moments: "Les coups décisifs",
  none: "Aucun ne se détache.",
  mistake: (loss) => `Erreur : ${points(loss)}`,
  find: (gain) => `Seul bon coup : ${points(gain)}`,
  loss: (loss) => `Pas le meilleur : ${points(loss)}`,
  best: "Le meilleur coup.",
  luck: (who, change) => `La pioche ensuite : ${points(change)} pour ${whom(who)}`,
  move: (move) => `Coup ${number(move)}`,
  better: "Mieux :",
  second: "Le deuxième meilleur :",
  showBetter: "Voir le meilleur coup",
  showSecond: "Voir le deuxième meilleur",
  lineStep: (step, last) => `La suite possible : ${number(step)} sur ${number(last)}`,
  backToGame: "Revenir au coup joué",
  further: "Continuer",
  accounts: "Chance et décisions",
  accountsHelp:
    "Parts de la victoire, en pour cent. Chaque colonne tombe juste : ce qu’on avait au début, ce qui l’a changé, ce qui restait à la fin.",
  signed,
  parts: {
    initial: "Au début",
    luck: "Chance à la pioche",
    own: "Ses décisions",
    others: "Décisions des autres",
    unseen: "Ce qu’on ne pouvait voir",
    remainder: "Reste",
    final: "À la fin",
  },
  remainderHelp: "Le reste est ce sur quoi l’analyse elle-même a changé d’avis.",
  table: "La courbe en tableau",
  tableMove: "Coup",
  keys: "Les flèches parcourent la partie ; m va à l’erreur suivante, Maj+M à la précédente.",
  more: "Plus",
  reasons: {
    wentOut: (who) =>
      who.isYou
        ? "Vous avez été éliminé alors que vous pouviez rester en jeu."
        : `${who.name} a été éliminé, mais aurait pu rester en jeu.`,
    wouldGoOut: (who) => `Sinon, ${who.isYou ? "vous auriez" : `${who.name} aurait`} été éliminé.`,
    wouldPutOut: (who) =>
      who.isYou ? "Ce coup vous aurait éliminé aussitôt." : `Ce coup aurait éliminé ${who.name} aussitôt.`,
    putsOut: (who) => (who.isYou ? "Ce coup vous élimine aussitôt." : `Ce coup élimine ${who.name} aussitôt.`),
    wouldWin: (isShared) =>
      isShared ? "Ce coup aurait aussitôt partagé la victoire." : "Ce coup aurait gagné aussitôt.",
    wins: (isShared) => (isShared ? "Ce coup partage aussitôt la victoire." : "Ce coup gagne aussitôt."),
    ended: (winners) => `Avec le coup joué, la partie était finie et la victoire allait à ${list(winners.map(whom))}.`,
    wouldEnd: (winners) =>
      `Sinon, la partie aurait été finie et la victoire serait allée à ${list(winners.map(whom))}.`,
    wouldCount: (what, better, played) =>
      `${what} : ${better.map(figure).join(" contre ")} au lieu de ${played.map(figure).join(" contre ")}.`,
    wouldCountFor: (what, changes) =>
      `${what} : ${changes.map(({ who, better, played }) => `${whom(who)} ${figure(better)} au lieu de ${figure(played)}`).join(", ")}.`,
  },
};
