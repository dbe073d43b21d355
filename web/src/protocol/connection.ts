// A socket that comes back: it reconnects with growing pauses and says what it has seen, so that nothing is missed.

import type { ClientMessage, GameTypes, ServerMessage } from "./messages";

/** `ended`: the server does not want us here any more, and connecting again would not help. */
export type ConnectionState = "connecting" | "open" | "lost" | "closed" | "ended";

export interface ConnectionEnds<Types extends GameTypes> {
  /** What to ask for when connecting: how many plies and take-backs have been seen. */
  since(): { ply: number; epoch: number };
  receive(message: ServerMessage<Types>): void;
  changed(state: ConnectionState): void;
}

/** A connection that hears nothing for this long is dead: a ping is sent after half of it. */
const SILENCE = 20_000;
const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** How long to wait before the next attempt: doubling, with some chance, so that not all come back at once. */
export function pauseBefore(attempt: number, chance: () => number = Math.random): number {
  const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** attempt);
  return pause * (0.5 + chance() / 2);
}

export class Connection<Types extends GameTypes> {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  private watch: ReturnType<typeof setInterval> | undefined;
  private readonly wake = () => this.hurry();

  constructor(
    private readonly table: string,
    private readonly ends: ConnectionEnds<Types>,
  ) {}

  open(): void {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.watch = setInterval(() => this.listen(), SILENCE / 4);
    this.connect();
  }

  close(): void {
    this.stop("closed");
  }

  private stop(state: "closed" | "ended"): void {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearInterval(this.watch);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.ends.changed(state);
  }

  /** Send, if connected; false if not: then nothing was sent, and nothing is kept. */
  send(message: ClientMessage): boolean {
    if (this.socket === null || this.socket.readyState !== this.socket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const { ply, epoch } = this.ends.since();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = `since=${ply}&epoch=${epoch}&previews=true`;
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/socket?${query}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (frame) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      const message = JSON.parse(String(frame.data)) as ServerMessage<Types>;
      if (message.type === "welcome") {
        this.attempt = 0;
        this.ends.changed("open");
      }
      this.ends.receive(message);
      if (message.type === "closing" && message.why === "not_allowed") this.stop("ended");
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.ends.changed("lost");
      this.timer = setTimeout(() => this.connect(), pauseBefore(this.attempt++));
    };
  }

  /** Ask for a sign of life; give up on a connection that shows none. */
  private listen(): void {
    const silence = Date.now() - this.heard;
    if (silence > SILENCE) this.socket?.close();
    else if (silence > SILENCE / 2) this.send({ type: "ping" });
  }

  /** The device is back: do not wait for the end of a pause. */
  private hurry(): void {
    if (this.socket === null && document.visibilityState === "visible") this.connect();
  }
}
