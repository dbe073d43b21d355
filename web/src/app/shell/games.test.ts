import { expect, it } from "vitest";
import { isApplicable, listApplicable } from "./games.svelte";

const bonus = {
  name: "elimination_bonus",
  kind: "switch" as const,
  choices: [],
  least: null,
  most: null,
  default: "off",
  help: "",
  needs: { edition: ["calliope", "davinci"], players: ["3", "4"] },
  omit_default: false,
};

it.each([
  [{ edition: "calliope", players: "3" }, true],
  [{ edition: "calliope", players: "2" }, false],
  [{ edition: "kosmos", players: "3" }, false],
  [{ edition: "calliope" }, false],
])("an option applies only if all that it needs is chosen: %o", (values: Record<string, string>, expected) => {
  expect(isApplicable(bonus, values)).toBe(expected);
  expect(isApplicable({ ...bonus, needs: {} }, values)).toBe(true);
});

it("an option that depends on one that does not apply does not apply either", () => {
  const teams = { ...bonus, name: "teams", needs: { players: ["4"] } };
  const rounds = { ...bonus, name: "team_rounds", kind: "choice" as const, default: "each", needs: { teams: ["on"] } };
  const names = (players: string) => listApplicable([teams, rounds], { players, teams: "on" }).map(({ name }) => name);
  expect(names("4")).toEqual(["teams", "team_rounds"]);
  expect(names("3")).toEqual([]);
});
