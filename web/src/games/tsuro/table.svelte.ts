// The view model of Tsuro: which tile is picked, how it is rotated, and the preview of what it would do.

import { t } from "../../i18n/language.svelte";
import type { LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable } from "../view";
import { describeEvent, describeMove, describePosition } from "./describe";
import { markersOut } from "./eliminations";
import { describeElimination, describeTurn, type LogTile } from "./log";
import { sortClockwise, type Pairing, type Point, SQUARE, startPointOf, type Path } from "./geometry";
import type { Event, Material, Observation, Scene, Types } from "./schema";

export type TsuroMove = LegalMove<Types>;
export type MoveOf<Type extends TsuroMove["type"]> = Extract<TsuroMove, { type: Type }>;

/** The preview of a tile on the board. */
export interface Ghost {
  square: number;
  tile: number;
  turns: number;
  /** `free`: legal. `forbidden`: illegal. `planned`: it is not our turn yet. */
  kind: "free" | "forbidden" | "planned";
}

/** The path that a marker would take. */
export interface Forecast {
  marker: number;
  seat: number;
  path: Path;
  isOut: boolean;
}

export class TsuroTable implements GameTable {
  /** The index of the picked tile in the hand. */
  picked = $state<number | null>(null);
  /** Quarter turns of each tile; may exceed 3, so that the animation always turns the same way. */
  turned: Record<number, number> = $state({});
  /** The marker that the tile is for, if the player has two. */
  chosenMarker = $state<number | null>(null);
  /** Whether the second of two ports is selected. */
  otherPort = $state(false);
  /** The start spot under the pointer. */
  spot = $state<number | null>(null);
  /** The tiles to swap, as indices into the hand and the pool. */
  giving: number[] = $state([]);
  taking: number[] = $state([]);
  /** The move that is previewed from the move list or a hint. */
  previewed = $state.raw<TsuroMove | null>(null);
  /** The dragged tile: its index in the hand, and its position in the window. */
  drag = $state.raw<{ index: number; x: number; y: number } | null>(null);
  /** The board's element, for hit testing. */
  board: SVGSVGElement | null = null;

  constructor(readonly session: Session<Types>) {}

  get observation(): Observation {
    return this.session.position!.observation;
  }
  get scene(): Scene {
    return this.session.position!.scene;
  }
  get material(): Material {
    return this.session.material;
  }
  get size(): number {
    return this.material.size;
  }
  get seats(): number {
    return this.session.table.seats.length;
  }
  get moves(): TsuroMove[] {
    return this.session.moves;
  }
  get hand(): number[] {
    return this.observation.hand ?? [];
  }
  /** What the player has to decide: the type of the legal moves. */
  get phase(): TsuroMove["type"] | null {
    return this.moves[0]?.type ?? null;
  }
  get hasTwoMarkers(): boolean {
    return this.material.markers_each > 1;
  }

  seatOf(marker: number): number {
    return marker % this.seats;
  }

  /** `A` and `B`, where a player has two markers. */
  letterOf(marker: number): string {
    return this.hasTwoMarkers ? "AB"[Math.floor(marker / this.seats)]! : "";
  }

  pairing(tile: number, turns: number): Pairing {
    const rotations = this.material.tiles[String(tile)]!;
    return rotations[turns % rotations.length]!;
  }

  // ── The tile that is picked ───────────────────────────────────────────────────────────────────────────────────────

  get pickedTile(): number | null {
    return this.picked === null ? null : (this.hand[this.picked] ?? null);
  }

  turnsOf(tile: number): number {
    return this.turned[tile] ?? 0;
  }

  /** The marker that a tile is laid for. */
  get marker(): number | null {
    const { viewer, parts } = this.observation;
    if (viewer === null) return null;
    if (!this.hasTwoMarkers) return viewer;
    const mine = parts.filter((marker) => this.seatOf(marker) === viewer);
    return this.chosenMarker !== null && mine.includes(this.chosenMarker) ? this.chosenMarker : (mine[0] ?? viewer);
  }

  /** The legal plays of the picked tile as it is rotated: none if illegal, two if there are two ports to enter by. */
  get plays(): MoveOf<"PlayTile">[] {
    const tile = this.pickedTile;
    if (tile === null) return [];
    const turns = this.turnsOf(tile) % this.material.tiles[String(tile)]!.length;
    const marker = this.hasTwoMarkers ? this.marker : null;
    return this.moves.filter(
      (move): move is MoveOf<"PlayTile"> =>
        move.type === "PlayTile" && move.tile === tile && move.turns === turns && move.marker === marker,
    );
  }

  /** The move that Enter, or the button, would play now. */
  get candidate(): TsuroMove | null {
    const second = Number(this.otherPort);
    switch (this.phase) {
      case "PlaceMarker":
        return this.moves.find((move) => move.type === "PlaceMarker" && move.spot === this.spot) ?? null;
      case "PlayTile":
        return this.plays[Math.min(second, this.plays.length - 1)] ?? null;
      case "ChoosePort":
        return this.moves[Math.min(second, this.moves.length - 1)] ?? null;
      case "SwapTiles":
        return this.swap;
      case null:
        return null;
    }
  }

  /** The move that is previewed on the board. */
  get shown(): TsuroMove | null {
    return this.previewed ?? this.candidate;
  }

  get ghost(): Ghost | null {
    const laid = this.shown?.events.find((event) => event.type === "TileLaid");
    if (laid) return { square: laid.square, tile: laid.tile, turns: laid.turns, kind: "free" };
    const [tile, marker] = [this.pickedTile, this.marker];
    const square = marker === null ? null : (this.scene.targets[marker] ?? null);
    if (this.previewed || tile === null || square === null || this.session.pending !== null) return null;
    if (this.session.isPast || (this.session.isMyTurn && this.phase !== "PlayTile")) return null;
    return { square, tile, turns: this.turnsOf(tile), kind: this.phase === "PlayTile" ? "forbidden" : "planned" };
  }

  /** Where all markers would go by the move that is previewed. */
  get forecasts(): Forecast[] {
    const events = this.shown?.events ?? [];
    const out = new Set(events.flatMap(markersOut));
    return events.flatMap((event) =>
      event.type === "MarkerMoved"
        ? [{ marker: event.marker, seat: event.seat, path: event.path, isOut: out.has(event.marker) }]
        : [],
    );
  }

  /** Why the picked tile may not be placed as it is rotated; empty if it may. */
  get illegalReason(): string {
    if (this.ghost?.kind !== "forbidden") return "";
    const words = t().tsuro.hand;
    return this.material.bans_collision ? words.notAllowedAny : words.notAllowedEdge;
  }

  /** The tile on a square, including the ghost. */
  tileAt = (square: number): Pairing | null => {
    const ghost = this.ghost;
    if (ghost?.square === square) return this.pairing(ghost.tile, ghost.turns);
    const laid = this.observation.squares[square];
    return laid ? this.pairing(laid[0], laid[1]) : null;
  };

  // ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Pick a tile, or rotate the one that is picked. */
  pick(index: number): void {
    if (this.picked === index) this.turn(1);
    else this.picked = index;
  }

  turn(quarters: number): void {
    const tile = this.pickedTile;
    if (tile !== null)
      this.turned[tile] = this.turnsOf(tile) + quarters + (quarters < 0 && this.turnsOf(tile) === 0 ? 4 : 0);
  }

  unpick(): void {
    this.picked = null;
    this.previewed = null;
  }

  /** Play the candidate; returns false if there is none. What is to be confirmed first stays picked. */
  place(): boolean {
    const move = this.candidate;
    if (move === null) return false;
    if (!this.session.play(move.move)) return true;
    this.picked = this.spot = null;
    this.preview(null);
    this.otherPort = false;
    this.giving = [];
    this.taking = [];
    return true;
  }

  /** Move to the next or previous start spot, clockwise around the board. */
  stepSpot(step: number): void {
    const spots = sortClockwise(
      this.moves.flatMap((move) => (move.type === "PlaceMarker" ? [move.spot] : [])),
      this.size,
    );
    const at = this.spot === null ? -1 : spots.indexOf(this.spot);
    this.spot = spots[at === -1 ? 0 : (at + step + spots.length) % spots.length] ?? null;
  }

  /** Select the other marker, if the player has two. */
  chooseMarker(): void {
    const mine = this.observation.parts;
    const at = mine.indexOf(this.marker ?? -1);
    this.chosenMarker = mine[(at + 1) % mine.length] ?? null;
  }

  /** A point of the window in the coordinates of the board. */
  private toBoard(x: number, y: number): DOMPoint | null {
    const matrix = this.board?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : null;
  }

  /** The square at a point of the window; null outside the board. */
  squareAt(x: number, y: number): number | null {
    const at = this.toBoard(x, y);
    if (!at) return null;
    const [column, fromTop] = [Math.floor(at.x / SQUARE), Math.floor(at.y / SQUARE)];
    if (column < 0 || fromTop < 0 || column >= this.size || fromTop >= this.size) return null;
    return (this.size - 1 - fromTop) * this.size + column;
  }

  /** The point of a start spot: at a notch, or in the middle of a side. */
  startPoint(spot: number): Point {
    return startPointOf(spot, this.material);
  }

  /** The start spot nearest to a point of the window, if any is near enough. */
  spotAt(x: number, y: number): number | null {
    const at = this.toBoard(x, y);
    if (!at) return null;
    let [best, nearest] = [null as number | null, 0.6 * SQUARE];
    for (const move of this.moves) {
      if (move.type !== "PlaceMarker") continue;
      const [px, py] = this.startPoint(move.spot);
      const distance = Math.hypot(px - at.x, py - at.y);
      if (distance < nearest) [best, nearest] = [move.spot, distance];
    }
    return best;
  }

  // ── The bonus swap ────────────────────────────────────────────────────────────────────────────────────────────────

  toggle(list: "giving" | "taking", index: number): void {
    this[list] = this[list].includes(index) ? this[list].filter((other) => other !== index) : [...this[list], index];
  }

  private get swap(): TsuroMove | null {
    const pick = (tiles: readonly number[], indices: readonly number[]) =>
      indices
        .map((index) => tiles[index]!)
        .sort((one, other) => one - other)
        .join();
    const [give, take] = [pick(this.hand, this.giving), pick(this.observation.pool ?? [], this.taking)];
    return (
      this.moves.find((move) => move.type === "SwapTiles" && move.give.join() === give && move.take.join() === take) ??
      null
    );
  }

  // ── Texts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  prompt(): string {
    const words = t().tsuro.prompt;
    switch (this.phase) {
      case "PlaceMarker":
        return words.place;
      case "PlayTile":
        return this.picked === null ? words.play : words.turn;
      case "ChoosePort":
        return words.port;
      case "SwapTiles":
        return words.swap;
      case null:
        return "";
    }
  }

  describeMove = (move: TsuroMove) => describeMove(this, move);
  pieceOf = (move: TsuroMove): LogTile | null =>
    move.type === "PlayTile" ? { tile: move.tile, turns: move.turns } : null;
  describeEvent = (event: Event) => describeEvent(this, event);
  describeTurn = (events: Event[]) => describeTurn(this, events);
  describeElimination = () => describeElimination(this);
  describePosition = () => describePosition(this);
  describeReason = (reason: string) => t().tsuro.reasons[reason] ?? reason;

  preview(move: TsuroMove | null): void {
    this.previewed = move ?? this.session.unsentMove;
  }

  handleKey(event: KeyboardEvent): boolean {
    const onButton = event.target instanceof Element && event.target.closest("button, a, summary, [role=tab]") !== null;
    switch (event.key) {
      case "1":
      case "2":
      case "3":
        if (this.hand.length < Number(event.key)) return false;
        this.picked = Number(event.key) - 1;
        return true;
      case "r":
      case "R":
        this.turn(event.shiftKey ? -1 : 1);
        return this.picked !== null;
      case "p":
        this.otherPort = !this.otherPort;
        return true;
      case "m":
        this.chooseMarker();
        return this.hasTwoMarkers;
      case "Enter":
        return !onButton && this.place();
      case "Escape":
        this.unpick();
        return true;
      case "ArrowDown":
      case "ArrowUp": // Left and Right step through the game
        return !event.defaultPrevented && this.pressArrow(event.key === "ArrowDown" ? 1 : -1);
      default:
        return false;
    }
  }

  keys(): [string, string][] {
    const words = t().tsuro.keys;
    return [
      ["1 2 3", words.pick],
      ["↑ ↓", words.arrows],
      ["R", words.turn],
      ["⏎", words.place],
      ...(this.material.starts_on_sides ? ([["P", words.path]] as [string, string][]) : []),
      ...(this.hasTwoMarkers ? ([["M", words.marker]] as [string, string][]) : []),
      ["Esc", words.drop],
    ];
  }

  private pressArrow(step: number): boolean {
    if (this.phase === "PlaceMarker") this.stepSpot(step);
    else if (this.phase === "ChoosePort") this.otherPort = !this.otherPort;
    else if (this.hand.length > 0)
      this.picked = this.picked === null ? 0 : (this.picked + step + this.hand.length) % this.hand.length;
    else return false;
    return true;
  }
}
