// The view model of Turris: lying or standing, which move is chosen, the camera, and everything in words.

import { announcer } from "../../app/shell/announcer.svelte";
import { seatName } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { capitalize, sentence } from "../../i18n/who";
import type { LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable } from "../view";
import { columnName, isStanding } from "./blocks";
import { describeLevels, describeReason, describeWhere } from "./describe";
import { findLastMove, type LastMove } from "./lastMove";
import { describeEvent, describeTurn } from "./log";
import type { Block, Event, Material, Observation, Scene, Types } from "./schema";

export type TurrisMove = LegalMove<Types>;

/** A legal move that places or takes off a block, with that block. */
export interface BlockMove {
  move: TurrisMove;
  block: Block;
}

export class TurrisTable implements GameTable {
  /** Whether the legal places for standing blocks are shown, or those for lying ones. */
  isStanding = $state(false);
  /** With a bonus: whether to take a block off instead of placing one. */
  isTaking = $state(false);
  /** The notation of the move that is chosen and not confirmed yet. */
  chosen = $state<string | null>(null);
  /** The notation of the move under the pointer. */
  hovered = $state<string | null>(null);
  /** The move that is previewed from the move list or a hint. */
  previewed = $state.raw<TurrisMove | null>(null);
  /** The camera: its angles around and above the tower, in radians. */
  turn = $state(0.6);
  tilt = $state(0.5);

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

  // ── Actions ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private choicesOf(type: TurrisMove["type"]): BlockMove[] {
    return this.session.moves.flatMap((move) => {
      const block = move.type === type ? blockOf(move) : null;
      return block ? [{ move, block }] : [];
    });
  }

  get placements(): BlockMove[] {
    return this.choicesOf("PlaceBlock");
  }

  get removals(): BlockMove[] {
    return this.choicesOf("TakeBlockOff");
  }

  get decline(): TurrisMove | undefined {
    return this.session.moves.find(({ type }) => type === "DeclineBonus");
  }

  /** The moves to choose from: placements in the current pose, or removals. */
  get choices(): BlockMove[] {
    if (this.isTaking && this.removals.length > 0) return this.removals;
    return this.placements.filter(({ block }) => isStanding(block) === this.isStanding);
  }

  /** The move that somebody wants to look at: previewed from the move list, or chosen on the tower. */
  get focused(): BlockMove | null {
    return this.find(this.previewed?.move ?? this.chosen);
  }

  /** The move on display: the focused one, otherwise the one under the pointer. */
  get shown(): BlockMove | null {
    return this.focused ?? this.find(this.hovered);
  }

  /** What the views would show and be worth after the move on display, as the server has worked it out. */
  get forecast(): Scene | null {
    const shown = this.previewed ?? this.shown?.move;
    return shown?.scene ?? null;
  }

  private find(notation: string | null): BlockMove | null {
    return [...this.placements, ...this.removals].find(({ move }) => move.move === notation) ?? null;
  }

  get shownIsRemoval(): boolean {
    return this.shown?.move.type === "TakeBlockOff";
  }

  /** Choose a move; choosing the same one again plays it. */
  choose(notation: string | null): void {
    if (notation !== null && notation === this.chosen) this.confirm();
    else this.chosen = notation;
  }

  confirm(): void {
    const choice = this.find(this.chosen);
    if (choice) this.play(choice.move);
  }

  /** Play a move. What is to be confirmed first stays chosen. */
  play(move: TurrisMove): void {
    if (!this.session.play(move.move)) return;
    this.chosen = null;
    this.previewed = null;
    this.hovered = null;
  }

  setPose(standing: boolean): void {
    this.isStanding = standing;
    this.chosen = null;
    this.hovered = null;
  }

  setTaking(taking: boolean): void {
    this.isTaking = taking;
    this.chosen = null;
    this.hovered = null;
  }

  /** Clear the choice after a new position; if only one pose is legal, select it. */
  reset(): void {
    this.chosen = null;
    this.hovered = null;
    this.isTaking = false;
    const poses = new Set(this.placements.map(({ block }) => isStanding(block)));
    if (poses.size === 1) this.isStanding = poses.has(true);
  }

  preview(move: TurrisMove | null): void {
    this.previewed = move ?? this.session.unsentMove;
  }

  handleKey(event: KeyboardEvent): boolean {
    const turns: Record<string, () => void> = {
      ArrowLeft: () => (this.turn -= Math.PI / 8),
      ArrowRight: () => (this.turn += Math.PI / 8),
      ArrowUp: () => (this.tilt = Math.min(1.4, this.tilt + 0.15)),
      ArrowDown: () => (this.tilt = Math.max(0.05, this.tilt - 0.15)),
    };
    // Elsewhere than on the tower, Left and Right step through the game.
    const isOnTower = event.target instanceof Element && event.target.closest(".tower") !== null;
    const isOnControl =
      event.target instanceof HTMLElement && event.target.closest("button, a, summary, [role=tab]") !== null;
    if (isOnControl && (event.key === "Enter" || event.key === " ")) return false;
    const acts: Record<string, () => void> = {
      ...turns,
      " ": () => this.togglePose(),
      Enter: () => this.confirm(),
      Escape: () => (this.chosen = null),
      n: () => this.step(1),
      p: () => this.step(-1),
    };
    const act = acts[event.key];
    if (!act || (turns[event.key] ? !isOnTower : !this.session.isMyTurn)) return false;
    act();
    return true;
  }

  private step(by: number): void {
    const { choices } = this;
    if (choices.length === 0) return;
    const at = choices.findIndex(({ move }) => move.move === this.chosen);
    const next = at < 0 && by < 0 ? choices.length - 1 : (at + by + choices.length) % choices.length;
    this.chosen = choices[next]!.move.move;
    announcer.announce(this.describeMove(choices[next]!.move));
  }

  private togglePose(): void {
    const { standing, lying } = t().turris.table;
    this.setPose(!this.isStanding);
    announcer.announce(this.isStanding ? standing : lying);
  }

  keys(): [string, string][] {
    const words = t().turris.keys;
    return [
      ["N P", words.step],
      [t().turris.keys.space, words.pose],
      ["⏎", words.place],
      ["Esc", words.drop],
      ["← → ↑ ↓", words.turn],
    ];
  }

  /** What was just placed and taken off. */
  get lastMove(): LastMove {
    return findLastMove(this.session.shownPlies);
  }

  // ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────

  name(seat: number): string {
    return seatName(this.session.table, seat);
  }

  column(column: number): string {
    return columnName(column, this.material.size);
  }

  where(block: Block): string {
    return describeWhere(block, this.material.size);
  }

  /** Whether a block stands, or lies and on which other column, as seen from one of its columns. */
  pose({ columns }: Block, column: number): string {
    const words = t().turris;
    const other = columns.find((other) => other !== column);
    return other === undefined ? words.stands : words.liesTo(this.column(other));
  }

  levels(block: Block): string {
    return describeLevels(block);
  }

  /** The place of a block in a few words, for who looks at it or hears of it. */
  describePlace(block: Block): string {
    const place = `${this.where(block)}, ${this.levels(block)}`;
    return capitalize(place);
  }

  /** A move that is looked at, and the points that it would lead to; empty if there is none. */
  describeForecast(): string {
    const { focused, forecast } = this;
    if (!focused || !forecast) return "";
    const words = t().turris;
    const [white, black] = forecast.points.map((points, seat) =>
      words.forecastPoints(points, points - this.scene.points[seat]!),
    );
    return words.forecast(this.describePlace(focused.block), white!, black!);
  }

  prompt(): string {
    if (!this.session.isMyTurn) return "";
    return this.observation.has_bonus ? t().turris.prompt.bonus : t().turris.prompt.place;
  }

  describeMove(move: TurrisMove): string {
    const words = t().turris.move;
    const block = blockOf(move);
    if (block === null) return words.decline;
    const [where, levels] = [this.where(block), this.levels(block)];
    if (move.type === "TakeBlockOff") return words.take(where, levels);
    const earns = move.events.some(({ type }) => type === "BonusEarned");
    return earns ? words.placeForBonus(where, levels) : words.place(where, levels);
  }

  describeEvent = (event: Event) => sentence(describeEvent(this, event));
  describeTurn = (events: Event[]) => describeTurn(this, events);

  describeTally = (name: string) => t().turris.views[name as keyof ReturnType<typeof t>["turris"]["views"]] ?? name;
  describeReason = describeReason;

  describePosition(): string[] {
    const words = t().turris;
    const { blocks, left, barred } = this.observation;
    const { heights, views } = this.scene;
    const empty = heights.flatMap((height, column) => (height === 0 ? [this.column(column)] : []));
    return [
      ...left.map((count, seat) => words.position.left(words.colours[seat]!, count)),
      ...heights.flatMap((height, column) => {
        if (height === 0) return [];
        const parts = blocks.filter(({ columns }) => columns.includes(column));
        return [
          words.position.column(
            this.column(column),
            parts.map((block) =>
              words.position.part(words.colours[block.seat]!, this.pose(block, column), this.levels(block)),
            ),
          ),
        ];
      }),
      ...(empty.length ? [words.position.empty(empty)] : []),
      words.position.points(views.map(({ name, points }) => words.viewInWords(words.views[name], ...points))),
      ...(barred.length
        ? [words.position.barred(barred.map(([column, level]) => words.position.cell(this.column(column), level)))]
        : []),
    ];
  }
}

/** The block that a move would place or take off. */
export function blockOf(move: TurrisMove): Block | null {
  const event = move.events.find(({ type }) => type === "BlockPlaced" || type === "BlockTakenOff");
  return event && "block" in event ? event.block : null;
}
