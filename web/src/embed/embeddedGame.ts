// A finished game as spectators saw it, for the board of the game: a session that nobody sends anything to.

import type { Transport } from "../protocol/connection";
import { makeLocalTable } from "../protocol/localTable";
import type { EmbeddedGame, History } from "../protocol/messages";
import { Session } from "../protocol/session.svelte";

const NOBODY: Transport = { open: () => {}, close: () => {}, send: () => false };

export function openEmbedded({ game, options, seats, material, outcome }: EmbeddedGame, replay: History): Session {
  const names = Array.from({ length: seats }, () => ""); // players are seats here
  const table = makeLocalTable({ game, options, names, mine: [] });
  const session = new Session({ ...table, status: "over", outcome }, () => NOBODY);
  session.material = material;
  session.connection = "open";
  const { ply, observation, scene } = replay.positions.at(-1)!;
  session.receive({
    type: "plies",
    since: 0,
    plies: replay.positions.flatMap(({ ply, actor, events }) => (actor === null ? [] : [{ ply, actor, events }])),
    ply,
    epoch: replay.epoch,
    viewer: null,
    actor: null,
    observation,
    scene,
    moves: [],
    clock: null,
    outcome,
    left_to_bots: false,
  });
  return session;
}
