// Which markers go out in a list of events.

import type { Event } from "./schema";

/** The markers that an event puts out: by leaving the board or by colliding. */
export function markersOut(event: Event): number[] {
  if (event.type === "MarkerLeft") return [event.marker];
  return event.type === "MarkersCollided" ? event.markers : [];
}
