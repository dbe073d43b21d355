import { expect, it } from "vitest";
import { isMeant } from "./games.svelte";

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
])("shows an option only where all that it needs is chosen: %o", (values: Record<string, string>, expected) => {
  expect(isMeant(bonus, values)).toBe(expected);
  expect(isMeant({ ...bonus, needs: {} }, values)).toBe(true);
});
