// Moves, events and positions of Tsuro in words, in the current language.

import { seatName, whoSits } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { sentence, type Who } from "../../i18n/who";
import { markersOut } from "./eliminations";
import { nameSquare, type Pairing } from "./geometry";
import { type Event, OUT } from "./schema";
import type { TsuroMove, TsuroTable } from "./table.svelte";

/** A start spot as `a3, left upper`; in the Kosmos edition as `the left side of a3`. */
export function describeSpot(table: TsuroTable, spot: number): string {
  const words = t().tsuro;
  const square = nameSquare(spot >> 3, table.size);
  return table.material.starts_on_sides
    ? words.side(square, words.sides[(spot & 7) >> 1]!)
    : `${square}, ${describePort(spot & 7)}`;
}

/** A port by its side and which half of it. */
export function describePort(port: number): string {
  return t().tsuro.ports[port]!;
}

/** Which ports a tile connects: `top left to right lower, …`. */
export function describePaths(pairing: Pairing): string[] {
  return pairing.flatMap((end, port) => (port < end ? [t().tsuro.path(describePort(port), describePort(end))] : []));
}

/** A tile as it lies in the hand, for who does not see it: its number, how it is turned, what it connects. */
export function describeTile(table: TsuroTable, tile: number): string {
  const turns = table.turnsOf(tile) % table.material.tiles[String(tile)]!.length;
  return t().app.labelled(t().tsuro.move.tile(tile, turns), describePaths(table.pairing(tile, turns)).join(", "));
}

export function describeMove(table: TsuroTable, move: TsuroMove): string {
  const words = t().tsuro.move;
  const tiles = (list: number[]) => list.map((tile) => t().tsuro.tile(tile));
  switch (move.type) {
    case "PlaceMarker":
      return words.start(describeSpot(table, move.spot));
    case "PlayTile": {
      const marker = move.marker === null ? "" : words.forMarker(table.letterOf(move.marker));
      const what = [words.tile(move.tile, move.turns), marker].filter(Boolean).join(" ");
      const entry = move.port === null ? "" : words.entering(describePort(move.port));
      return t().app.labelled([what, entry].filter(Boolean).join(", "), describeResult(table, move));
    }
    case "ChoosePort":
      return t().app.labelled(words.follow(describePort(move.port)), describeResult(table, move));
    case "SwapTiles":
      return move.give.length === 0 ? words.keep : words.swap(tiles(move.give), tiles(move.take));
  }
}

/** Where our markers end, and who is eliminated. */
function describeResult(table: TsuroTable, move: TsuroMove): string {
  const words = t().tsuro.move;
  const me = table.observation.viewer;
  const forecasts = forecast(move);
  if (forecasts.size === 0) return words.undecided;
  const out = move.events.flatMap((event) => (event.type === "PlayerPutOut" ? [event.seat] : []));
  const results = me !== null && out.includes(me) ? [words.youOut] : [];
  for (const [marker, { end, isOut }] of forecasts) {
    if (table.seatOf(marker) !== me) continue;
    const letter = table.letterOf(marker);
    if (!isOut) {
      const [square, port] = [nameSquare(end >> 3, table.size), describePort(end & 7)];
      results.push(letter ? words.markerTo(letter, square, port) : words.to(square, port));
      const company = findCompany(table, forecasts, marker, end >> 3);
      results.push(company.length > 0 ? words.shared(company) : words.open);
    } else if (!out.includes(me)) results.push(words.markerOut(letter));
  }
  const others = out.filter((seat) => seat !== me).map((seat) => seatName(table.session.table, seat));
  if (others.length > 0) results.push(words.out(others));
  return results.join(", ");
}

/** Whose markers stand before a square after a move, a marker itself left out: the next tile there moves them all. */
function findCompany(
  table: TsuroTable,
  forecasts: ReturnType<typeof forecast>,
  marker: number,
  square: number,
): string[] {
  const found = table.observation.spots.flatMap((spot, other) => {
    const end = forecasts.get(other)?.end ?? spot;
    return other !== marker && end >= 0 && end >> 3 === square ? [describeOwner(table, other)] : [];
  });
  return [...new Set(found)];
}

/** Whose marker it is, and which where they have two. */
export function describeOwner(table: TsuroTable, marker: number): string {
  const name = seatName(table.session.table, table.seatOf(marker));
  const letter = table.letterOf(marker);
  return letter ? `${name}, ${t().tsuro.marker(letter)}` : name;
}

function forecast(move: TsuroMove): Map<number, { end: number; isOut: boolean }> {
  const ends = new Map<number, { end: number; isOut: boolean }>();
  for (const event of move.events) {
    if (event.type === "MarkerMoved") ends.set(event.marker, { end: event.path.at(-1)!, isOut: false });
    for (const marker of markersOut(event)) ends.set(marker, { end: OUT, isOut: true });
  }
  return ends;
}

/** A seat in a sentence, or one of its two markers. */
export function whoMoves(table: TsuroTable, marker: number): Who {
  const who = whoSits(table.session.table, table.seatOf(marker));
  const letter = table.letterOf(marker);
  return letter ? { name: t().tsuro.event.markerOf(who, letter), isYou: false } : who;
}

export function describeTiles(tiles: readonly number[]): string[] {
  return tiles.map((tile) => t().tsuro.tile(tile));
}

/** An event as a clause; empty if it is not worth words. */
export function describeClause(table: TsuroTable, event: Event): string {
  const words = t().tsuro.event;
  const who = (seat: number) => whoSits(table.session.table, seat);
  switch (event.type) {
    case "TileDrawn":
      // Only our own draws are worth a line.
      return event.tile === null ? "" : words.youDrew(describeTiles([event.tile]));
    case "MarkerPlaced":
      return words.placed(who(event.seat), describeSpot(table, event.spot));
    case "TileLaid":
      return words.laid(who(event.seat), event.tile, nameSquare(event.square, table.size), event.turns);
    case "PortChosen":
      return words.chosen(who(event.seat), describePort(event.spot & 7));
    case "MarkerMoved":
      return "";
    case "MarkerLeft":
      return words.left(whoMoves(table, event.marker));
    case "MarkersCollided": {
      const [one, other] = event.markers.map((marker) => whoMoves(table, marker));
      return words.collided(one!, other!);
    }
    case "PlayerPutOut": {
      const tileNote =
        event.tiles === 0 ? "" : event.returned ? words.returned(event.tiles) : words.laidDown(event.tiles);
      return [words.out(who(event.seat)), tileNote].filter(Boolean).join("; ");
    }
    case "DragonPassed":
      if (event.taker === null) return words.dragonBeside;
      return event.giver === null
        ? words.dragonTaken(who(event.taker))
        : words.dragonFrom(who(event.taker), who(event.giver));
    case "SwapOffered":
      return words.offered(who(event.seat), event.count);
    case "TilesSwapped":
      if (event.count === 0) return words.swappedNothing(who(event.seat));
      return event.gave && event.took
        ? words.gaveTook(who(event.seat), describeTiles(event.gave), describeTiles(event.took))
        : words.swapped(who(event.seat), event.count);
    case "GameEnded":
      return words.ended(t().tsuro.reasons[event.reason] ?? event.reason);
  }
}

export function describeEvent(table: TsuroTable, event: Event): string {
  return sentence(describeClause(table, event));
}

export function describePosition(table: TsuroTable): string[] {
  const words = t().tsuro.position;
  const { observation, size } = table;
  const laid = observation.squares.filter((tile) => tile !== null).length;
  const markers = observation.spots.map((spot, marker) => {
    const who = describeOwner(table, marker);
    if (spot === OUT) return words.out(who);
    if (spot < 0) return words.notYet(who);
    const side = observation.undecided.includes(marker) ? t().tsuro.sides[(spot & 7) >> 1]! : describePort(spot & 7);
    return words.stands(who, nameSquare(spot >> 3, size), side);
  });
  const rows = Array.from({ length: size }, (_, row) => {
    const tiles = Array.from({ length: size }, (_, column) => row * size + column).flatMap((square) => {
      const tile = observation.squares[square];
      return tile ? [words.laid(nameSquare(square, size), tile[0])] : [];
    });
    return tiles.length > 0 ? words.row(row + 1, tiles) : "";
  });
  return [
    words.board(size, laid),
    ...markers,
    observation.hand && observation.hand.length > 0
      ? words.hand(observation.hand.map((tile) => t().tsuro.tile(tile)))
      : "",
    words.pile(observation.pile_size),
    observation.dragon === null ? "" : words.dragon(seatName(table.session.table, observation.dragon)),
    ...rows,
  ].filter(Boolean);
}
