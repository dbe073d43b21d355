// What of the options of Tsuro the texts of the rules depend on.

export interface Facts {
  isKosmos: boolean;
  /** Kosmos for two: two markers each. */
  hasTwoMarkers: boolean;
  hasDragon: boolean;
  hasBonus: boolean;
  passesPile: boolean;
  /** Neither the edge nor a collision by your own hand; otherwise only the edge. */
  bansCollision: boolean;
  hasOwnTiles: boolean;
}

export function readFacts(options: Record<string, string>): Facts {
  const isKosmos = options.edition === "kosmos";
  const isForTwo = options.players === "2";
  return {
    isKosmos,
    hasTwoMarkers: isKosmos && isForTwo,
    hasDragon: !isKosmos && !isForTwo,
    hasBonus: options.elimination_bonus === "on",
    passesPile: options.pass_the_pile === "on",
    bansCollision: options.suicide_covers === "any",
    hasOwnTiles: (options.tiles ?? "edition") !== "edition",
  };
}
