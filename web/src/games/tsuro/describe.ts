// Moves, events and positions of Tsuro in words, in the current language.

import { seatName } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { markersOut } from "./eliminations";
import { nameSquare } from "./geometry";
import { type Event, OUT } from "./schema";
import type { TsuroMove, TsuroTable } from "./table.svelte";

/** A start spot as `a3, left, upper`; in the Kosmos edition as `a3, left`. */
function describeSpot(table: TsuroTable, spot: number): string {
  const words = t().tsuro;
  const square = nameSquare(spot >> 3, table.size);
  const side = words.sides[(spot & 7) >> 1]!;
  return table.material.starts_on_sides ? words.side(square, side) : words.notch(square, side, describeHalf(spot & 7));
}

/** Which half of its side a port is on; ports are counted clockwise from the top left. */
function describeHalf(port: number): string {
  const { left, right, upper, lower } = t().tsuro.halves;
  return [left, right, upper, lower, right, left, lower, upper][port]!;
}

function describePort(port: number): string {
  return `${t().tsuro.sides[port >> 1]!}, ${describeHalf(port)}`;
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
      return `${[what, entry].filter(Boolean).join(", ")}: ${describeResult(table, move)}`;
    }
    case "ChoosePort":
      return `${words.follow(describePort(move.port))}: ${describeResult(table, move)}`;
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
      const square = nameSquare(end >> 3, table.size);
      results.push(letter ? words.markerTo(letter, square) : words.to(square));
    } else if (!out.includes(me)) results.push(words.markerOut(letter));
  }
  const others = out.filter((seat) => seat !== me).map((seat) => seatName(table.session.table, seat));
  if (others.length > 0) results.push(words.out(others));
  return results.join(", ");
}

function forecast(move: TsuroMove): Map<number, { end: number; isOut: boolean }> {
  const ends = new Map<number, { end: number; isOut: boolean }>();
  for (const event of move.events) {
    if (event.type === "MarkerMoved") ends.set(event.marker, { end: event.path.at(-1)!, isOut: false });
    for (const marker of markersOut(event)) ends.set(marker, { end: OUT, isOut: true });
  }
  return ends;
}

export function describeEvent(table: TsuroTable, event: Event): string {
  const words = t().tsuro.event;
  const name = (seat: number) => seatName(table.session.table, seat);
  const tiles = (list: number[]) => list.map((tile) => t().tsuro.tile(tile));
  switch (event.type) {
    case "TileDrawn":
      // Only our own draws are worth a line.
      return event.tile === null ? "" : words.youDrew(event.tile);
    case "MarkerPlaced":
      return words.placed(name(event.seat), describeSpot(table, event.spot));
    case "TileLaid":
      return words.laid(name(event.seat), event.tile, event.turns, nameSquare(event.square, table.size));
    case "PortChosen":
      return words.chosen(name(event.seat), describePort(event.spot & 7));
    case "MarkerMoved":
      return "";
    case "MarkerLeft":
      return words.left(name(event.seat));
    case "MarkersCollided": {
      const [one, other] = event.seats;
      return one === other ? words.collidedOwn(name(one)) : words.collided(name(one), name(other));
    }
    case "PlayerPutOut": {
      const tileNote =
        event.tiles === 0 ? "" : event.returned ? words.returned(event.tiles) : words.laidDown(event.tiles);
      return [words.out(name(event.seat)), tileNote].filter(Boolean).join(" ");
    }
    case "DragonPassed":
      if (event.taker === null) return words.dragonBeside;
      return event.giver === null
        ? words.dragonTaken(name(event.taker))
        : words.dragonFrom(name(event.taker), name(event.giver));
    case "SwapOffered":
      return words.offered(name(event.seat), event.count);
    case "TilesSwapped":
      if (event.count === 0) return words.swappedNothing(name(event.seat));
      return event.gave && event.took
        ? words.gaveTook(name(event.seat), tiles(event.gave), tiles(event.took))
        : words.swapped(name(event.seat), event.count);
    case "GameEnded":
      return words.ended(t().tsuro.reasons[event.reason] ?? event.reason);
  }
}

export function describePosition(table: TsuroTable): string[] {
  const words = t().tsuro.position;
  const { observation, size } = table;
  const laid = observation.squares.filter((tile) => tile !== null).length;
  const markers = observation.spots.map((spot, marker) => {
    const letter = table.letterOf(marker);
    const name = seatName(table.session.table, table.seatOf(marker));
    const who = letter ? `${name}, ${t().tsuro.marker(letter)}` : name;
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
