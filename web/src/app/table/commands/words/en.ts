// The typed commands in English.

export const en = {
  /** The commands, the most wanted first. */
  help: [
    ["o", "your moves, numbered. o 3: move 3 in full. o and a word: only the moves with it."],
    ["3", "play move 3. A move in notation works too."],
    ["l", "the last move. l 3: the last three."],
    ["s", "the score."],
    ["h", "what you hold."],
    ["p", "what is at a place."],
    ["b", "the whole board."],
    ["c", "the clocks."],
    ["w", "whose turn it is, and who is who."],
    ["?", "these commands. Enter alone repeats the last answer, the up arrow the last command."],
  ] as [letter: string, what: string][],
  places: (names: string[]) => `Places for p: ${names.join("; ")}.`,
  unknown: (text: string) => `There is no command ${text}. Type ? for the commands.`,
  noOption: (number: number, count: number) => `There is no move ${number}; there are ${count}.`,
  noMatch: (text: string) => `None of your moves contains ${text}.`,
  noPlace: (name: string) => `There is no place ${name}.`,
  noScore: "There is no score before the end.",
  noHand: "You hold nothing.",
  noClock: "There is no clock.",
  clock: (name: string, time: string) => `${name}: ${time} left.`,
  seat: (seat: number, name: string, shape: string) => `Seat ${seat}: ${name}, ${shape}.`,
};

export type CommandWords = typeof en;
