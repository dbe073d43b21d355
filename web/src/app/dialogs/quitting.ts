// The ways out of a game: leaving it to a bot, resigning, and deleting a table that is nobody else's.

import { api } from "../../protocol/http";
import type { TableView } from "../../protocol/messages";
import { me } from "../shell/player.svelte";

export type WayOut = "leave" | "resign" | "delete";

/** Whether the table is nobody else's: all other seats are bots' or open. */
export function isAlone({ host, seats }: TableView): boolean {
  const player = me.player?.id;
  return host === player && seats.every((seat) => seat.player === null || seat.player === player);
}

export function listWaysOut(table: TableView): WayOut[] {
  const mine = table.mine.map((seat) => table.seats[seat]!);
  const isPlaying = table.status === "playing" && mine.length > 0;
  const ways: WayOut[] = [];
  if (isPlaying && mine.some(({ substitute }) => substitute === null)) ways.push("leave");
  // On one device, nobody is left who could win.
  if (isPlaying && mine.length < table.seats.length && !mine.every(({ resigned }) => resigned)) ways.push("resign");
  if (isAlone(table)) ways.push("delete");
  return ways;
}

/** The table afterwards; nothing if it is deleted. */
export function quit(way: WayOut, table: string): Promise<TableView | undefined> {
  if (way === "leave") return api.leave(table);
  return way === "resign" ? api.resign(table) : api.deleteTable(table);
}
