// A WebSocket that reconnects with exponential backoff. On reconnecting it tells the server what it has seen, so that
// nothing is missed.

import type { ClientMessage, GameTypes, ServerMessage } from "./messages";

/** `ended`: the server has revoked access; reconnecting would not help. */
export type ConnectionState = "connecting" | "open" | "lost" | "closed" | "ended";

export interface ConnectionHandlers<Types extends GameTypes> {
  /** What to ask for when connecting: how many plies and take-backs have been seen. */
  since(): { ply: number; epoch: number };
  receive(message: ServerMessage<Types>): void;
  changed(state: ConnectionState): void;
}

/** Milliseconds without a message after which a connection counts as dead; a ping is sent after half of them. */
const DEAD_AFTER = 20_000;
const SHORTEST_DELAY = 250;
const LONGEST_DELAY = 10_000;

/** Exponential backoff in milliseconds, with jitter, so that clients do not all reconnect at once. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const delay = Math.min(LONGEST_DELAY, SHORTEST_DELAY * 2 ** attempt);
  return delay * (0.5 + random() / 2);
}

export class Connection<Types extends GameTypes> {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private lastMessageAt = 0;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private readonly onWake = () => this.reconnectNow();

  constructor(
    private readonly table: string,
    private readonly handlers: ConnectionHandlers<Types>,
  ) {}

  open(): void {
    addEventListener("online", this.onWake);
    document.addEventListener("visibilitychange", this.onWake);
    this.heartbeat = setInterval(() => this.checkAlive(), DEAD_AFTER / 4);
    this.connect();
  }

  close(): void {
    this.stop("closed");
  }

  private stop(state: "closed" | "ended"): void {
    removeEventListener("online", this.onWake);
    document.removeEventListener("visibilitychange", this.onWake);
    clearInterval(this.heartbeat);
    clearTimeout(this.reconnectTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.handlers.changed(state);
  }

  /** Returns false if not connected; the message is then dropped, not queued. */
  send(message: ClientMessage): boolean {
    if (this.socket === null || this.socket.readyState !== this.socket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    clearTimeout(this.reconnectTimer);
    const { ply, epoch } = this.handlers.since();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = `since=${ply}&epoch=${epoch}&previews=true`;
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/socket?${query}`);
    this.socket = socket;
    this.lastMessageAt = Date.now();
    socket.onmessage = (frame) => {
      if (socket !== this.socket) return;
      this.lastMessageAt = Date.now();
      const message = JSON.parse(String(frame.data)) as ServerMessage<Types>;
      if (message.type === "welcome") {
        this.attempt = 0;
        this.handlers.changed("open");
      }
      this.handlers.receive(message);
      if (message.type === "closing" && message.why === "not_allowed") this.stop("ended");
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.handlers.changed("lost");
      this.reconnectTimer = setTimeout(() => this.connect(), reconnectDelay(this.attempt++));
    };
  }

  /** Ping a silent connection, and close one that has been silent for too long. */
  private checkAlive(): void {
    const silence = Date.now() - this.lastMessageAt;
    if (silence > DEAD_AFTER) this.socket?.close();
    else if (silence > DEAD_AFTER / 2) this.send({ type: "ping" });
  }

  /** The device is online or in use again: skip the rest of the delay. */
  private reconnectNow(): void {
    if (this.socket === null && document.visibilityState === "visible") this.connect();
  }
}
