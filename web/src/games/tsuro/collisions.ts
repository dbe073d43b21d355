// Where markers collided: in the middle of the path that they shared. A position shows the path, not where they met.

import type { PlyView } from "../../protocol/messages";
import { type Path, type Point, samplePath, type TileAt } from "./geometry";
import type { Types } from "./schema";

/** For each marker that collided: the path it shared with the other, from where it stood to where the other stood. */
export function findCollisions(plies: readonly PlyView<Types>[]): Map<number, Path> {
  const shared = new Map<number, Path>();
  for (const { events } of plies) {
    const paths = new Map(
      events.flatMap((event) => (event.type === "MarkerMoved" ? [[event.marker, event.path]] : [])),
    );
    for (const event of events) {
      if (event.type !== "MarkersCollided") continue;
      for (const marker of event.markers) shared.set(marker, paths.get(marker) ?? []);
    }
  }
  return shared;
}

/** The half of a shared path that ends where the two met, as points. */
export function pointsToMeeting(path: Path, tileAt: TileAt, size: number): Point[] {
  const { points } = samplePath(path, tileAt, size);
  return points.slice(0, Math.floor((points.length - 1) / 2) + 1);
}

/** Which marker took the paths at which spots, for the markers that collided: each up to where they met. */
export function findTakenSpots(plies: readonly PlyView<Types>[], tileAt: TileAt): Map<number, number> {
  const collisions = findCollisions(plies);
  const taken = new Map<number, number>();
  for (const { events } of plies) {
    for (const event of events) {
      if (event.type !== "MarkerMoved" || !collisions.has(event.marker)) continue;
      const crossings = event.path.slice(0, -1);
      const isLast = collisions.get(event.marker) === event.path;
      const own = isLast ? crossings.slice(0, Math.ceil(crossings.length / 2)) : crossings;
      for (const spot of own) {
        const tile = tileAt(spot >> 3);
        if (tile === null || taken.has(spot)) continue;
        taken.set(spot, event.marker);
        taken.set((spot & ~7) | tile[spot & 7]!, event.marker);
      }
    }
  }
  return taken;
}
