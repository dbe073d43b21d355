// A table that is only in this browser: what a session needs to know of it. Exercises and analyses are shown at one.

import type { Seat, SeatView, TableView } from "./messages";

/** How a record calls a seat where a bot sat. */
const BOT = "bot:";
/** How it calls a player who has not chosen a name. */
const GUEST = /^Guest (\d+)$/;

interface Given {
  game: string;
  options: Record<string, string>;
  /** Who sits where; an empty name is nobody's. */
  names: readonly string[];
  mine: Seat[];
}

export function makeLocalTable({ game, options, names, mine }: Given): TableView {
  return {
    id: "",
    code: "",
    game,
    options,
    status: "playing",
    seats: names.map(makeSeat),
    settings: {
      clock: { kind: "none" },
      visibility: "link",
      watch: "nobody",
      take_back: false,
      hints: false,
      timeout: "bot",
      chat: false,
      pace: "normal",
      starts_by_itself: false,
    },
    host: "",
    mine,
    commitment: "",
    seed: null,
    nonces: [],
    draws: null,
    ply: 0,
    epoch: 0,
    actor: null,
    spectators: 0,
    created: 0,
    changed: 0,
    rematch: null,
    outcome: null,
  };
}

function makeSeat(name: string): SeatView {
  const isBot = name.startsWith(BOT);
  return {
    kind: isBot ? "bot" : "person",
    name: isBot ? null : name || null,
    guest: Number(GUEST.exec(name)?.[1]) || null,
    player: null,
    level: isBot ? name.slice(BOT.length) : null,
    connected: true,
    substitute: null,
    flagged: false,
    resigned: false,
    replaceable_in: null,
  };
}
