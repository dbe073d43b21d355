// Animates markers along their paths. The board already shows the new position; this shows how markers got there.

import { motion } from "../../../theme/motion.svelte";
import { findCollisions, pointsToMeeting } from "../collisions";
import { markersOut } from "../eliminations";
import { inwardOf, type Point, pointOf, samplePath, SQUARE, pathData } from "../geometry";
import type { Event } from "../schema";
import type { TsuroTable } from "../table.svelte";

const PACE = 4.6; // milliseconds per unit of the board
const SHORTEST = 380;
const LONGEST = 1900;
const BURST = 1600;

export interface Movement {
  marker: number;
  points: Point[];
  data: string;
  /** The spots of its path, which get its colour when it has arrived. */
  spots: ReadonlySet<number>;
  duration: number;
  isOut: boolean;
}

export class MarkerAnimation {
  movements: Movement[] = $state.raw([]);
  /** Effects at the points where markers have just gone out. */
  bursts: { key: string; marker: number; at: Point }[] = $state.raw([]);
  /** The square of the tile that was just laid. */
  laidSquare: number | null = $state(null);

  readonly moving = $derived(new Set(this.movements.map(({ marker }) => marker)));
  readonly pendingSpots = $derived(new Set(this.movements.flatMap(({ spots }) => [...spots])));

  constructor(private readonly table: TsuroTable) {}

  /** Animate what just happened. */
  start(events: Event[]): void {
    const out = new Set(events.flatMap(markersOut));
    const laid = events.findLast((event) => event.type === "TileLaid");
    this.laidSquare = laid ? laid.square : null;
    const moved = events.flatMap((event) => (event.type === "MarkerMoved" ? [event] : []));
    const started = moved.map(({ marker, path }) => this.makeMovement(marker, path, out.has(marker)));
    if (motion.reduced) {
      for (const movement of started) if (movement.isOut) this.burst(movement);
      return;
    }
    const others = this.movements.filter(({ marker }) => !started.some((other) => other.marker === marker));
    this.movements = [...others, ...started];
  }

  finish(movement: Movement): void {
    this.movements = this.movements.filter((other) => other !== movement);
    if (movement.isOut) this.burst(movement);
  }

  /** Where an eliminated marker is drawn: where it collided, or at the end of its path. */
  outPoint(marker: number): Point {
    const { scene, session, size, tileAt } = this.table;
    const side = size * SQUARE;
    const shared = findCollisions(session.shownPlies).get(marker);
    const [x, y] = (shared && pointsToMeeting(shared, tileAt, size).at(-1)) ?? pointOf(scene.ends[marker]!, size);
    const isOnRim = x === 0 || y === 0 || x === side || y === side;
    // Two markers that collided are drawn side by side.
    return isOnRim ? [x, y] : [x + (marker % 2 === 0 ? -9 : 9), y];
  }

  private makeMovement(marker: number, path: number[], isOut: boolean): Movement {
    const { size, tileAt } = this.table;
    const { points, length } = samplePath(path, tileAt, size);
    const last = path.at(-2);
    if (path.at(-1) === -1 && last !== undefined) {
      // Leaving the board: continue a little beyond the edge.
      const tile = tileAt(last >> 3);
      const [dx, dy] = inwardOf(tile?.[last & 7] ?? 0);
      const [x, y] = points.at(-1) ?? [0, 0];
      for (let step = 1; step <= 5; step++) points.push([x - dx * 5 * step, y - dy * 5 * step]);
    }
    const spots = path.flatMap((spot) => {
      const tile = spot < 0 ? null : tileAt(spot >> 3);
      return tile ? [spot, (spot & ~7) | tile[spot & 7]!] : [];
    });
    // Colliding markers meet in the middle of the path that they share.
    const isCollision = isOut && path.at(-1) !== -1;
    return {
      marker,
      points: isCollision ? pointsToMeeting(path, tileAt, size) : points,
      data: pathData(path, tileAt, size),
      spots: new Set(spots),
      duration: Math.min(LONGEST, Math.max(SHORTEST, length * PACE)),
      isOut,
    };
  }

  private burst({ marker, points }: Movement): void {
    const key = `${marker}.${this.table.session.position?.ply}`;
    this.bursts = [...this.bursts, { key, marker, at: points.at(-1) ?? this.outPoint(marker) }];
    setTimeout(() => (this.bursts = this.bursts.filter((other) => other.key !== key)), BURST);
  }
}
