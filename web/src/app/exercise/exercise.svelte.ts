// Answering an exercise: which position is shown, what was tried, what is said to it. The server has judged every answer
// beforehand, so nothing is asked of it; the board gets a session as at a table, whose moves are answered here.

import type { Transport } from "../../protocol/connection";
import { makeLocalTable } from "../../protocol/localTable";
import type { ClientMessage, Exercise, ExercisePosition, LegalMove } from "../../protocol/messages";
import { Session } from "../../protocol/session.svelte";

/** Words by language. */
export type Words = Record<string, string>;

/** What is said to the move that was tried last. */
export interface Feedback {
  isRight: boolean;
  move: LegalMove;
  words: Words;
  /** After a wrong move: the index of the position that it leads to, if what follows is shown. */
  refutedAt: number | null;
}

export class ExerciseRun implements Transport {
  readonly session: Session;
  /** The index of the position on the board. */
  private at = $state(0);
  feedback = $state.raw<Feedback | null>(null);
  /** Where the solver was, stop by stop, to go back. */
  private visited: number[] = $state.raw([]);
  isFinished = $state(false);
  /** While it is shown what follows a wrong move: the index of the position where something was asked. */
  private asked = $state<number | null>(null);
  /** How many wrong moves were tried, all in all. */
  mistakes = $state(0);
  /** Whether an answer was shown to the solver. */
  wasHelped = $state(false);
  /** How many were tried at this question. */
  private misses = $state(0);

  /** What happens on the main line, stop by stop: for showing how far the solver is. */
  private readonly line: readonly number[];

  constructor(
    readonly exercise: Exercise,
    private readonly finish: (run: ExerciseRun) => void = () => {},
  ) {
    this.session = new Session(makeLocalTable({ ...exercise, mine: [exercise.solver] }), () => this);
    this.session.material = exercise.material;
    this.session.connection = "open";
    const start = this.findStop(0);
    const line = [start];
    for (let next = this.position(start).next; next !== null; next = this.position(line.at(-1)!).next) {
      line.push(this.findStop(next));
    }
    this.line = line.filter((index) => this.hasNote(this.position(index)));
    this.show(start);
  }

  private position(index: number): ExercisePosition {
    return this.exercise.positions[index]!;
  }

  /** The position on the board. */
  get shown(): ExercisePosition {
    return this.position(this.at);
  }

  /** Whether the solver is to find a move. */
  get isAsking(): boolean {
    return this.shown.question !== null && !this.feedback?.isRight && !this.isFinished && !this.isRefuting;
  }

  /** Whether the board shows what follows a wrong move. */
  get isRefuting(): boolean {
    return this.asked !== null;
  }

  get canRefute(): boolean {
    return this.isAsking && (this.feedback?.refutedAt ?? null) !== null;
  }

  /** Whether more follows in what is shown after a wrong move. */
  get hasMore(): boolean {
    return this.isRefuting && this.shown.next !== null;
  }

  get canGoBack(): boolean {
    return this.visited.length > 0 || this.isRefuting;
  }

  /** Whether the solver has tried in vain, so that the answer may be shown. */
  get mayReveal(): boolean {
    return this.isAsking && this.misses > 0;
  }

  /** How far the solver is: the stops behind, and all of them. */
  get progress(): { done: number; count: number } {
    const count = this.line.length;
    const { ply } = this.position(this.asked ?? this.at);
    const at = this.line.findIndex((index) => this.position(index).ply >= ply);
    return { done: this.isFinished ? count : at === -1 ? count : at, count };
  }

  // ── What the solver does ─────────────────────────────────────────────────────────────────────────────────────────

  /** Go on: after a right answer, or after something that was only to be read. */
  readonly next = (): void => {
    if (this.isRefuting) return this.hasMore ? this.follow(this.shown.next!) : this.retry();
    if (this.isAsking || this.isFinished) return;
    const stop = this.findNextStop();
    this.feedback = null;
    if (stop === null) {
      this.isFinished = true;
      this.finish(this);
    } else this.goTo(stop);
  };

  /** Show on the board what follows the wrong move that was tried. */
  readonly refute = (): void => {
    const first = this.feedback?.refutedAt ?? null;
    if (!this.canRefute || first === null) return;
    this.asked = this.at;
    this.follow(first);
  };

  /** Go back to the question from what was shown of a wrong move. */
  readonly retry = (): void => {
    if (this.asked === null) return;
    const { asked, misses } = this;
    this.asked = null;
    this.show(asked);
    this.misses = misses;
  };

  /** Go on to the next decision; draws on the way are part of it. */
  private follow(index: number): void {
    while (this.position(index).led_here?.actor === "chance" && this.position(index).next !== null) {
      index = this.position(index).next!;
    }
    this.show(index, true);
  }

  readonly back = (): void => {
    if (this.isRefuting) return this.retry();
    const before = this.visited.at(-1);
    if (before === undefined) return;
    this.visited = this.visited.slice(0, -1);
    this.isFinished = false;
    this.show(before);
  };

  readonly restart = (): void => {
    this.visited = [];
    this.asked = null;
    this.isFinished = false;
    this.wasHelped = false;
    this.show(this.findStop(0));
  };

  /** Play a right answer for the solver. */
  readonly reveal = (): void => {
    const answer = this.shown.question?.answers.find(({ is_right, move }) => is_right && move !== null);
    const move = answer?.move ?? this.shown.moves[0]?.move;
    if (!this.isAsking || move === undefined) return;
    this.wasHelped = true;
    this.judge(move);
  };

  // ── As a transport: what a table would answer ────────────────────────────────────────────────────────────────────

  open(): void {}

  close(): void {}

  send(message: ClientMessage): boolean {
    if (message.type !== "play") return false;
    // As if it came from elsewhere: the session notes first that the move is on its way.
    queueMicrotask(() => this.judge(message.move));
    return true;
  }

  private judge(notation: string): void {
    const { shown } = this;
    const move = shown.moves.find(({ move }) => move === notation);
    if (!shown.question || !move) return;
    const { answers } = shown.question;
    const answer = answers.find(({ move }) => move === notation) ?? answers.find(({ move }) => move === null);
    if (!answer?.is_right) {
      this.session.receive({ type: "refused", id: "m", code: "wrong", message: "" });
      this.mistakes += 1;
      this.misses += 1;
      // What all other moves share says nothing of where one of them leads.
      const refutedAt = answer && answer.move !== null ? answer.leads_to : null;
      this.feedback = { isRight: false, move, words: answer?.words ?? {}, refutedAt };
      return;
    }
    this.visited = [...this.visited, this.at];
    this.feedback = { isRight: true, move, words: answer.words, refutedAt: null };
    const target = answer.leads_to ?? shown.next;
    if (target === null) this.session.receive({ type: "position", ...this.describe(this.at) });
    else this.show(target, true);
  }

  // ── Where the exercise goes ──────────────────────────────────────────────────────────────────────────────────────

  private hasNote({ words, question }: ExercisePosition): boolean {
    return question !== null || Object.keys(words).length > 0;
  }

  /** From a position on: the first where there is something to read or to answer, or the last. */
  private findStop(index: number): number {
    while (!this.hasNote(this.position(index)) && this.position(index).next !== null)
      index = this.position(index).next!;
    return index;
  }

  private findNextStop(): number | null {
    const asked = this.visited.at(-1);
    if (this.feedback?.isRight && this.hasNote(this.shown) && this.at !== asked) return this.at;
    // After a right answer that the exercise has no line for, it goes on where the game itself does.
    const next = this.shown.next ?? (this.feedback && asked !== undefined ? this.position(asked).next : null);
    if (next === null) return null;
    const stop = this.findStop(next);
    return this.hasNote(this.position(stop)) ? stop : null;
  }

  private goTo(stop: number): void {
    if (this.visited.at(-1) !== this.at && this.hasNote(this.shown) && stop !== this.at) {
      this.visited = [...this.visited, this.at];
    }
    this.show(stop, true);
  }

  /** Put a position on the board; what leads to it from the one that is there is animated, if wanted. */
  private show(index: number, animate = false): void {
    const steps = animate ? this.listSteps(this.at, index) : [];
    if (!animate) this.feedback = null;
    if (!this.isRefuting) this.misses = 0;
    this.at = index;
    const { ply } = this.position(index);
    const plies = steps.flatMap((step) => this.position(step).led_here ?? []);
    const position = this.describe(index);
    if (plies.length > 0) this.session.receive({ type: "plies", since: ply - plies.length, plies, ...position });
    else this.session.receive({ type: "position", ...position });
  }

  /** The positions from one to another, without the first; none if they are not on one line. */
  private listSteps(from: number, to: number): number[] {
    const steps: number[] = [];
    const leads = this.position(from).question?.answers.map(({ leads_to }) => leads_to) ?? [];
    for (const first of [this.position(from).next, ...leads]) {
      steps.length = 0;
      for (let at = first; at !== null; at = this.position(at).next) {
        steps.push(at);
        if (at === to) return steps;
      }
    }
    return [];
  }

  /** A position as a table sends it. There is something to decide only while a question is open. */
  private describe(index: number) {
    const { ply, actor, observation, scene, moves, outcome, question } = this.position(index);
    const isOpen = question !== null && !this.feedback?.isRight;
    return {
      ply,
      epoch: 0,
      viewer: this.exercise.solver,
      actor: isOpen ? actor : null,
      observation,
      scene,
      moves: isOpen ? moves : [],
      clock: null,
      outcome,
      left_to_bots: false,
    };
  }
}
