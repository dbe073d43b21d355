import { expect, it } from "vitest";
import { isApplicable } from "./games.svelte";

const bonus = {
  name: "elimination_bonus",
  kind: "switch" as const,
  choices: [],
  least: null,
  most: null,
  default: "off",
  help: "",
  needs: { edition: ["calliope", "davinci"], players: ["3", "4"] },
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
