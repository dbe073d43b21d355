// Typed commands, after the blind mode of lichess: the game in words, for people who do not see the board. The letters
// are the same in all languages. Loaded when the first command is typed.

import type { GameTable, GameView, SpokenGame } from "../../../games/view";
import { speech, t } from "../../../i18n/language.svelte";
import type { LegalMove } from "../../../protocol/messages";
import type { Session } from "../../../protocol/session.svelte";
import { SEAT_SHAPES } from "../../../theme/seats";
import { seatLabel } from "../../shell/names";
import { formatDuration } from "../clock";
import { describeResult, describeTurn } from "../turn";
import { loadWords } from "./words";
import type { CommandWords } from "./words/en";

/** What the commands are about. */
export interface Subject {
  session: Session;
  table: GameTable;
  spoken: SpokenGame;
  words: CommandWords;
}

/** Sentences, or the move that was called by its number or notation. */
export type Answer = { lines: string[] } | { move: LegalMove };

/** Load the words of the game and of the commands in the current language. */
export async function load(session: Session, table: GameTable, view: GameView): Promise<Subject> {
  const { language } = speech;
  const [words, spoken] = await Promise.all([loadWords(language), view.loadSpoken(table, language)]);
  return { session, table, words, spoken };
}

type Command = (subject: Subject, rest: string) => string[];

/** What each letter does; `?` is apart, because it lists them. */
const COMMANDS: Record<string, Command> = {
  o: listOptions,
  l: describeLast,
  s: ({ spoken, words }) => orElse(spoken.describeScore(), words.noScore),
  h: ({ spoken, words }, which) => orElse(spoken.describeHand(which), words.noHand),
  p: describePlace,
  b: ({ table }) => table.describePosition(),
  c: describeClocks,
  w: describePlayers,
};

export function answer(input: string, subject: Subject): Answer {
  const text = input.trim();
  const { session, words } = subject;
  const notation = session.moves.find(({ move }) => move.toLowerCase() === text.toLowerCase());
  if (notation) return { move: notation };
  if (/^\d+$/.test(text)) {
    const move = session.moves[Number(text) - 1];
    if (move) return { move };
    const count = session.moves.length;
    return { lines: [count === 0 ? t().game.movesNone : words.noOption(Number(text), count)] };
  }
  const [letter = "", ...rest] = text.split(/\s+/);
  if (letter === "?") return { lines: listCommands(subject) };
  const command = COMMANDS[letter.toLowerCase()];
  return { lines: command ? command(subject, rest.join(" ")) : [words.unknown(text)] };
}

function listCommands({ spoken, words }: Subject): string[] {
  const { labelled } = t().app;
  return [
    ...words.help.map(([letter, what]) => labelled(letter, what)),
    ...(spoken.tip === undefined ? [] : [spoken.tip]),
    words.places(spoken.placeNames()),
  ];
}

function orElse(lines: string[], nothing: string): string[] {
  return lines.length > 0 ? lines : [nothing];
}

/** The legal moves by number: all of them, the one of a number, or those with some word in them. */
function listOptions({ session, table, spoken, words }: Subject, wanted: string): string[] {
  const { moves } = session;
  const { labelled } = t().app;
  if (moves.length === 0) return [t().game.movesNone];
  const one = moves[Number(wanted) - 1];
  if (one) return [labelled(wanted, table.describeMove(one))];
  const described = moves.map((move, index) => {
    const text = spoken.describeOption?.(move) ?? table.describeMove(move);
    return { text: labelled(String(index + 1), text), searched: `${text} ${table.describeMove(move)}`.toLowerCase() };
  });
  const found = described.filter(({ searched }) => searched.includes(wanted.toLowerCase()));
  if (found.length === 0) return [words.noMatch(wanted)];
  return [t().game.movesLead(found.length), ...found.map(({ text }) => text)];
}

/** The last moves, the latest first; each with the chance that followed, such as a tile that was drawn. */
function describeLast({ session, table }: Subject, count: string): string[] {
  const moves: string[][] = [];
  for (const { actor, events } of session.plies) {
    if (actor !== "chance" || moves.length === 0) moves.push([]);
    moves.at(-1)!.push(...events.map((event) => table.describeEvent(event)).filter(Boolean));
  }
  const lines = moves.map((sentences) => sentences.join(" ")).filter(Boolean);
  if (lines.length === 0) return [t().game.logEmpty];
  return lines.slice(-Math.max(1, Number(count) || 1)).reverse();
}

function describePlace({ spoken, words }: Subject, name: string): string[] {
  const places = words.places(spoken.placeNames());
  return name === "" ? [places] : (spoken.describePlace(name.toLowerCase()) ?? [words.noPlace(name), places]);
}

function describeClocks({ session, words }: Subject): string[] {
  const clock = session.position?.clock ?? null;
  if (clock === null) return [words.noClock];
  const passed = performance.now() - session.clockReadAt;
  return session.table.seats.flatMap((_, seat) => {
    const left = clock.left[seat];
    if (left === undefined) return [];
    const time = formatDuration(clock.running === seat ? left - passed : left);
    return [words.clock(seatLabel(session.table, seat), time)];
  });
}

/** Whose turn it is, or who has won; then who sits where. */
function describePlayers({ session, table, words }: Subject): string[] {
  const outcome = session.position?.outcome ?? null;
  const turn = describeTurn(session);
  const next = outcome ? describeResult(session, table) : session.isMyTurn ? table.prompt() : "";
  return [
    next ? t().app.labelled(turn, next) : turn,
    ...session.table.seats.map((_, seat) => {
      const shape = t().game.seatShapes[SEAT_SHAPES[seat % SEAT_SHAPES.length]!]!;
      return words.seat(seat + 1, seatLabel(session.table, seat), shape);
    }),
  ];
}
