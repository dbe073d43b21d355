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

function standing(ply: number, epoch = 0) {
  return { ply, epoch, viewer: 0, actor: 0, observation: {}, scene: {}, moves: [], clock: null, outcome: null };
}

function tell(session: Session, ...messages: ServerMessage[]): void {
  for (const message of messages) session.receive(message);
}

describe("a session", () => {
  let session: Session;
  beforeEach(() => {
    session = new Session(table);
    tell(session, { type: "welcome", protocol: 1, table, viewer: 0, material: {}, chat: [] });
  });

  it("takes what it is told on arrival as the past, and what comes later as news", () => {
    tell(session, { type: "plies", since: 0, plies: plies(1, 2), ...standing(2) });
    expect(session.news.live).toBe(false);
    tell(session, { type: "plies", since: 2, plies: plies(3), ...standing(3) });
    expect(session.news).toEqual({ plies: plies(3), live: true });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1, 2, 3]);
  });

  it("counts no ply twice when a connection was lost in between", () => {
    tell(session, { type: "plies", since: 0, plies: plies(1, 2, 3), ...standing(3) });
    tell(session, { type: "plies", since: 1, plies: plies(2, 3, 4), ...standing(4) });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1, 2, 3, 4]);
  });

  it("forgets what was taken back", () => {
    tell(session, { type: "plies", since: 0, plies: plies(1, 2, 3), ...standing(3) });
    tell(session, { type: "position", why: "take_back", ...standing(1, 1) });
    expect(session.plies.map(({ ply }) => ply)).toEqual([1]);
    expect(session.news.live).toBe(false);
  });

  it("says that a move cannot be sent while it is not connected", () => {
    tell(session, { type: "position", ...standing(1) });
    session.play("a1.5");
    expect(session.refusal?.code).toBe("offline");
    expect(session.pending).toBeNull();
  });

  it("keeps a line of chat once", () => {
    const line = { type: "chat", number: 1, player: "p", name: "Ann", seat: 0, text: "Hi", at: 0 } as const;
    tell(session, line, line);
    expect(session.chat).toHaveLength(1);
  });

  it("shows a hint only for the position that it was asked for", () => {
    tell(session, { type: "position", ...standing(4) });
    tell(session, { type: "hint", id: "h1", ply: 3, moves: [], shares: null });
    expect(session.hint).toBeNull();
    tell(session, { type: "hint", id: "h2", ply: 4, moves: [], shares: null });
    expect(session.hint).not.toBeNull();
  });
});
