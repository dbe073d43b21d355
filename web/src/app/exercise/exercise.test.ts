import { describe, expect, it, vi } from "vitest";
import type { Exercise, ExercisePosition } from "../../protocol/messages";
import { ExerciseRun } from "./exercise.svelte";

function position(ply: number, given: Partial<ExercisePosition> = {}): ExercisePosition {
  return {
    ply,
    led_here: ply === 0 ? null : { ply, actor: 0, events: [{ type: `Event${ply}` }] },
    actor: 0,
    observation: {},
    scene: {},
    moves: [],
    outcome: null,
    words: {},
    question: null,
    next: null,
    ...given,
  };
}

const move = (notation: string) => ({ type: "Move", move: notation, events: [] });
const answer = (move: string | null, is_right: boolean, leads_to: number | null = null) => ({
  move,
  is_right,
  leads_to,
  words: { en: is_right ? "Yes." : "No." },
});

/** Ply 1: a question; ply 2 follows from a, ply 3 has something to read. `b` is right as well, and leads to a dead end. */
const exercise: Exercise = {
  game: "nim",
  options: {},
  names: ["", "Ada"],
  solver: 0,
  material: {},
  positions: [
    position(0, { next: 1 }),
    position(1, {
      next: 2,
      moves: [move("a"), move("b"), move("c")],
      question: { words: { en: "What?" }, answers: [answer("a", true, 2), answer("b", true, 4), answer(null, false)] },
    }),
    position(2, { next: 3 }),
    position(3, { words: { en: "The end." } }),
    position(2),
  ],
};

async function play(run: ExerciseRun, notation: string) {
  run.session.play(notation);
  await Promise.resolve();
}

describe("An exercise", () => {
  it("begins where something is said", () => {
    const run = new ExerciseRun(exercise);
    expect(run.session.position).toMatchObject({ ply: 1, actor: 0, viewer: 0 });
    expect(run.session.moves).toHaveLength(3);
    expect(run.isAsking).toBe(true);
    expect(run.progress).toEqual({ done: 0, count: 2 });
    expect(run.canGoBack).toBe(false);
  });

  it("says what is wrong and leaves the position as it is", async () => {
    const run = new ExerciseRun(exercise);
    await play(run, "c");
    expect(run.feedback).toMatchObject({ isRight: false, words: { en: "No." } });
    expect(run.session.position?.ply).toBe(1);
    expect(run.session.moves).toHaveLength(3);
    expect(run.mistakes).toBe(1);
    run.next();
    expect(run.session.position?.ply).toBe(1);
    run.reveal();
    expect(run.feedback).toMatchObject({ isRight: true });
  });

  it("shows on the board what follows a wrong move, and comes back to the question", async () => {
    const [start, question, ...rest] = exercise.positions;
    const answers = [answer("a", true, 2), answer("c", false, 5)];
    const draw = { ply: 3, actor: "chance" as const, events: [{ type: "Drawn" }] };
    const run = new ExerciseRun({
      ...exercise,
      positions: [
        start!,
        { ...question!, question: { words: { en: "What?" }, answers } },
        ...rest,
        position(2, { next: 6 }),
        position(3, { led_here: draw, next: 7 }),
        position(4),
      ],
    });
    expect(run.canRefute).toBe(false);
    await play(run, "b");
    expect(run.canRefute, "nothing is known of any other move").toBe(false);
    await play(run, "c");
    expect(run.canRefute).toBe(true);
    run.refute();
    expect(run.isRefuting && !run.isAsking && run.hasMore).toBe(true);
    expect(run.session.position).toMatchObject({ ply: 2, moves: [], actor: null });
    expect(run.session.update.plies.map(({ ply }) => ply)).toEqual([2]);
    expect(run.progress).toEqual({ done: 0, count: 2 });
    run.next();
    expect(run.session.position?.ply, "draws are no step of their own").toBe(4);
    expect(run.session.update.plies.map(({ ply }) => ply)).toEqual([3, 4]);
    expect(run.hasMore).toBe(false);
    expect(run.feedback).toMatchObject({ isRight: false });
    run.next();
    expect(run.isRefuting).toBe(false);
    expect(run.isAsking && run.mayReveal).toBe(true);
    expect(run.session.position).toMatchObject({ ply: 1, actor: 0 });
    expect(run.session.moves).toHaveLength(3);
    await play(run, "a");
    expect(run.feedback).toMatchObject({ isRight: true });
  });

  it("goes on after a right answer, to the end", async () => {
    const finish = vi.fn();
    const run = new ExerciseRun(exercise, finish);
    await play(run, "a");
    expect(run.session.position).toMatchObject({ ply: 2, moves: [], actor: null });
    expect(run.session.update).toEqual({ live: true, plies: [{ ply: 2, actor: 0, events: [{ type: "Event2" }] }] });
    run.next();
    expect(run.session.position?.ply).toBe(3);
    expect(run.session.update.plies.map(({ ply }) => ply)).toEqual([3]);
    expect(run.progress).toEqual({ done: 1, count: 2 });
    run.next();
    expect(run.isFinished).toBe(true);
    expect(finish).toHaveBeenCalledOnce();
    expect(run.progress).toEqual({ done: 2, count: 2 });
    run.restart();
    expect(run.session.position?.ply).toBe(1);
    expect(run.isAsking).toBe(true);
  });

  it("goes on with the game after a right answer that it has no line for", async () => {
    const run = new ExerciseRun(exercise);
    await play(run, "b");
    expect(run.shown).toBe(exercise.positions[4]);
    run.next();
    expect(run.shown).toBe(exercise.positions[3]);
  });

  it("can be stepped back", async () => {
    const run = new ExerciseRun(exercise);
    await play(run, "a");
    run.next();
    run.back();
    expect(run.isAsking).toBe(true);
    expect(run.session.position?.ply).toBe(1);
    expect(run.session.moves).toHaveLength(3);
    expect(run.canGoBack).toBe(false);
  });
});
