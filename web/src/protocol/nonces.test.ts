import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage, TableView } from "./messages";
import { Nonces } from "./nonces";
import { hashHex } from "./sha256";

const SEED = "00".repeat(32);
const COMMITMENT = hashHex(SEED);

function table(changes: Partial<TableView> = {}): TableView {
  return {
    status: "waiting",
    mine: [0],
    nonces: [],
    commitment: COMMITMENT,
    seed: null,
    seats: [{}, {}],
    ...changes,
  } as TableView;
}

const welcome = (changes: Partial<TableView> = {}, protocol = 2) =>
  ({ type: "welcome", protocol, table: table(changes), viewer: 0, material: {}, chat: [] }) as ServerMessage;
const changed = (changes: Partial<TableView> = {}) => ({ type: "table", table: table(changes) }) as ServerMessage;
const reveal = (hashes: (string | null)[] | null): ServerMessage => ({ type: "reveal", hashes });

const promised = (hash: string) => ({ nonces: [{ seat: 0, hash, nonce: null }] });

/** The hash that was promised. */
function commit(nonces: Nonces, message: ServerMessage = welcome()): string {
  const answer = nonces.answer(message);
  if (answer?.type !== "commit") throw new Error("nothing was promised");
  return answer.hash;
}

describe("what this device adds to chance", () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("promises a nonce at a table that waits, once", () => {
    const nonces = new Nonces("t");
    const hash = commit(nonces);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(nonces.answer(changed(promised(hash)))).toBeNull();
    expect(commit(nonces, changed())).toBe(hash); // it has not arrived yet, or the seat is another one
  });

  it("promises nothing without a seat, in a game that goes on, and to an older server", () => {
    expect(new Nonces("t").answer(welcome({ mine: [] }))).toBeNull();
    expect(new Nonces("t").answer(welcome({ status: "playing" }))).toBeNull();
    expect(new Nonces("t").answer(welcome({}, 1))).toBeNull();
  });

  it("reveals its nonce once, and only if its hash is in the list", () => {
    const nonces = new Nonces("t");
    const hash = commit(nonces);
    expect(nonces.answer(reveal(["f".repeat(64), null]))).toBeNull();
    const answer = nonces.answer(reveal([hash, null]));
    expect(answer?.type === "reveal" && hashHex(answer.nonce)).toBe(hash);
    expect(nonces.answer(reveal([hash, "f".repeat(64)]))).toBeNull();
    expect(nonces.answer(changed(promised(hash)))).toBeNull(); // it is starting
  });

  it("promises a new nonce if the game has not started after all, or the server was started again", () => {
    const nonces = new Nonces("t");
    const first = commit(nonces);
    nonces.answer(reveal([first]));
    const second = commit(nonces, reveal(null));
    expect(second).not.toBe(first);
    nonces.answer(reveal([second]));
    const third = commit(nonces, welcome(promised(second)));
    expect([first, second]).not.toContain(third);
    nonces.answer(reveal([third]));
    expect(nonces.check(table({ seed: SEED })).asked).toBe(3);
  });

  it("does not fight with another device of the same player", () => {
    const nonces = new Nonces("t");
    commit(nonces);
    expect(nonces.answer(changed(promised("f".repeat(64))))).toBeNull();
    commit(nonces, welcome(promised("f".repeat(64)))); // whoever came last counts
  });

  it("shares its nonce with other tabs and with itself after reloading", () => {
    const hash = commit(new Nonces("t"));
    const again = new Nonces("t");
    expect(again.answer(welcome(promised(hash)))).toEqual({ type: "commit", hash }); // so the server knows that it is of use
    expect(again.answer(reveal([hash]))?.type).toBe("reveal");
    expect(new Nonces("t").answer(reveal([hash]))).toBeNull();
    expect(commit(new Nonces("other"))).not.toBe(hash);
  });

  it("checks that the seed has the commitment that was first shown, whatever the server says later", () => {
    const nonces = new Nonces("t");
    nonces.answer(welcome());
    expect(nonces.check(table({ seed: SEED })).isSeedKept).toBe(true);
    const other = "11".repeat(32);
    expect(nonces.check(table({ seed: other, commitment: hashHex(other) })).isSeedKept).toBe(false);
  });

  it("checks that its own nonce was used", () => {
    const nonces = new Nonces("t");
    expect(nonces.check(table({ seed: SEED })).own).toBe("none");
    const hash = commit(nonces);
    expect(nonces.check(table({ seed: SEED, ...promised(hash) })).own).toBe("not_revealed");
    const answer = nonces.answer(reveal([hash, null]));
    const nonce = answer?.type === "reveal" ? answer.nonce : "";
    expect(nonces.check(table({ seed: SEED, ...promised(hash) })).own).toBe("left_out");
    expect(nonces.check(table({ seed: SEED })).own).toBe("left_out");
    expect(nonces.check(table({ seed: SEED, nonces: [{ seat: 0, hash, nonce }] }))).toEqual({
      isSeedKept: true,
      isListKept: true,
      own: "used",
      asked: 1,
    });
  });

  it("checks that no hash was exchanged after it had revealed its nonce", () => {
    const nonces = new Nonces("t");
    const hash = commit(nonces);
    const other = { seat: 1, hash: hashHex("22".repeat(32)), nonce: "22".repeat(32) };
    const answer = nonces.answer(reveal([hash, other.hash]));
    const own = { seat: 0, hash, nonce: answer?.type === "reveal" ? answer.nonce : "" };
    const isListKept = (...list: TableView["nonces"]) => nonces.check(table({ seed: SEED, nonces: list })).isListKept;
    expect(isListKept(own, other)).toBe(true);
    expect(isListKept(own, { ...other, nonce: null })).toBe(true); // withheld, and visible
    expect(isListKept(own, { ...other, hash: hashHex("33".repeat(32)), nonce: "33".repeat(32) })).toBe(false);
    expect(isListKept(own, { ...other, nonce: "33".repeat(32) })).toBe(false);
    expect(isListKept(own)).toBe(false);
  });

  it("remembers the last tables, and works without storage", () => {
    for (let number = 0; number < 60; number++) commit(new Nonces(`t${number}`));
    const kept = Object.keys(JSON.parse(stored.get("ludotheque.nonces")!) as object);
    expect(kept).toHaveLength(50);
    expect(kept.at(-1)).toBe("t59");
    vi.stubGlobal("localStorage", undefined);
    const nonces = new Nonces("t");
    const hash = commit(nonces);
    expect(nonces.answer(reveal([hash]))?.type).toBe("reveal");
  });
});
