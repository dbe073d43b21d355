// The client's state of one table. Only messages from the server change it; it contains no game rules.

import { preferences } from "../preferences.svelte";
import { Connection, type ConnectionHandlers, type ConnectionState, type Transport } from "./connection";
import { Nonces, type ChanceCheck } from "./nonces";
import type {
  BotPace,
  ChatLine,
  ClientMessage,
  GameTypes,
  HintGiven,
  HistoryPosition,
  LegalMove,
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

/** A move as it is sent. */
interface PlayedMove {
  move: string;
  ply: number;
  epoch: number;
  seat: Seat | null;
  /** Whether it was sent on a connection that was lost before the answer came: it may have been played. */
  isInDoubt: boolean;
}

/** Something said that the server has not repeated yet. */
export interface UnsentLine {
  key: number;
  text: string;
  isSent: boolean;
}

/** `Types` are those of the game; code that works with any game omits them. */
export class Session<Types extends GameTypes = GameTypes> {
  table: TableView = $state.raw()!;
  /** When the server described `table`, by `performance.now()`. */
  tableReadAt = $state(performance.now());
  material: Types["material"] = $state.raw()!;
  private livePosition: Position<Types> | null = $state.raw(null);
  /** While the past is shown: what is shown instead of the live position. New moves do not change it. */
  private past: HistoryPosition<Types> | null = $state.raw(null);
  /** The plies that led to a past that was never played, from where it leaves the game; null for one that was. */
  private branch: PlyView<Types>[] | null = $state.raw(null);
  /** The history, oldest first, as far as this viewer may know it. */
  plies: PlyView<Types>[] = $state.raw([]);
  /** What the board has to animate: the last change of what it shows. */
  update: Update<Types> = $state.raw({ plies: [], live: false });
  /** What has last happened at the table, whatever the board shows: what there is to announce. */
  news: Update<Types> = $state.raw({ plies: [], live: false });
  chat: ChatLine[] = $state.raw([]);
  muted: ReadonlySet<string> = $state.raw(new Set<string>());
  connection: ConnectionState = $state("connecting");
  takeBack: TakeBackAsked | null = $state.raw(null);
  hint: HintGiven | null = $state.raw(null);
  hintPending = $state(false);
  /** What a bot would play, asked for by the page and not by the player: nobody is shown it. */
  opinion: HintGiven | null = $state.raw(null);
  private proposedMove: string | null = $state(null);
  /** The move that was sent and that the server has not acknowledged yet. */
  pending: string | null = $state(null);
  /** The move that is waiting for the connection to come back. */
  private unsent: PlayedMove | null = $state.raw(null);
  /** What was said and has not come back from the server. */
  unsentChat: UnsentLine[] = $state.raw([]);
  refusal: { code: string; message: string } | null = $state.raw(null);
  /** When the clocks of `position` were read, by `performance.now()`. */
  clockReadAt = $state(0);

  /** The position on the screen. Null until the game has started. */
  readonly position: Position<Types> | null = $derived(
    this.past && this.livePosition
      ? { ...this.livePosition, ...this.past, actor: null, moves: [], clock: null }
      : this.livePosition,
  );
  /** The plies that led to the position on the screen. */
  readonly shownPlies: PlyView<Types>[] = $derived.by(() => {
    const { past, branch } = this;
    if (past === null) return this.plies;
    if (branch === null) return this.plies.filter(({ ply }) => ply <= past.ply);
    return [...this.plies.filter(({ ply }) => ply < branch[0]!.ply), ...branch];
  });

  private readonly socket: Transport;
  private readonly nonces: Nonces;
  private requestCount = 0;
  /** The move that `pending` is about. */
  private inFlight: PlayedMove | null = null;

  constructor(
    table: TableView,
    connect: (handlers: ConnectionHandlers<Types>) => Transport = (handlers) =>
      new Connection<Types>(table.id, handlers),
  ) {
    this.table = table;
    this.nonces = new Nonces(table.id);
    this.socket = connect({
      since: () => ({ ply: this.livePosition?.ply ?? 0, epoch: this.livePosition?.epoch ?? table.epoch }),
      receive: (message) => this.receive(message),
      changed: (state) => this.setConnection(state),
    });
  }

  /** Where the game stands now, whatever is on the screen. */
  get live(): Position<Types> | null {
    return this.livePosition;
  }

  /** Whether the board shows the past. */
  get isPast(): boolean {
    return this.past !== null;
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

  /** Whether the player can decide on the board that is shown: it is their turn, and it shows no past. */
  get isMyTurn(): boolean {
    return this.past === null && this.isMyTurnNow;
  }

  /** Whether it is the player's turn, whatever is on the screen. */
  get isMyTurnNow(): boolean {
    const actor = this.livePosition?.actor;
    return actor !== null && actor !== undefined && this.table.mine.includes(actor);
  }

  /** The legal moves: none while a move is being sent, and one that waits to be sent alone until it is taken back. */
  get moves(): LegalMove<Types>[] {
    if (this.pending !== null) return [];
    const { unsentMove } = this;
    return unsentMove ? [unsentMove] : (this.position?.moves ?? []);
  }

  /** The move that waits for the player to confirm it. */
  get proposed(): LegalMove<Types> | null {
    return this.moves.find(({ move }) => move === this.proposedMove) ?? null;
  }

  /** Send a move, or let the player confirm it first if they want to. Returns whether it is on its way. */
  play(move: string): boolean {
    if (preferences.get("confirmMoves")) {
      this.proposedMove = move;
      return false;
    }
    this.submit(move);
    return true;
  }

  /** Send the move that waits to be confirmed. */
  confirm(): void {
    const { proposed } = this;
    this.proposedMove = null;
    if (proposed !== null) this.submit(proposed.move);
  }

  /** Do not play the move that waits to be confirmed. */
  withdraw(): void {
    this.proposedMove = null;
  }

  private submit(move: string): void {
    const { livePosition: position } = this;
    if (!position || this.past !== null || this.pending !== null) return;
    const { ply, epoch, actor: seat } = position;
    this.refusal = null;
    this.unsent = { move, ply, epoch, seat, isInDoubt: false };
    this.sendMove();
  }

  /** The move that could not be sent yet. */
  get unsentMove(): LegalMove<Types> | null {
    const { unsent } = this;
    return unsent && (this.livePosition?.moves.find(({ move }) => move === unsent.move) ?? null);
  }

  /** Take back the move that could not be sent yet. */
  withdrawMove(): void {
    this.unsent = null;
  }

  private sendMove(): void {
    if (!this.unsent) return;
    const { move, ply, epoch, seat } = this.unsent;
    const id = `m${++this.requestCount}`;
    if (!this.socket.send({ type: "play", id, ply, epoch, move, ...(seat === null ? {} : { seat }) })) return;
    this.inFlight = this.unsent;
    this.pending = move;
    this.unsent = null;
  }

  askHint(): void {
    if (!this.position || this.hintPending) return;
    this.hintPending = this.request({ type: "hint", id: `h${++this.requestCount}`, ply: this.position.ply });
  }

  /** Ask for an opinion about this position; without an answer there is none. */
  askOpinion(): void {
    this.opinion = null;
    if (this.livePosition)
      this.socket.send({ type: "hint", id: `o${++this.requestCount}`, ply: this.livePosition.ply });
  }

  /** Say something, now or as soon as the connection is back. */
  say(text: string): void {
    this.unsentChat = [...this.unsentChat, { key: ++this.requestCount, text, isSent: false }];
    this.sendChat();
  }

  withdrawLine(key: number): void {
    this.unsentChat = this.unsentChat.filter((line) => line.key !== key);
  }

  private sendChat(): void {
    this.unsentChat = this.unsentChat.map((line) => ({
      ...line,
      isSent: line.isSent || this.socket.send({ type: "chat", id: `c${line.key}`, text: line.text }),
    }));
  }

  /** A line has come back from the server. */
  private confirmLine(text: string): void {
    const confirmed = this.unsentChat.find((line) => line.text === text);
    if (confirmed) this.withdrawLine(confirmed.key);
  }

  mute(player: string, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(player);
    else next.delete(player);
    this.muted = next;
    this.socket.send({ type: "mute", player, muted });
  }

  askTakeBack(): void {
    this.request({ type: "take_back", id: `t${++this.requestCount}` });
  }

  answerTakeBack(agree: boolean): void {
    this.request({ type: "answer", agree });
  }

  /** Send what makes sense only now; without a connection it is refused. */
  private request(message: ClientMessage): boolean {
    const isSent = this.socket.send(message);
    if (!isSent) this.refusal = { code: "offline", message: "" };
    return isSent;
  }

  /** Ask that bots play on at another pace, when only bots are left. */
  setPace(pace: BotPace): void {
    this.socket.send({ type: "pace", id: `p${++this.requestCount}`, pace });
  }

  /**
   * Show a position of the past; null: where the game stands now. `steps` are animated like live moves. `branch` are the
   * plies that lead there from where it leaves the game, if it was never played.
   */
  showPast(
    past: HistoryPosition<Types> | null,
    steps: PlyView<Types>[] = [],
    branch: PlyView<Types>[] | null = null,
  ): void {
    this.past = past;
    this.branch = branch;
    this.update = { plies: steps, live: steps.length > 0 };
  }

  /** What this device has found out about the chance of a finished game. */
  checkChance(): ChanceCheck {
    return this.nonces.check(this.table);
  }

  receive(message: ServerMessage<Types>): void {
    const contribution = this.nonces.answer(message);
    if (contribution !== null) this.socket.send({ ...contribution, id: `n${++this.requestCount}` });
    switch (message.type) {
      case "welcome": {
        this.setTable(message.table);
        this.material = message.material;
        const heard = Math.max(0, ...this.chat.map((line) => line.number));
        this.chat = message.chat;
        for (const line of message.chat) if (line.number > heard) this.confirmLine(line.text);
        this.sendChat();
        // The position that follows shows whether a move that was being sent has been played.
        this.pending = null;
        this.hintPending = false;
        for (const player of this.muted) this.socket.send({ type: "mute", player, muted: true });
        break;
      }
      case "position":
        // Sent without history, after a take-back for example: keep the log up to this ply.
        this.plies = this.plies.filter((ply) => ply.ply <= message.ply);
        if (this.past && this.past.ply >= message.ply) this.past = null; // taken back
        this.setUpdate({ plies: [], live: false });
        this.setPosition(message);
        break;
      case "plies": {
        const isLive = this.livePosition !== null;
        this.plies = [...this.plies.filter((ply) => ply.ply <= message.since), ...message.plies];
        this.setUpdate({ plies: message.plies, live: isLive });
        this.setPosition(message);
        break;
      }
      case "played":
        break;
      case "refused":
        if (message.id?.startsWith("n")) break; // another tab was faster, or the game has just started
        if (message.id?.startsWith("o")) break; // nobody waits for it
        if (message.id?.startsWith("m")) this.pending = this.inFlight = null;
        if (message.id?.startsWith("c")) this.withdrawLine(Number(message.id.slice(1)));
        if (message.id?.startsWith("h")) this.hintPending = false;
        this.refusal = { code: message.code, message: message.message };
        break;
      case "table":
        this.setTable(message.table);
        break;
      case "chat":
        this.confirmLine(message.text);
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
      case "take_back":
        this.takeBack = message.by === null ? null : message;
        break;
      case "hint":
        if (message.id?.startsWith("o")) {
          this.opinion = message;
          break;
        }
        this.hintPending = false;
        if (message.ply === this.position?.ply) this.hint = message;
        break;
      case "reveal": // answered above
      case "closing": // handled by the connection
      case "pong":
        break;
    }
  }

  private setTable(table: TableView): void {
    this.table = table;
    this.tableReadAt = performance.now();
  }

  private setConnection(state: ConnectionState): void {
    this.connection = state;
    if (state !== "lost" && state !== "offline") return;
    if (this.inFlight) this.unsent = { ...this.inFlight, isInDoubt: true };
    this.pending = this.inFlight = null;
    this.hintPending = false;
    this.unsentChat = this.unsentChat.map((line) => ({ ...line, isSent: false }));
  }

  /** After reconnecting: send the move that waits if the game is where it was, otherwise drop it and say so. */
  private resumeMove({ ply, epoch }: Position<Types>): void {
    const { unsent } = this;
    if (!unsent) return;
    if (ply === unsent.ply && epoch === unsent.epoch) {
      this.sendMove();
      return;
    }
    this.unsent = null;
    const actor = this.plies.find((played) => played.ply === unsent.ply + 1)?.actor;
    const wasPlayed = unsent.isInDoubt && epoch === unsent.epoch && actor === unsent.seat;
    if (!wasPlayed) this.refusal = { code: "dropped", message: "" };
  }

  private setUpdate(update: Update<Types>): void {
    this.news = update;
    if (this.past === null) this.update = update;
  }

  private setPosition(message: Position<Types>): void {
    this.livePosition = message;
    this.pending = this.inFlight = null;
    this.proposedMove = null;
    this.hint = null;
    this.refusal = null;
    this.resumeMove(message);
    this.clockReadAt = performance.now();
    if (message.outcome === null) this.table = { ...this.table, actor: message.actor, ply: message.ply };
  }
}
