import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlyView, ServerMessage, TableView } from "./messages";
import { Session } from "./session.svelte";

const table: TableView = {
  id: "t",
  code: "abc",
  game: "tsuro",
  options: {},
  status: "playing",
  seats: [],
  settings: {
    clock: { kind: "none" },
    visibility: "link",
    watch: "link",
    take_back: true,
    hints: false,
    timeout: "bot",
    chat: true,
    pace: "normal",
    starts_by_itself: false,
  },
  host: "p",
  mine: [0],
  commitment: "",
  seed: null,
  nonces: [],
  draws: 2,
  ply: 0,
  epoch: 0,
  actor: 0,
  spectators: 0,
  created: 0,
  changed: 0,
  rematch: null,
  outcome: null,
};

const plies = (...numbers: number[]): PlyView[] => numbers.map((ply) => ({ ply, actor: 0, events: [] }));

function position(ply: number, epoch = 0) {
  return { ply, epoch, viewer: 0, actor: 0, observation: {}, scene: {}, moves: [], clock: null, outcome: null };
}

function receive(session: Session, ...messages: ServerMessage[]): void {
  for (const message of messages) session.receive(message);
}

describe("a session", () => {
  let session: Session;
  beforeEach(() => {
    session = new Session(table);
    receive(session, { type: "welcome", protocol: 1, table, viewer: 0, material: {}, chat: [] });
  });

  it("takes the plies of the first message as history, and later ones as live", () => {
    receive(session, { type: "plies", since: 0, plies: plies(1, 2), ...position(2) });
    expect(session.update.live).toBe(false);
    receive(session, { type: "plies", since: 2, plies: plies(3), ...position(3) });
    expect(session.update).toEqual({ plies: plies(3), live: true });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1, 2, 3]);
  });

  it("keeps no ply twice after a reconnect", () => {
    receive(session, { type: "plies", since: 0, plies: plies(1, 2, 3), ...position(3) });
    receive(session, { type: "plies", since: 1, plies: plies(2, 3, 4), ...position(4) });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1, 2, 3, 4]);
  });

  it("drops plies that were taken back", () => {
    receive(session, { type: "plies", since: 0, plies: plies(1, 2, 3), ...position(3) });
    receive(session, { type: "position", why: "take_back", ...position(1, 1) });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1]);
    expect(session.update.live).toBe(false);
  });

  it("keeps showing the past when moves are played, and says that it is our turn", () => {
    receive(session, { type: "plies", since: 0, plies: plies(1, 2), ...position(2), actor: 1 });
    session.showPast({ ply: 1, actor: 0, events: [], observation: {}, scene: {} });
    receive(session, { type: "plies", since: 2, plies: plies(3), ...position(3) });
    expect([session.position?.ply, session.live?.ply]).toEqual([1, 3]);
    expect([session.isMyTurn, session.isMyTurnNow]).toEqual([false, true]);
    expect([session.update.plies, session.news.plies]).toEqual([[], plies(3)]);
    expect(session.shownPlies).toEqual(plies(1));
    session.showPast(null);
    expect([session.position?.ply, session.isMyTurn]).toEqual([3, true]);
  });

  it("leaves a past that was taken back", () => {
    receive(session, { type: "plies", since: 0, plies: plies(1, 2, 3), ...position(3) });
    session.showPast({ ply: 2, actor: 0, events: [], observation: {}, scene: {} });
    receive(session, { type: "position", why: "take_back", ...position(1, 1) });
    expect([session.isPast, session.position?.ply]).toEqual([false, 1]);
  });

  it("keeps a chat line once", () => {
    const line = { type: "chat", number: 1, player: "p", name: "Ann", seat: 0, text: "Hi", at: 0 } as const;
    receive(session, line, line);
    expect(session.chat).toHaveLength(1);
  });

  it("shows a hint only for the position that it was asked for", () => {
    receive(session, { type: "position", ...position(4) });
    receive(session, { type: "hint", id: "h1", ply: 3, moves: [], shares: null });
    expect(session.hint).toBeNull();
    receive(session, { type: "hint", id: "h2", ply: 4, moves: [], shares: null });
    expect(session.hint).not.toBeNull();
  });
});

/** The server as a session sees it: what it was sent, and whether it can be reached. */
class FakeSocket {
  static last: FakeSocket;
  static sent: { type: string; move?: string; ply?: number; text?: string }[] = [];
  readonly OPEN = 1;
  readyState = 1;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.last = this;
  }

  send(text: string): void {
    FakeSocket.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

describe("a session that loses its connection", () => {
  let session: Session;
  const move = { type: "PlaceMarker", move: "a1.5", events: [] };
  const at = (ply: number, epoch = 0) => ({ ...position(ply, epoch), moves: [move] });
  const welcome = (chat: object[] = []) => ({ type: "welcome", protocol: 1, table, viewer: 0, material: {}, chat });
  const deliver = (...messages: object[]) => {
    for (const message of messages) FakeSocket.last.onmessage?.({ data: JSON.stringify(message) });
  };
  const sent = (type: string) => FakeSocket.sent.filter((message) => message.type === type);
  const lose = () => FakeSocket.last.close();
  const comeBack = (...messages: object[]) => {
    vi.advanceTimersByTime(1000);
    deliver(...messages);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
    vi.stubGlobal("document", { addEventListener() {}, removeEventListener() {}, visibilityState: "visible" });
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    vi.stubGlobal("navigator", { onLine: true });
    FakeSocket.sent = [];
    session = new Session(table);
    session.open();
    deliver(welcome(), { type: "position", ...at(4) });
  });

  afterEach(() => {
    session.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("keeps a move that cannot be sent, and sends it where the game still is", () => {
    lose();
    session.play("a1.5");
    expect(session.unsentMove).toEqual(move);
    expect(sent("play")).toEqual([]);
    comeBack(welcome(), { type: "plies", since: 4, plies: [], ...at(4) });
    expect(sent("play")).toMatchObject([{ ply: 4, move: "a1.5" }]);
    expect(session.unsentMove).toBeNull();
    expect(session.pending).toBe("a1.5");
  });

  it("does not send a move that was taken back", () => {
    lose();
    session.play("a1.5");
    session.withdrawMove();
    comeBack(welcome(), { type: "plies", since: 4, plies: [], ...at(4) });
    expect(sent("play")).toEqual([]);
    expect(session.moves).toEqual([move]);
  });

  it.each([
    ["gone on", { type: "plies", since: 4, plies: plies(5), ...at(5) }],
    ["been taken back", { type: "position", why: "take_back", ...at(4, 1) }],
  ])("drops a move, and says so, when the game has %s meanwhile", (_how, message) => {
    lose();
    session.play("a1.5");
    comeBack(welcome(), message);
    expect(sent("play")).toEqual([]);
    expect(session.unsentMove).toBeNull();
    expect(session.refusal?.code).toBe("dropped");
  });

  it("sends a move again that was not answered", () => {
    session.play("a1.5");
    lose();
    expect(session.unsentMove).toEqual(move);
    comeBack(welcome(), { type: "plies", since: 4, plies: [], ...at(4) });
    expect(sent("play")).toHaveLength(2);
  });

  it("says nothing of a move that had been played when the connection was lost", () => {
    session.play("a1.5");
    lose();
    comeBack(welcome(), { type: "plies", since: 4, plies: plies(5), ...at(5) });
    expect(sent("play")).toHaveLength(1);
    expect(session.refusal).toBeNull();
  });

  it("keeps what is said, and sends it once", () => {
    lose();
    session.say("Hello?");
    session.say("Never mind");
    session.withdrawLine(session.unsentChat[1]!.key);
    expect(session.unsentChat).toMatchObject([{ text: "Hello?", isSent: false }]);
    comeBack(welcome());
    expect(sent("chat")).toMatchObject([{ text: "Hello?" }]);
    deliver({ type: "chat", number: 1, player: "p", name: "Ann", seat: 0, text: "Hello?", at: 0 });
    expect(session.unsentChat).toEqual([]);
  });

  it("does not say again what had arrived when the connection was lost", () => {
    session.say("Hello?");
    lose();
    comeBack(welcome([{ number: 1, player: "p", name: "Ann", seat: 0, text: "Hello?", at: 0 }]));
    expect(sent("chat")).toHaveLength(1);
    expect(session.unsentChat).toEqual([]);
  });

  it("refuses what makes sense only at once", () => {
    lose();
    session.askHint();
    expect(session.refusal?.code).toBe("offline");
    expect(session.hintPending).toBe(false);
  });

  it("shows nobody an opinion that the page has asked for", () => {
    session.receive({ type: "hint", id: "o1", ply: 4, moves: [], shares: null });
    expect(session.opinion?.ply).toBe(4);
    expect(session.hint).toBeNull();
    session.receive({ type: "refused", id: "o2", code: "too_fast", message: "" });
    expect(session.refusal).toBeNull();
  });
});
