// What of a game of Tao the texts of the rules depend on. What the options come to, the server says.

import type { Material } from "../schema";

export interface Facts {
  hasTeams: boolean;
  /** A round ends with three cards on the path; otherwise with four. */
  leavesThree: boolean;
  /** The element opposed to the one in play is the one it overcomes; otherwise the one that overcomes it. */
  overcomes: boolean;
}

export function readFacts(options: Record<string, string>, material: Material): Facts {
  return {
    hasTeams: material.has_teams,
    leavesThree: material.last === 3,
    overcomes: options.opposition !== "overcome_by",
  };
}
