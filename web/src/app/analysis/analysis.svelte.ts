// An analysis: its tree, the position that is shown, and what a search thinks of it. The server works out every position;
// the board gets a session as at a table, whose moves are added to the tree here.

import { api, type AnalysedLine } from "../../protocol/http";
import type { Transport } from "../../protocol/connection";
import { makeLocalTable } from "../../protocol/localTable";
import type { AnalysedGame, AnalysedPosition, AnalysisRanking, ClientMessage, Seat } from "../../protocol/messages";
import { Session } from "../../protocol/session.svelte";
import { describeFailure } from "../shell/failures";
import { AnalysisTree, START } from "./analysisTree";

export class Analysis implements Transport {
  readonly session: Session;
  tree: AnalysisTree = $state.raw()!;
  /** The node on the board. */
  at = $state(START);
  /** Whose honest view is shown; null: everything is open. */
  viewer: Seat | null = $state(null);
  /** What is shown; null until it has come. */
  shown: AnalysedPosition | null = $state.raw(null);
  problem = $state("");
  isSearching = $state(false);
  private rankings: ReadonlyMap<number, AnalysisRanking> = $state.raw(new Map());
  private isThinking = false;
  private readonly positions = new Map<string, AnalysedPosition>();
  /** Counts what was asked for, so that an answer that comes late is not shown. */
  private asked = 0;

  constructor(
    readonly game: AnalysedGame,
    /** The record that was opened; null for a position of one's own. */
    readonly record: string | null,
  ) {
    this.tree = AnalysisTree.open(game.moves, game.words, record !== null);
    this.session = new Session(makeLocalTable({ ...game, mine: [...game.names.keys()] }), () => this);
    this.session.material = game.material;
    this.session.connection = "open";
  }

  /** What the search thinks of the position that is shown; null if it has not said so. */
  get ranking(): AnalysisRanking | null {
    return this.rankings.get(this.at) ?? null;
  }

  /** Whether somebody decides whose moves are shown: only then it can be played and searched. */
  get isOpen(): boolean {
    return typeof this.shown?.actor === "number" && this.shown.actor === this.shown.viewer;
  }

  // ── Walking ──────────────────────────────────────────────────────────────────────────────────────────────────────

  readonly back = () => this.goTo(this.at === START ? START : this.tree.get(this.at).parent);
  readonly forward = () => this.goTo(this.tree.get(this.at).children[0] ?? this.at);
  readonly toStart = () => this.goTo(START);
  readonly toEnd = () => this.goTo(this.tree.end(this.at));
  readonly nextVariation = () => this.goTo(this.tree.beside(this.at, 1));
  readonly previousVariation = () => this.goTo(this.tree.beside(this.at, -1));

  /** Walk by the keyboard; returns whether the key was one of ours. */
  handleKey({ key }: KeyboardEvent): boolean {
    const acts: Record<string, () => unknown> = {
      ArrowLeft: this.back,
      ",": this.back,
      ArrowRight: this.forward,
      ".": this.forward,
      ArrowUp: this.previousVariation,
      ArrowDown: this.nextVariation,
      Home: this.toStart,
      End: this.toEnd,
    };
    acts[key]?.();
    return key in acts;
  }

  async goTo(node: number): Promise<void> {
    await this.show(node, () => this.fetch(node));
  }

  async lookAs(viewer: Seat | null): Promise<void> {
    this.viewer = viewer;
    const { session } = this;
    const mine = viewer === null ? [...this.game.names.keys()] : [viewer];
    session.receive({ type: "table", table: { ...session.table, mine } });
    await this.goTo(this.at);
  }

  // ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Make a move of whoever decides, or of chance. */
  async play(move: string): Promise<void> {
    const actor = this.shown?.actor ?? null;
    if (actor === null) return;
    const { tree, node } = this.tree.add(this.at, move, actor);
    await this.show(node, () => this.fetch(node, tree), tree);
  }

  /** Let chance draw. */
  async draw(): Promise<void> {
    const token = ++this.asked;
    const before = this.at;
    await this.attempt(async () => {
      const position = await api.analysed({ ...this.line(before), viewer: this.viewer, draw: true });
      if (token !== this.asked || position.drawn === null) return;
      const { tree, node } = this.tree.add(before, position.drawn, "chance");
      this.positions.set(this.key(node), position);
      await this.show(node, () => Promise.resolve(position), tree);
    });
  }

  /** Delete the move that led here, and all that follows it. */
  async remove(): Promise<void> {
    const { parent, isRecorded } = this.tree.get(this.at);
    if (isRecorded || this.at === START) return;
    await this.show(parent, () => this.fetch(parent), this.tree.remove(this.at));
  }

  note(language: string, text: string): void {
    this.tree = this.tree.note(this.at, language, text);
  }

  // ── The search ───────────────────────────────────────────────────────────────────────────────────────────────────

  search(isSearching: boolean): void {
    this.isSearching = isSearching;
    void this.think();
  }

  /** Ask what the search thinks of what is shown, one position at a time. */
  private async think(): Promise<void> {
    while (this.isSearching && !this.isThinking && this.isOpen && this.ranking === null) {
      const node = this.at;
      this.isThinking = true;
      try {
        const ranking = await api.rank(this.line(node));
        this.rankings = new Map(this.rankings).set(node, ranking);
      } catch (failure) {
        this.problem = describeFailure(failure);
        this.isSearching = false;
      } finally {
        this.isThinking = false;
      }
    }
  }

  // ── As a transport: what a table would answer ────────────────────────────────────────────────────────────────────

  open(): void {}

  close(): void {}

  send(message: ClientMessage): boolean {
    if (message.type !== "play") return false;
    // As if it came from elsewhere: the session notes first that the move is on its way.
    queueMicrotask(() => void this.play(message.move));
    return true;
  }

  private line(node: number, tree = this.tree): AnalysedLine {
    const { game, options, position } = this.game;
    return { game, options, position, moves: tree.moves(node) };
  }

  private key(node: number): string {
    return `${node} ${this.viewer}`;
  }

  private async fetch(node: number, tree = this.tree): Promise<AnalysedPosition> {
    const key = this.key(node);
    const known = this.positions.get(key);
    if (known) return known;
    const position = await api.analysed({ ...this.line(node, tree), viewer: this.viewer });
    this.positions.set(key, position);
    return position;
  }

  /** Put a node on the board as soon as its position is known; a new one joins the tree then. */
  private async show(node: number, load: () => Promise<AnalysedPosition>, tree = this.tree): Promise<void> {
    const token = ++this.asked;
    await this.attempt(async () => {
      const position = await load();
      if (token !== this.asked) return;
      const isStep = tree.get(node).parent === this.at && this.shown?.viewer === position.viewer;
      this.tree = tree;
      this.at = node;
      this.shown = position;
      this.tell(position, isStep);
      void this.think();
    });
  }

  private tell(shown: AnalysedPosition, isStep: boolean): void {
    const { session } = this;
    const { ply, viewer, observation, scene, moves, outcome, plies } = shown;
    const actor = shown.actor === "chance" ? null : shown.actor;
    const position = {
      ply,
      epoch: 0,
      viewer,
      actor,
      observation,
      scene,
      moves,
      clock: null,
      outcome,
      left_to_bots: false,
    };
    if (isStep && ply > 0) {
      session.plies = plies.slice(0, -1);
      session.receive({ type: "plies", since: ply - 1, plies: plies.slice(-1), ...position });
    } else {
      session.plies = plies;
      session.receive({ type: "position", ...position });
    }
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (failure) {
      this.problem = describeFailure(failure);
      this.session.receive({ type: "refused", id: "m", code: "illegal", message: "" });
    }
  }
}
