// Markers on their way: the position is the new one already, and this is how they got there.

import { motion } from "../../../theme/motion.svelte";
import { inwardOf, type Point, pointOf, sampleWay, SQUARE, wayData } from "../geometry";
import type { Event } from "../schema";
import type { TsuroTable } from "../table.svelte";

const PACE = 4.6; // milliseconds a unit of the board
const SHORTEST = 380;
const LONGEST = 1900;
const BURST = 1600;

export interface Glide {
  marker: number;
  points: Point[];
  data: string;
  /** The spots of its way, which are not yet in its colour. */
  spots: ReadonlySet<number>;
  duration: number;
  isOut: boolean;
}

export class Travels {
  glides: Glide[] = $state.raw([]);
  /** Markers that have just gone out, and where. */
  bursts: { key: string; marker: number; at: Point }[] = $state.raw([]);
  /** The square where a tile has just been laid. */
  dropped: number | null = $state(null);

  readonly gliding = $derived(new Set(this.glides.map(({ marker }) => marker)));
  readonly untrodden = $derived(new Set(this.glides.flatMap(({ spots }) => [...spots])));

  constructor(private readonly table: TsuroTable) {}

  /** Show what just happened. */
  begin(events: Event[]): void {
    const out = new Set(
      events.flatMap((event) =>
        event.type === "MarkerLeft" ? [event.marker] : event.type === "MarkersCollided" ? event.markers : [],
      ),
    );
    const laid = events.findLast((event) => event.type === "TileLaid");
    this.dropped = laid ? laid.square : null;
    const moved = events.flatMap((event) => (event.type === "MarkerMoved" ? [event] : []));
    const started = moved.map(({ marker, path }) => this.makeGlide(marker, path, out.has(marker)));
    if (motion.reduced) {
      for (const glide of started) if (glide.isOut) this.burst(glide);
      return;
    }
    const others = this.glides.filter(({ marker }) => !started.some((other) => other.marker === marker));
    this.glides = [...others, ...started];
  }

  finish(glide: Glide): void {
    this.glides = this.glides.filter((other) => other !== glide);
    if (glide.isOut) this.burst(glide);
  }

  /** Where a marker that is out lies: at the end of the path that it trod. */
  outPoint(marker: number): Point {
    const { scene, size } = this.table;
    const side = size * SQUARE;
    const [x, y] = pointOf(scene.ends[marker]!, size);
    const isOnRim = x === 0 || y === 0 || x === side || y === side;
    // Two that collided lie side by side.
    return isOnRim ? [x, y] : [x + (marker % 2 === 0 ? -9 : 9), y];
  }

  private makeGlide(marker: number, way: number[], isOut: boolean): Glide {
    const { size, tileAt } = this.table;
    const { points, length } = sampleWay(way, tileAt, size);
    const last = way.at(-2);
    if (way.at(-1) === -1 && last !== undefined) {
      // Over the edge, a little beyond it.
      const tile = tileAt(last >> 3);
      const [dx, dy] = inwardOf(tile?.[last & 7] ?? 0);
      const [x, y] = points.at(-1) ?? [0, 0];
      for (let step = 1; step <= 5; step++) points.push([x - dx * 5 * step, y - dy * 5 * step]);
    }
    const spots = way.flatMap((spot) => {
      const tile = spot < 0 ? null : tileAt(spot >> 3);
      return tile ? [spot, (spot & ~7) | tile[spot & 7]!] : [];
    });
    // A collision ends in the middle of the line that the two now share.
    const isCollision = isOut && way.at(-1) !== -1;
    return {
      marker,
      points: isCollision ? points.slice(0, Math.ceil(points.length / 2) + 1) : points,
      data: wayData(way, tileAt, size),
      spots: new Set(spots),
      duration: Math.min(LONGEST, Math.max(SHORTEST, length * PACE)),
      isOut,
    };
  }

  private burst({ marker, points }: Glide): void {
    const key = `${marker}.${this.table.session.standing?.ply}`;
    this.bursts = [...this.bursts, { key, marker, at: points.at(-1) ?? this.outPoint(marker) }];
    setTimeout(() => (this.bursts = this.bursts.filter((other) => other.key !== key)), BURST);
  }
}
