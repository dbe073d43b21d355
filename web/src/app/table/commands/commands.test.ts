// Typed commands in the fallback for games without a view, and the words of all languages.

import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Language, LANGUAGES } from "../../../i18n/language.svelte";
import type { SeatView, TableView } from "../../../protocol/messages";
import { Session } from "../../../protocol/session.svelte";
import { view } from "../../../games/plain";
import { answer, load, type Subject } from "./commands";
import { loadWords } from "./words";

const nobody = { name: null, player: null, level: null, connected: true, substitute: null, flagged: false };
const seats = [
  { ...nobody, kind: "person", name: "Ann", player: "1" },
  { ...nobody, kind: "bot", level: "easy" },
] as SeatView[];
const moves = ["take1", "take2"].map((move) => ({ move, type: "Take", events: [] }));

let subject: Subject;
const ask = (input: string) => {
  const found = answer(input, subject);
  return "move" in found ? found.move.move : found.lines.join(" | ");
};

beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  const session = new Session({ seats, mine: [0], game: "nim" } as TableView);
  const observation = { heap: 7, hand: [3] };
  const position = { ply: 1, epoch: 0, viewer: 0, actor: 0, observation, scene: {}, moves, clock: null, outcome: null };
  session.receive({
    type: "plies",
    since: 0,
    plies: [{ ply: 1, actor: 1, events: [{ type: "Taken", seat: 1 }] }],
    ...position,
  });
  const table = view.open(session);
  subject = await load(session, table, view);
});

describe("in a game without a view", () => {
  it.each([
    ["o", "There are 2 moves. | 1: take1 | 2: take2"],
    ["o 2", "2: take2"],
    ["o TAKE1", "There is one move. | 1: take1"],
    ["o 7", "None of your moves contains 7."],
    ["2", "take2"],
    ["TAKE1", "take1"],
    ["3", "There is no move 3; there are 2."],
    ["l", "Taken seat 1"],
    ["b", "heap: 7 | hand: [3]"],
    ["p heap", "heap: 7"],
    ["p", "Places for p: heap; hand."],
    ["p moon", "There is no place moon. | Places for p: heap; hand."],
    ["h", "hand: [3]"],
    ["s", "There is no score before the end."],
    ["c", "There is no clock."],
    ["W", "Your turn | Seat 1: you, circle. | Seat 2: Easy bot 2, square."],
    ["x y", "There is no command x y. Type ? for the commands."],
  ])("%s is answered", (input, expected) => {
    expect(ask(input)).toBe(expected);
  });
});

const spoken = import.meta.glob<Record<string, object>>("../../../games/*/spoken/??.ts", { eager: true });
const languages = Object.keys(LANGUAGES) as Language[];

describe("the words of commands", () => {
  it.each(languages)("are complete in %s", async (language) => {
    const [words, english] = [await loadWords(language), await loadWords("en")];
    expect(Object.keys(words)).toEqual(Object.keys(english));
    expect(words.help.map(([letter]) => letter)).toEqual(english.help.map(([letter]) => letter));
    for (const game of ["tsuro", "tao", "turris"]) {
      const keys = (of: Language) => Object.keys(spoken[`../../../games/${game}/spoken/${of}.ts`]![of]!).sort();
      expect(keys(language)).toEqual(keys("en"));
    }
  });
});
