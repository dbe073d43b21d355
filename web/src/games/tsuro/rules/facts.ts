// What of a game of Tsuro the texts of the rules depend on. What the options come to, the server says.

import type { Material } from "../schema";

export interface Facts {
  isKosmos: boolean;
  hasTwoMarkers: boolean;
  hasDragon: boolean;
  hasBonus: boolean;
  passesPile: boolean;
  /** Neither the edge nor a collision by your own hand; otherwise only the edge. */
  bansCollision: boolean;
  hasOwnTiles: boolean;
}

export function readFacts(options: Record<string, string>, material: Material): Facts {
  return {
    isKosmos: options.edition === "kosmos",
    hasTwoMarkers: material.markers_each > 1,
    hasDragon: material.has_dragon,
    hasBonus: material.has_bonus,
    passesPile: material.passes_pile,
    bansCollision: material.bans_collision,
    hasOwnTiles: (options.tiles ?? "edition") !== "edition",
  };
}
