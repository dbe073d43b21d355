import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState, PING_AFTER, reconnectDelay, REPLY_WITHIN } from "./connection";

/** The part of the WebSocket API that a connection uses. */
class FakeSocket {
  static created: FakeSocket[] = [];
  readonly OPEN = 1;
  readyState = 1;
  sent: { type: string }[] = [];
  /** Whether the network is there: without it nothing is ever heard of a socket again, not even that it is closed. */
  isConnected = true;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.created.push(this);
  }

  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    if (this.isConnected) this.onclose?.();
  }
}

let states: ConnectionState[];
let connection: Connection<never>;
let page: EventTarget & { visibilityState: string };
const device = { onLine: true };
const [socket, lastSocket] = [() => FakeSocket.created[0]!, () => FakeSocket.created.at(-1)!];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  device.onLine = true;
  vi.stubGlobal("navigator", device);
  FakeSocket.created = [];
  states = [];
  const since = () => ({ ply: 0, epoch: 0 });
  connection = new Connection("t", { since, receive: () => undefined, changed: (state) => states.push(state) });
  connection.open();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection that the server closes", () => {
  function closeAndWait(why: string, wait: number): void {
    socket().deliver({ type: "closing", why });
    socket().close();
    vi.advanceTimersByTime(wait);
  }

  it("reconnects after a restart", () => {
    closeAndWait("shutdown", 1000);
    expect(FakeSocket.created.length).toBe(2);
    expect(states).toEqual(["lost"]);
  });

  it("does not reconnect where it is not allowed, and says so", () => {
    closeAndWait("not_allowed", 120_000);
    expect(FakeSocket.created.length).toBe(1);
    expect(states).toEqual(["ended"]);
  });
});

describe("a connection whose network is gone", () => {
  beforeEach(() => {
    socket().deliver({ type: "welcome" });
    socket().isConnected = false;
  });

  it("asks a silent server for a sign of life, and stays if there is one", () => {
    vi.advanceTimersByTime(PING_AFTER);
    expect(socket().sent).toEqual([{ type: "ping" }]);
    socket().deliver({ type: "pong" });
    vi.advanceTimersByTime(REPLY_WITHIN);
    expect(states).toEqual(["open"]);
  });

  it("is lost when there is none, without waiting for the socket to close", () => {
    vi.advanceTimersByTime(PING_AFTER + REPLY_WITHIN);
    expect(states).toEqual(["open", "lost"]);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.created.length).toBe(2);
    socket().deliver({ type: "pong" }); // too late, from a socket that was given up
    expect(states).toEqual(["open", "lost"]);
  });

  it("is lost when a move is not answered", () => {
    connection.send({ type: "play", ply: 0, move: "a1" });
    vi.advanceTimersByTime(REPLY_WITHIN);
    expect(states).toEqual(["open", "lost"]);
  });

  it("does not wait for an answer to what has none", () => {
    connection.send({ type: "mute", player: "p", muted: true });
    vi.advanceTimersByTime(REPLY_WITHIN);
    expect(states).toEqual(["open"]);
  });

  it("gives up a socket that never opens", () => {
    vi.advanceTimersByTime(PING_AFTER + REPLY_WITHIN + 1000);
    lastSocket().isConnected = false;
    vi.advanceTimersByTime(REPLY_WITHIN + 1000);
    expect(FakeSocket.created.length).toBe(3);
  });

  it("is offline at once when the device says so, and connects at once when it is back", () => {
    device.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect(states).toEqual(["open", "offline"]);
    for (let attempt = 0; attempt < 8; attempt++) {
      vi.advanceTimersByTime(20_000);
      lastSocket().close();
    }
    const { length } = FakeSocket.created;
    device.onLine = true;
    page.dispatchEvent(new Event("online"));
    expect(FakeSocket.created.length).toBe(length + 1);
    lastSocket().deliver({ type: "welcome" });
    expect(states.at(-1)).toBe("open");
  });

  it("is asked for when the page is looked at again", () => {
    page.dispatchEvent(new Event("visibilitychange"));
    expect(socket().sent).toEqual([{ type: "ping" }]);
    vi.advanceTimersByTime(REPLY_WITHIN);
    expect(states).toEqual(["open", "lost"]);
  });
});

describe("the delay before the next attempt", () => {
  it("doubles up to a limit", () => {
    const delays = [0, 1, 2, 3, 10, 100].map((attempt) => reconnectDelay(attempt, () => 1));
    expect(delays).toEqual([250, 500, 1000, 2000, 10_000, 10_000]);
  });

  it("is never less than half of that: clients reconnect spread out", () => {
    expect(reconnectDelay(3, () => 0)).toBe(1000);
  });
});
