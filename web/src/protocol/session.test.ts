import { beforeEach, describe, expect, it } from "vitest";
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
    starts_by_itself: false,
  },
  host: "p",
  mine: [0],
  commitment: "",
  seed: null,
  ply: 0,
  epoch: 0,
  actor: 0,
  spectators: 0,
  created: 0,
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

  it("says that a move cannot be sent while it is not connected", () => {
    receive(session, { type: "position", ...position(1) });
    session.play("a1.5");
    expect(session.refusal?.code).toBe("offline");
    expect(session.pending).toBeNull();
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
