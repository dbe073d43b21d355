// Tsuro for people who do not see the board: what a square holds, where its ways lead, what a tile would do.
// All of it is looked up in what the server sends: paths of tiles, trails, exits, and the events of legal moves.

import { seatLabel } from "../../../app/shell/names";
import type { Language } from "../../../i18n/language.svelte";
import type { SpokenGame } from "../../view";
import { describeMove, describeOwner, describePaths, describePort, describeSpot, describeTile } from "../describe";
import { nameSquare, type Pairing } from "../geometry";
import { OUT } from "../schema";
import type { TsuroMove, TsuroTable } from "../table.svelte";
import type { SpokenWords } from "./en";

const WORDS: Record<Language, () => Promise<SpokenWords>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
  it: async () => (await import("./it")).it,
  de: async () => (await import("./de")).de,
};

export async function speak(table: TsuroTable, language: Language): Promise<SpokenGame> {
  const words = await WORDS[language]();
  return {
    tip: words.tip,
    describeScore: () => describeScore(table, words),
    describeHand: (which) => describeHand(table, words, which),
    describePlace: (name) => describePlace(table, words, name),
    describeOption: (move: TsuroMove) =>
      move.type === "PlaceMarker" ? describeSpot(table, move.spot) : describeMove(table, move),
    placeNames: () => [`a1 … ${nameSquare(table.size ** 2 - 1, table.size)}`],
  };
}

function describeScore(table: TsuroTable, words: SpokenWords): string[] {
  const { hand_sizes, spots, dragon, pile_size } = table.observation;
  const seats = hand_sizes.map((tiles, seat) => {
    const isIn = spots.some((spot, marker) => table.seatOf(marker) === seat && spot !== OUT);
    const name = seatLabel(table.session.table, seat);
    return isIn ? words.isIn(name, tiles, dragon === seat) : words.isOut(name);
  });
  return [...seats, words.pile(pile_size)];
}

/** All tiles, by what they connect; or one of them in every rotation, by where it would lead from where one stands. */
function describeHand(table: TsuroTable, words: SpokenWords, which: string): string[] {
  const tile = table.hand.find((tile) => String(tile) === which);
  if (tile === undefined) return table.hand.map((tile) => `${describeTile(table, tile)}.`);
  const rotations = table.material.tiles[String(tile)]!;
  return ownMarkers(table).flatMap(({ marker, spot }) =>
    rotations.map((pairing, turns) => {
      const legal = table.moves.filter(
        (move) =>
          move.type === "PlayTile" &&
          move.tile === tile &&
          move.turns === turns &&
          (move.marker === null || move.marker === marker),
      );
      if (legal.length > 0) return legal.map((move) => `${describeMove(table, move)}.`).join(" ");
      const way = entriesOf(table, marker, spot).map((entry) => describeWay(table, words, entry, pairing));
      const told = words.turned(turns, way.join("; "));
      return table.phase === "PlayTile" ? words.notAllowed(told) : told;
    }),
  );
}

function ownMarkers(table: TsuroTable): { marker: number; spot: number }[] {
  return table.observation.spots.flatMap((spot, marker) =>
    table.seatOf(marker) === table.observation.viewer && spot >= 0 ? [{ marker, spot }] : [],
  );
}

/** Where a marker may enter the square before it: one spot, or the two of a side where it has not chosen yet. */
function entriesOf(table: TsuroTable, marker: number, spot: number): number[] {
  return table.observation.undecided.includes(marker) ? [spot, spot | 1] : [spot];
}

/** From where to where a tile would lead a marker, and what is there. */
function describeWay(table: TsuroTable, words: SpokenWords, entry: number, pairing: Pairing): string {
  const exit = (entry & ~7) | pairing[entry & 7]!;
  return words.way(describePort(entry & 7), describePort(exit & 7), describeExit(table, words, exit));
}

/** Where one comes to who leaves an empty square at a spot. */
function describeExit(table: TsuroTable, words: SpokenWords, spot: number): string {
  const met = table.observation.spots.findIndex((other) => other === spot);
  if (met >= 0) return words.meets(describeOwner(table, met));
  const end = table.scene.exits[spot] ?? across(spot, table.size);
  if (end === OUT) return words.overEdge;
  const others = markersBefore(table, end >> 3);
  const place = words.leadsTo(nameSquare(end >> 3, table.size), describePort(end & 7));
  return others.length > 0 ? words.withOthers(place, others) : place;
}

/** The spot on the other side of an edge, between two empty squares. */
function across(spot: number, size: number): number {
  const [right, up] = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ][(spot & 7) >> 1] as [number, number];
  return ((spot >> 3) + right + up * size) * 8 + [5, 4, 7, 6, 1, 0, 3, 2][spot & 7]!;
}

function markersBefore(table: TsuroTable, square: number): string[] {
  return table.observation.spots.flatMap((spot, marker) =>
    spot >= 0 && spot >> 3 === square ? [describeOwner(table, marker)] : [],
  );
}

function describePlace(table: TsuroTable, words: SpokenWords, name: string): string[] | null {
  const square = table.observation.squares.findIndex((_, at) => nameSquare(at, table.size) === name);
  if (square < 0) return null;
  const laid = table.observation.squares[square];
  return laid ? describeLaid(table, words, square, laid) : describeEmpty(table, words, square);
}

/** A tile on the board: its paths, and whose marker went along each. */
function describeLaid(
  table: TsuroTable,
  words: SpokenWords,
  square: number,
  [tile, turns]: [number, number],
): string[] {
  const pairing = table.pairing(tile, turns);
  const ports = pairing.flatMap((end, port) => (port < end ? [port] : []));
  const paths = describePaths(pairing).map((path, index) => {
    const marker = table.scene.trails[square * 8 + ports[index]!];
    return marker === undefined ? words.free(path) : words.used(path, describeOwner(table, marker));
  });
  return [words.laid(nameSquare(square, table.size), tile, turns), ...paths];
}

/** An empty square: who stands before it, and where each of its eight ways leads. */
function describeEmpty(table: TsuroTable, words: SpokenWords, square: number): string[] {
  const stands = table.observation.spots.flatMap((spot, marker) => {
    if (spot < 0 || spot >> 3 !== square) return [];
    const entries = entriesOf(table, marker, spot).map((entry) => describePort(entry & 7));
    return [words.stands(describeOwner(table, marker), entries)];
  });
  const ways = Array.from({ length: 8 }, (_, port) => square * 8 + port)
    .filter((spot) => !table.observation.spots.includes(spot))
    .map((spot) => words.exit(describePort(spot & 7), describeExit(table, words, spot)));
  return [words.empty(nameSquare(square, table.size)), ...stands, ...ways];
}
