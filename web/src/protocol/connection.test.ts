import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionState, pauseBefore } from "./connection";

/** The browser's sockets, as far as a connection uses them. */
class FakeSocket {
  static made: FakeSocket[] = [];
  readonly OPEN = 1;
  readyState = 1;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }

  hear(message: object): void {
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
    FakeSocket.made = [];
    states = [];
    const since = () => ({ ply: 0, epoch: 0 });
    new Connection("t", { since, receive: () => undefined, changed: (state) => states.push(state) }).open();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function closeFor(why: string, wait: number): void {
    const [socket] = FakeSocket.made;
    socket!.hear({ type: "closing", why });
    socket!.close();
    vi.advanceTimersByTime(wait);
  }

  it("comes back after a restart", () => {
    closeFor("shutdown", 1000);
    expect(FakeSocket.made.length).toBe(2);
    expect(states).toEqual(["lost"]);
  });

  it("does not come back where it is not allowed, and says so", () => {
    closeFor("not_allowed", 120_000);
    expect(FakeSocket.made.length).toBe(1);
    expect(states).toEqual(["ended"]);
  });
});

describe("the pause before the next attempt", () => {
  it("doubles up to a limit", () => {
    const pauses = [0, 1, 2, 3, 10, 100].map((attempt) => pauseBefore(attempt, () => 1));
    expect(pauses).toEqual([250, 500, 1000, 2000, 10_000, 10_000]);
  });

  it("is never less than half of that, so that clients come back spread out", () => {
    expect(pauseBefore(3, () => 0)).toBe(1000);
  });
});
