// A table as this browser knows it: one state, changed by messages and by nothing else. No rule of any game lives here.

import { Connection, type ConnectionState } from "./connection";
import type {
  ChatLine,
  GameTypes,
  HintGiven,
  LegalMove,
  Moment,
  PlyView,
  Seat,
  ServerMessage,
  Standing,
  TableView,
  TakeBackAsked,
} from "./messages";

/** The last news that changed the position: what to animate. */
export interface News<Types extends GameTypes = GameTypes> {
  plies: PlyView<Types>[];
  /** Whether the plies just happened; otherwise they are the past, told on arrival. */
  live: boolean;
}

/** `Types` are those of the game that is played; who only knows that it is some game leaves them out. */
export class Session<Types extends GameTypes = GameTypes> {
  table: TableView = $state.raw()!;
  material: Types["material"] = $state.raw()!;
  private current: Standing<Types> | null = $state.raw(null);
  /** A moment of a finished game that is looked back at, in place of the end. */
  private past: Standing<Types> | null = $state.raw(null);
  /** Everything that happened, oldest first, as this viewer may know it. */
  plies: PlyView<Types>[] = $state.raw([]);
  news: News<Types> = $state.raw({ plies: [], live: false });
  chat: ChatLine[] = $state.raw([]);
  muted: ReadonlySet<string> = $state.raw(new Set<string>());
  connection: ConnectionState = $state("connecting");
  takeBack: TakeBackAsked | null = $state.raw(null);
  hint: HintGiven | null = $state.raw(null);
  hintPending = $state(false);
  /** The move that was sent and is not yet confirmed. */
  pending: string | null = $state(null);
  refusal: { code: string; message: string } | null = $state.raw(null);
  /** When the clocks of `standing` were read, by this browser's watch. */
  clockRead = $state(0);

  private readonly link: Connection<Types>;
  private count = 0;

  constructor(table: TableView) {
    this.table = table;
    this.link = new Connection<Types>(table.id, {
      since: () => ({ ply: this.current?.ply ?? 0, epoch: this.current?.epoch ?? table.epoch }),
      receive: (message) => this.receive(message),
      changed: (state) => (this.connection = state),
    });
  }

  /** What is on the table. Null while it waits for its players. */
  get standing(): Standing<Types> | null {
    return this.past ?? this.current;
  }

  open(): void {
    this.link.open();
  }

  close(): void {
    this.link.close();
  }

  /** Whose eyes we see with: a seat of ours, or null for somebody who watches. */
  get viewer(): Seat | null {
    return this.standing?.viewer ?? this.table.mine[0] ?? null;
  }

  get isMyTurn(): boolean {
    const actor = this.standing?.actor;
    return actor !== null && actor !== undefined && this.table.mine.includes(actor);
  }

  /** What may be played now; empty while a move is on its way. */
  get moves(): LegalMove<Types>[] {
    return this.pending === null ? (this.standing?.moves ?? []) : [];
  }

  play(move: string): void {
    const standing = this.standing;
    if (!standing || this.pending !== null) return;
    const seat = standing.actor === null ? {} : { seat: standing.actor };
    const sent = this.link.send({
      type: "play",
      id: `m${++this.count}`,
      ply: standing.ply,
      epoch: standing.epoch,
      move,
      ...seat,
    });
    if (sent) {
      this.pending = move;
      this.refusal = null;
    } else this.refusal = { code: "offline", message: "" };
  }

  askHint(): void {
    if (!this.standing || this.hintPending) return;
    this.hintPending = this.link.send({ type: "hint", id: `h${++this.count}`, ply: this.standing.ply });
  }

  say(text: string): boolean {
    return this.link.send({ type: "chat", text });
  }

  mute(player: string, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(player);
    else next.delete(player);
    this.muted = next;
    this.link.send({ type: "mute", player, muted });
  }

  askTakeBack(): void {
    this.link.send({ type: "take_back", id: `t${++this.count}` });
  }

  answerTakeBack(agree: boolean): void {
    this.link.send({ type: "answer", agree });
  }

  /** Look back at a moment of the finished game; null: at its end. One step on is shown as it happened. */
  lookAt(moment: Moment<Types> | null): void {
    const from = this.standing?.ply ?? 0;
    this.past = moment && this.current && { ...this.current, ...moment, actor: null, moves: [], clock: null };
    const isStep = moment !== null && moment.actor !== null && moment.ply === from + 1;
    this.news = { plies: isStep ? [{ ...moment, actor: moment.actor! }] : [], live: isStep };
  }

  receive(message: ServerMessage<Types>): void {
    switch (message.type) {
      case "welcome":
        this.table = message.table;
        this.material = message.material;
        this.chat = message.chat;
        // What was on its way when the connection broke is settled by the position that follows.
        this.pending = null;
        this.hintPending = false;
        for (const player of this.muted) this.link.send({ type: "mute", player, muted: true });
        break;
      case "position":
        // A position without its past: the log is true up to where it was cut.
        this.plies = this.plies.filter((ply) => ply.ply <= message.ply);
        this.news = { plies: [], live: false };
        this.stand(message);
        break;
      case "plies": {
        const known = this.current !== null;
        this.plies = [...this.plies.filter((ply) => ply.ply <= message.since), ...message.plies];
        this.news = { plies: message.plies, live: known };
        this.stand(message);
        break;
      }
      case "played":
        break;
      case "refused":
        if (message.id?.startsWith("m")) this.pending = null;
        if (message.id?.startsWith("h")) this.hintPending = false;
        this.refusal = { code: message.code, message: message.message };
        break;
      case "table":
        this.table = message.table;
        break;
      case "chat":
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
      case "take_back":
        this.takeBack = message.by === null ? null : message;
        break;
      case "hint":
        this.hintPending = false;
        if (message.ply === this.standing?.ply) this.hint = message;
        break;
      case "closing": // the connection says what becomes of it
      case "pong":
        break;
    }
  }

  private stand(message: Standing<Types>): void {
    this.current = message;
    this.past = null;
    this.pending = null;
    this.hint = null;
    this.refusal = null;
    this.clockRead = performance.now();
    if (message.outcome === null) this.table = { ...this.table, actor: message.actor, ply: message.ply };
  }
}
