// The client's state of one table. Only messages from the server change it; it contains no game rules.

import { Connection, type ConnectionState } from "./connection";
import type {
  ChatLine,
  GameTypes,
  HintGiven,
  LegalMove,
  ReplayPosition,
  PlyView,
  Seat,
  ServerMessage,
  Position,
  TableView,
  TakeBackAsked,
} from "./messages";

/** The last change of the position: what to animate. */
export interface Update<Types extends GameTypes = GameTypes> {
  plies: PlyView<Types>[];
  /** Whether the plies just happened; false for the history that is sent on connecting. */
  live: boolean;
}

/** `Types` are those of the game; code that works with any game omits them. */
export class Session<Types extends GameTypes = GameTypes> {
  table: TableView = $state.raw()!;
  material: Types["material"] = $state.raw()!;
  private livePosition: Position<Types> | null = $state.raw(null);
  /** While a replay is shown: the position that is shown instead of the live one. */
  private replayed: Position<Types> | null = $state.raw(null);
  /** The history, oldest first, as far as this viewer may know it. */
  plies: PlyView<Types>[] = $state.raw([]);
  update: Update<Types> = $state.raw({ plies: [], live: false });
  chat: ChatLine[] = $state.raw([]);
  muted: ReadonlySet<string> = $state.raw(new Set<string>());
  connection: ConnectionState = $state("connecting");
  takeBack: TakeBackAsked | null = $state.raw(null);
  hint: HintGiven | null = $state.raw(null);
  hintPending = $state(false);
  /** The move that was sent and is not confirmed yet. */
  pending: string | null = $state(null);
  refusal: { code: string; message: string } | null = $state.raw(null);
  /** When the clocks of `position` were read, by `performance.now()`. */
  clockReadAt = $state(0);

  private readonly socket: Connection<Types>;
  private requestCount = 0;

  constructor(table: TableView) {
    this.table = table;
    this.socket = new Connection<Types>(table.id, {
      since: () => ({ ply: this.livePosition?.ply ?? 0, epoch: this.livePosition?.epoch ?? table.epoch }),
      receive: (message) => this.receive(message),
      changed: (state) => (this.connection = state),
    });
  }

  /** The position on the screen. Null until the game has started. */
  get position(): Position<Types> | null {
    return this.replayed ?? this.livePosition;
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  /** The seat whose view is shown; null for a spectator. */
  get viewer(): Seat | null {
    return this.position?.viewer ?? this.table.mine[0] ?? null;
  }

  get isMyTurn(): boolean {
    const actor = this.position?.actor;
    return actor !== null && actor !== undefined && this.table.mine.includes(actor);
  }

  /** The legal moves; empty while a move is being sent. */
  get moves(): LegalMove<Types>[] {
    return this.pending === null ? (this.position?.moves ?? []) : [];
  }

  play(move: string): void {
    const { position } = this;
    if (!position || this.pending !== null) return;
    const seat = position.actor === null ? {} : { seat: position.actor };
    const sent = this.socket.send({
      type: "play",
      id: `m${++this.requestCount}`,
      ply: position.ply,
      epoch: position.epoch,
      move,
      ...seat,
    });
    if (sent) {
      this.pending = move;
      this.refusal = null;
    } else this.refusal = { code: "offline", message: "" };
  }

  askHint(): void {
    if (!this.position || this.hintPending) return;
    this.hintPending = this.socket.send({ type: "hint", id: `h${++this.requestCount}`, ply: this.position.ply });
  }

  say(text: string): boolean {
    return this.socket.send({ type: "chat", text });
  }

  mute(player: string, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(player);
    else next.delete(player);
    this.muted = next;
    this.socket.send({ type: "mute", player, muted });
  }

  askTakeBack(): void {
    this.socket.send({ type: "take_back", id: `t${++this.requestCount}` });
  }

  answerTakeBack(agree: boolean): void {
    this.socket.send({ type: "answer", agree });
  }

  /** Show a position of a finished game; null: its end. One step forward is animated like a live move. */
  showReplay(step: ReplayPosition<Types> | null): void {
    const before = this.position?.ply ?? 0;
    this.replayed = step && this.livePosition && { ...this.livePosition, ...step, actor: null, moves: [], clock: null };
    const isForward = step !== null && step.actor !== null && step.ply === before + 1;
    this.update = { plies: isForward ? [{ ...step, actor: step.actor! }] : [], live: isForward };
  }

  receive(message: ServerMessage<Types>): void {
    switch (message.type) {
      case "welcome":
        this.table = message.table;
        this.material = message.material;
        this.chat = message.chat;
        // The position that follows shows whether a move that was being sent has been played.
        this.pending = null;
        this.hintPending = false;
        for (const player of this.muted) this.socket.send({ type: "mute", player, muted: true });
        break;
      case "position":
        // Sent without history, after a take-back for example: keep the log up to this ply.
        this.plies = this.plies.filter((ply) => ply.ply <= message.ply);
        this.update = { plies: [], live: false };
        this.setPosition(message);
        break;
      case "plies": {
        const isLive = this.livePosition !== null;
        this.plies = [...this.plies.filter((ply) => ply.ply <= message.since), ...message.plies];
        this.update = { plies: message.plies, live: isLive };
        this.setPosition(message);
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
        if (message.ply === this.position?.ply) this.hint = message;
        break;
      case "closing": // handled by the connection
      case "pong":
        break;
    }
  }

  private setPosition(message: Position<Types>): void {
    this.livePosition = message;
    this.replayed = null;
    this.pending = null;
    this.hint = null;
    this.refusal = null;
    this.clockReadAt = performance.now();
    if (message.outcome === null) this.table = { ...this.table, actor: message.actor, ply: message.ply };
  }
}
