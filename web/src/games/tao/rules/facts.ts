// What of the options of Tao the texts of the rules depend on.

export interface Facts {
  hasTeams: boolean;
  isForThree: boolean;
  /** The element opposed to the one in play is the one it overcomes; otherwise the one that overcomes it. */
  overcomes: boolean;
}

export function readFacts(options: Record<string, string>): Facts {
  return {
    hasTeams: options.teams === "on",
    isForThree: options.players === "3",
    overcomes: options.opposition !== "overcome_by",
  };
}
