// Reviews in English, and the type of their words in every language.

import { forms } from "../../../i18n/forms";
import { capitalize, type Who } from "../../../i18n/who";

const { number, percent, list, signed } = forms("en");
const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
const whom = ({ name, isYou }: Who) => (isYou ? "you" : name);
const figure = (value: number) => number(value).replace("-", "−");

export const en = {
  title: "Review",
  close: "Back to the result",
  start: "Review this game",
  resume: "Go on reviewing",
  cancel: "Cancel",
  failed: "The game could not be reviewed. Try again later.",
  preparing: "The review is being prepared. The first time after the server has started, this takes up to a minute.",
  waiting: "The review waits its turn: bots at tables come first.",
  running: (done: number) => `Reviewing: ${percent(done)}`,
  progress: "How far the review is",
  coarse: "Everything is still rough and gets more precise.",
  early: "The game was ended early; it is reviewed as far as it was played.",
  kind: "The curve shows",
  kinds: { known: "As could be known", open: "As it was" },
  kindHelp: {
    known: "What whoever had to decide could expect, without seeing what was hidden.",
    open: "What everybody’s position was really worth, hidden things included.",
  },
  position: (move: number, last: number) => `Move ${number(move)} of ${number(last)}`,
  share: (name: string, share: number) => `${name}: ${percent(share)}`,
  proven: "proven",
  previousMistake: "Previous mistake",
  nextMistake: "Next mistake",
  noMistakes: "No clear mistakes were found.",
  moments: "The decisions that mattered",
  none: "None stood out.",
  mistake: (loss: number) => `Mistake: ${points(loss)}`,
  find: (gain: number) => `Only good move: ${points(gain)}`,
  loss: (loss: number) => `Not the best: ${points(loss)}`,
  best: "The best move.",
  luck: (who: Who, change: number) => `The draws after it: ${points(change)} for ${whom(who)}`,
  move: (move: number) => `Move ${number(move)}`,
  better: "Better:",
  second: "The next best:",
  showBetter: "Show the better move",
  showSecond: "Show the next best move",
  lineStep: (step: number, last: number) => `As it might have gone on: ${number(step)} of ${number(last)}`,
  backToGame: "Back to what was played",
  further: "Go on",
  accounts: "Luck and decisions",
  accountsHelp:
    "Shares of the win in percent. Each column adds up: what somebody had at the start, what changed it, and what they had at the end.",
  signed,
  parts: {
    initial: "At the start",
    luck: "Luck of the draw",
    own: "Own decisions",
    others: "Others’ decisions",
    unseen: "What could not be seen",
    remainder: "Remainder",
    final: "At the end",
  },
  remainderHelp: "The remainder is what the analysis changed its mind about.",
  table: "The curve as a table",
  tableMove: "Move",
  keys: "Arrow keys step through the game; m goes to the next mistake, Shift+M to the previous one.",
  more: "More",
  reasons: {
    wentOut: (who: Who) => `${capitalize(whom(who))} went out and would have stayed in.`,
    wouldGoOut: (who: Who) => `Otherwise ${whom(who)} would have gone out.`,
    wouldPutOut: (who: Who) => `It would have put ${whom(who)} out at once.`,
    putsOut: (who: Who) => `It puts ${whom(who)} out at once.`,
    wouldWin: (isShared: boolean): string =>
      isShared ? "It would have shared the win at once." : "It would have won at once.",
    wins: (isShared: boolean): string => (isShared ? "It shares the win at once." : "It wins at once."),
    ended: (winners: Who[]) =>
      `With what was played the game was over, and the win went to ${list(winners.map(whom))}.`,
    wouldEnd: (winners: Who[]) =>
      `Otherwise the game would have been over, and the win would have gone to ${list(winners.map(whom))}.`,
    /** What counts for two players, of which the first is whose move it was. */
    wouldCount: (what: string, better: number[], played: number[]) =>
      `${what}: ${better.map(figure).join(" to ")} instead of ${played.map(figure).join(" to ")}.`,
    /** What counts for several players: only where it differs. */
    wouldCountFor: (what: string, changes: { who: Who; better: number; played: number }[]) =>
      `${what}: ${changes.map(({ who, better, played }) => `${whom(who)} ${figure(better)} instead of ${figure(played)}`).join(", ")}.`,
  },
};

export type ReviewWords = typeof en;
