// The log of Tsuro: one line for each decision, with the tiles that it names.

import { whoSits } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { sentence } from "../../i18n/who";
import type { LogEntry } from "../view";
import { describeClause, describeTiles, whoMoves } from "./describe";
import { markersOut } from "./eliminations";
import { nameSquare } from "./geometry";
import type { Event } from "./schema";
import type { TsuroTable } from "./table.svelte";

/** A tile that is named in the log. */
export interface LogTile {
  tile: number;
  turns: number;
}

/** `Ann lays tile 34 on a4, moves to c5; Ben goes out over the edge; you draw tile 3.` */
export function describeTurn(table: TsuroTable, events: readonly Event[]): LogEntry[] {
  const words = t().tsuro.event;
  const viewer = table.session.viewer;
  const out = new Set(events.flatMap(markersOut));
  const drawn: number[] = [];
  const pieces: LogTile[] = [];
  /** What the player who decides does, and what else happens. */
  const [own, others]: [string[], string[]] = [[], []];
  const ended: LogEntry[] = [];
  let actor: number | null = null;
  for (const event of events) {
    const isOwn = (marker: number) => !table.hasTwoMarkers && table.seatOf(marker) === actor;
    switch (event.type) {
      case "TileDrawn":
        if (event.tile !== null) drawn.push(event.tile);
        break;
      case "TileLaid": {
        actor = event.seat;
        pieces.push({ tile: event.tile, turns: event.turns });
        const who = whoSits(table.session.table, actor);
        own.push(words.laid(who, event.tile, nameSquare(event.square, table.size)));
        break;
      }
      case "MarkerMoved": {
        if (out.has(event.marker)) break;
        const [who, square] = [whoMoves(table, event.marker), nameSquare(event.path.at(-1)! >> 3, table.size)];
        if (isOwn(event.marker)) own.push(words.thenTo(who, square));
        else others.push(words.moved(who, square));
        break;
      }
      case "MarkerLeft":
        if (isOwn(event.marker)) own.push(words.thenOut(whoMoves(table, event.marker)));
        else others.push(describeClause(table, event));
        break;
      case "MarkersCollided": {
        const mine = event.markers.find(isOwn);
        const other = event.markers.find((marker) => marker !== mine);
        if (mine === undefined || other === undefined) others.push(describeClause(table, event));
        else own.push(words.thenCollides(whoMoves(table, mine), whoMoves(table, other)));
        break;
      }
      case "PlayerPutOut": // said by how it happened, unless it took both of their markers
        if (table.hasTwoMarkers) others.push(words.out(whoSits(table.session.table, event.seat)));
        break;
      case "GameEnded":
        ended.push({ seat: null, text: sentence(describeClause(table, event)) });
        break;
      case "MarkerPlaced":
      case "PortChosen":
      case "TilesSwapped":
        actor = event.seat;
        own.push(describeClause(table, event));
        break;
      case "DragonPassed":
      case "SwapOffered":
        others.push(describeClause(table, event));
        break;
    }
  }
  if (drawn.length > 0) {
    others.push(words.youDrew(describeTiles(drawn)));
    pieces.push(...drawn.map((tile) => ({ tile, turns: 0 })));
  }
  const text = sentence(own.join(", "), ...others);
  return [...(text === "" ? [] : [{ seat: actor ?? viewer, text, pieces }]), ...ended];
}

/** Why the viewer is out, from the last time that they were put out; empty while they are in the game. */
export function describeElimination(table: TsuroTable): string {
  const { viewer } = table.observation;
  const words = t().tsuro.why;
  for (const { events } of table.session.shownPlies.toReversed()) {
    for (const event of events) {
      if (event.type !== "PlayerPutOut" || event.seat !== viewer) continue;
      if (event.cause === "edge" || event.met === null) return words.edge;
      return event.met === viewer ? words.metOwn : words.met(whoSits(table.session.table, event.met).name);
    }
  }
  return "";
}
