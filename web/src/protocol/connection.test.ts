import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState, reconnectDelay } from "./connection";

/** The part of the WebSocket API that a connection uses. */
class FakeSocket {
  static created: FakeSocket[] = [];
  readonly OPEN = 1;
  readyState = 1;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.created.push(this);
  }

  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(): void {}

  close(): void {
    this.onclose?.();
  }
}

describe("a connection that the server closes", () => {
  let states: ConnectionState[];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
    vi.stubGlobal("document", { addEventListener() {}, removeEventListener() {}, visibilityState: "visible" });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    FakeSocket.created = [];
    states = [];
    const since = () => ({ ply: 0, epoch: 0 });
    new Connection("t", { since, receive: () => undefined, changed: (state) => states.push(state) }).open();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function closeAndWait(why: string, wait: number): void {
    const [socket] = FakeSocket.created;
    socket!.deliver({ type: "closing", why });
    socket!.close();
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

describe("the delay before the next attempt", () => {
  it("doubles up to a limit", () => {
    const delays = [0, 1, 2, 3, 10, 100].map((attempt) => reconnectDelay(attempt, () => 1));
    expect(delays).toEqual([250, 500, 1000, 2000, 10_000, 10_000]);
  });

  it("is never less than half of that: clients reconnect spread out", () => {
    expect(reconnectDelay(3, () => 0)).toBe(1000);
  });
});
