// A WebSocket that reconnects with exponential backoff. On reconnecting it tells the server what it has seen, so that
// nothing is missed. A network that is gone closes nothing by itself: silence has a deadline.

import type { ClientMessage, GameTypes, ServerMessage } from "./messages";

/**
 * `lost`: the connection is gone, and is tried again. `offline`: the same, and the device says that it has no network.
 * `ended`: the server has revoked access; reconnecting would not help.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "offline" | "closed" | "ended";

export interface ConnectionHandlers<Types extends GameTypes> {
  /** What to ask for when connecting: how many plies and take-backs have been seen. */
  since(): { ply: number; epoch: number };
  receive(message: ServerMessage<Types>): void;
  changed(state: ConnectionState): void;
}

/** What carries the messages of a session: a connection to a table, or something on this device that answers like one. */
export interface Transport {
  open(): void;
  close(): void;
  /** Returns false if the message cannot be sent now; it is then dropped. */
  send(message: ClientMessage): boolean;
}

/** After how many milliseconds of silence the server is asked for a sign of life. */
export const PING_AFTER = 10_000;
/** Within how many milliseconds anything must arrive after something was sent; otherwise the connection is lost. */
export const REPLY_WITHIN = 8_000;
/** What the server answers at once. A bot takes its time for a hint, and some messages have no answer. */
const ANSWERED: ReadonlySet<ClientMessage["type"]> = new Set(["play", "chat", "ping"] as const);
const SHORTEST_DELAY = 250;
const LONGEST_DELAY = 10_000;

/** Exponential backoff in milliseconds, with jitter, so that clients do not all reconnect at once. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const delay = Math.min(LONGEST_DELAY, SHORTEST_DELAY * 2 ** attempt);
  return delay * (0.5 + random() / 2);
}

type Timer = ReturnType<typeof setTimeout>;

export class Connection<Types extends GameTypes> implements Transport {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private reconnectTimer: Timer | undefined;
  /** Runs while nothing arrives: then a ping is due. */
  private silenceTimer: Timer | undefined;
  /** Runs while an answer is awaited: then the connection is lost. */
  private replyTimer: Timer | undefined;
  private readonly onWake = () => this.wake();
  private readonly onOffline = () => this.lose();

  constructor(
    private readonly table: string,
    private readonly handlers: ConnectionHandlers<Types>,
  ) {}

  open(): void {
    addEventListener("online", this.onWake);
    addEventListener("offline", this.onOffline);
    document.addEventListener("visibilitychange", this.onWake);
    this.connect();
  }

  close(): void {
    this.stop("closed");
  }

  private stop(state: "closed" | "ended"): void {
    removeEventListener("online", this.onWake);
    removeEventListener("offline", this.onOffline);
    document.removeEventListener("visibilitychange", this.onWake);
    clearTimeout(this.reconnectTimer);
    this.dropSocket();
    this.handlers.changed(state);
  }

  /** Returns false if not connected; the message is then dropped, not queued. */
  send(message: ClientMessage): boolean {
    if (this.socket === null || this.socket.readyState !== this.socket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    if (ANSWERED.has(message.type)) this.awaitReply();
    return true;
  }

  private connect(): void {
    clearTimeout(this.reconnectTimer);
    const { ply, epoch } = this.handlers.since();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = `since=${ply}&epoch=${epoch}&previews=true&nonces=true`;
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/socket?${query}`);
    this.socket = socket;
    this.awaitReply();
    socket.onmessage = (frame) => {
      if (socket !== this.socket) return;
      this.hear();
      const message = JSON.parse(String(frame.data)) as ServerMessage<Types>;
      if (message.type === "welcome") {
        this.attempt = 0;
        this.handlers.changed("open");
      }
      this.handlers.receive(message);
      if (message.type === "closing" && message.why === "not_allowed") this.stop("ended");
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** Something has arrived: the server is there. */
  private hear(): void {
    clearTimeout(this.replyTimer);
    clearTimeout(this.silenceTimer);
    this.replyTimer = undefined;
    this.silenceTimer = setTimeout(() => this.send({ type: "ping" }), PING_AFTER);
  }

  private awaitReply(): void {
    this.replyTimer ??= setTimeout(() => this.lose(), REPLY_WITHIN);
  }

  /** Give the connection up, without waiting for a server that may never answer, and try again. */
  private lose(): void {
    clearTimeout(this.reconnectTimer);
    this.dropSocket();
    this.handlers.changed(navigator.onLine === false ? "offline" : "lost");
    // Also without a network: a server on this very device can be reached all the same.
    this.reconnectTimer = setTimeout(() => this.connect(), reconnectDelay(this.attempt++));
  }

  private dropSocket(): void {
    clearTimeout(this.silenceTimer);
    clearTimeout(this.replyTimer);
    this.replyTimer = undefined;
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** The device is online or in use again: ask whether the server is there, or skip the rest of the delay. */
  private wake(): void {
    if (document.visibilityState !== "visible" || this.send({ type: "ping" })) return;
    if (this.socket !== null) return; // connecting
    this.attempt = 0;
    this.connect();
  }
}
