// Reviews in English, and the type of their words in every language.

import { forms } from "../../../i18n/forms";

const { number, percent, list, signed } = forms("en");
const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
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
  luck: (name: string, change: number) => `The draws after it: ${points(change)} for ${name}`,
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
    wentOut: (name: string) => `${name} went out and would have stayed in.`,
    wouldGoOut: (name: string) => `Otherwise ${name} would have gone out.`,
    wouldPutOut: (name: string) => `It would have put ${name} out at once.`,
    putsOut: (name: string) => `It puts ${name} out at once.`,
    wouldWin: (isShared: boolean): string =>
      isShared ? "It would have shared the win at once." : "It would have won at once.",
    wins: (isShared: boolean): string => (isShared ? "It shares the win at once." : "It wins at once."),
    ended: (names: string[]) => `With what was played the game was over, and the win went to ${list(names)}.`,
    wouldEnd: (names: string[]) =>
      `Otherwise the game would have been over, and the win would have gone to ${list(names)}.`,
    wouldCount: (what: string, better: string, played: string) => `${what}: ${better} instead of ${played}.`,
    against: (own: number, others: number[]) => `${figure(own)} to ${list(others.map(figure))}`,
  },
};

export type ReviewWords = typeof en;
