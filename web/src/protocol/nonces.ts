// What this device adds to chance, so that even the host cannot choose what is drawn: a nonce that is promised by its
// hash, and revealed only when the hashes of all are fixed (docs/fairness.md). It is kept in local storage, so that the
// page can check afterwards, reloaded or not, that the server has kept to it.

import type { ClientMessage, ServerMessage, TableView } from "./messages";
import { hashHex, toHex } from "./sha256";

/** The first version of the protocol in which clients add to chance. */
const SINCE = 2;
/** Of how many tables it is remembered what this device has added. */
const MOST_TABLES = 50;
const STORAGE_KEY = "ludotheque.nonces";

type Hashes = (string | null)[];

interface KeptNonce {
  nonce: string;
  /** The hashes of all seats that were fixed when it was revealed; null before. */
  revealedFor: Hashes | null;
}

/** What is remembered of a table. */
interface KeptTable {
  /** The commitment to the seed as it was first shown. */
  commitment: string;
  nonces: KeptNonce[];
}

/** What this device has found out about the chance of a finished game. */
export interface ChanceCheck {
  /** Whether the seed is the one that the server committed to. */
  isSeedKept: boolean;
  /** Whether the hashes are those that were fixed when this device revealed its nonce, and the nonces fit them. */
  isListKept: boolean;
  /** What became of the nonce of this device; `none` if it never promised one that counted. */
  own: "used" | "left_out" | "not_revealed" | "none";
  /** How often the server has asked for it. */
  asked: number;
}

function readAll(): Record<string, KeptTable> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, KeptTable>;
  } catch {
    return {}; // no storage, or somebody else wrote there
  }
}

function newNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

export class Nonces {
  /** Kept here too, for browsers without storage. Another tab of this browser shares what is stored. */
  private memory: KeptTable | null = null;
  private isKnown = false;
  private isStarting = false;

  constructor(private readonly table: string) {}

  private read(): KeptTable | null {
    return readAll()[this.table] ?? this.memory;
  }

  private write(kept: KeptTable): void {
    this.memory = kept;
    const { [this.table]: _replaced, ...others } = readAll();
    const recent = Object.entries(others).slice(1 - MOST_TABLES);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...Object.fromEntries(recent), [this.table]: kept }));
    } catch {
      // It will be forgotten with the page.
    }
  }

  /** What to send because of a message, if anything. */
  answer(message: ServerMessage): ClientMessage | null {
    if (message.type === "welcome") {
      this.isKnown = message.protocol >= SINCE;
      this.isStarting = false;
      if (this.read() === null) this.write({ commitment: message.table.commitment, nonces: [] });
    }
    if (message.type === "reveal") return this.reveal(message.hashes);
    if (!this.isKnown || (message.type !== "welcome" && message.type !== "table")) return null;
    return this.commit(message.table, message.type === "welcome");
  }

  /** Promise a nonce whenever the page connects, and if this player has promised none, or one that is used up. */
  private commit({ status, mine, nonces }: TableView, isFirst: boolean): ClientMessage | null {
    if (status !== "waiting" || mine.length === 0 || this.isStarting) return null;
    const promised = nonces.filter(({ seat }) => mine.includes(seat)).map(({ hash }) => hash);
    const kept = this.read()?.nonces ?? [];
    const isUsedUp = kept.some((each) => each.revealedFor !== null && promised.includes(hashHex(each.nonce)));
    return isFirst || promised.length === 0 || isUsedUp ? this.promise() : null;
  }

  private promise(): ClientMessage {
    const kept = this.read() ?? { commitment: "", nonces: [] };
    let open = kept.nonces.find(({ revealedFor }) => revealedFor === null);
    if (open === undefined) {
      open = { nonce: newNonce(), revealedFor: null };
      this.write({ ...kept, nonces: [...kept.nonces, open] });
    }
    return { type: "commit", hash: hashHex(open.nonce) };
  }

  /** Reveal a nonce once, and only if its hash is in the list that is fixed. */
  private reveal(hashes: Hashes | null): ClientMessage | null {
    this.isStarting = hashes !== null;
    const kept = this.read();
    if (kept === null) return null;
    if (hashes === null) return kept.nonces.some(({ revealedFor }) => revealedFor) ? this.promise() : null;
    const asked = kept.nonces.find((each) => each.revealedFor === null && hashes.includes(hashHex(each.nonce)));
    if (asked === undefined) return null;
    this.write({
      ...kept,
      nonces: kept.nonces.map((each) => (each === asked ? { ...each, revealedFor: hashes } : each)),
    });
    return { type: "reveal", nonce: asked.nonce };
  }

  /** Check a game that is over. */
  check({ seed, commitment, nonces, seats }: TableView): ChanceCheck {
    const kept = this.read();
    const own = kept?.nonces ?? [];
    const revealed = own.filter(({ revealedFor }) => revealedFor !== null);
    const isUsed = own.some((each) => nonces.some(({ nonce }) => nonce === each.nonce));
    const isPromised = own.some((each) => nonces.some(({ hash }) => hash === hashHex(each.nonce)));
    const fixed = revealed.at(-1)?.revealedFor ?? null;
    const published = seats.map((_, seat) => nonces.find((each) => each.seat === seat)?.hash ?? null);
    const isFixed = fixed === null || JSON.stringify(fixed) === JSON.stringify(published);
    return {
      isSeedKept: seed !== null && hashHex(seed) === (kept?.commitment || commitment),
      isListKept: isFixed && nonces.every(({ hash, nonce }) => nonce === null || hashHex(nonce) === hash),
      own: isUsed ? "used" : revealed.length > 0 ? "left_out" : isPromised ? "not_revealed" : "none",
      asked: revealed.length,
    };
  }
}
