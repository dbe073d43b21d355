import { expect, test } from "vitest";
import type { Transport } from "../../protocol/connection";
import { makeLocalTable } from "../../protocol/localTable";
import type { Moment, Reason } from "../../protocol/review";
import { Session } from "../../protocol/session.svelte";
import { describeReasons } from "./reasons";
import { de } from "./words/de";
import { en } from "./words/en";
import { fr } from "./words/fr";
import { it } from "./words/it";

const WORDS = { en, fr, it, de };
const NOBODY: Transport = { open: () => {}, close: () => {}, send: () => false };

/** What is said of a move by the second player, where the reader is the first. */
function tell(reason: Reason, names: string[], kind: Moment["kind"] = "mistake"): string[] {
  const session = new Session(makeLocalTable({ game: "tao", options: {}, names, mine: [0] }), () => NOBODY);
  return Object.values(WORDS).flatMap((words) =>
    describeReasons({ seat: 1, kind, reasons: [reason] }, { session }, words),
  );
}

const spaces = (texts: string[]) => texts.map((text) => text.replace(/\s/g, " "));

test("for two players both figures are named, the mover's first", () => {
  const reason: Reason = { type: "WouldCount", what: "X", better: [2, 5], played: [3, 4] };
  expect(spaces(tell(reason, ["Ann", "Ben"]))).toEqual([
    "X: 5 to 2 instead of 4 to 3.",
    "X : 5 contre 2 au lieu de 4 contre 3.",
    "X: 5 a 2 invece di 4 a 3.",
    "X: 5 zu 2 statt 4 zu 3.",
  ]);
});

test("for more players it is said whose figure differs", () => {
  const reason: Reason = { type: "WouldCount", what: "X", better: [0, 2, 3], played: [1, -3, 3] };
  expect(spaces(tell(reason, ["Ann", "Ben", "Cleo"]))).toEqual([
    "X: you 0 instead of 1, Ben 2 instead of −3.",
    "X : vous 0 au lieu de 1, Ben 2 au lieu de −3.",
    "X: tu 0 invece di 1, Ben 2 invece di −3.",
    "X: du 0 statt 1, Ben 2 statt −3.",
  ]);
});

test("the reader is addressed, and a guest has a name in every language", () => {
  expect(tell({ type: "WentOut", seat: 0, ply: 9 }, ["Ann", "Ben"])).toEqual([
    "You went out and would have stayed in.",
    "Vous avez été éliminé alors que vous pouviez rester en jeu.",
    "Sei uscito dal gioco, ma potevi restare.",
    "Du bist ausgeschieden, hättest aber im Spiel bleiben können.",
  ]);
  expect(tell({ type: "WouldPutOut", seat: 0 }, ["Ann", "Ben"], "find")[3]).toBe("Damit scheidest du sofort aus.");
  expect(tell({ type: "WouldPutOut", seat: 1 }, ["Ann", "Guest 4711"])[0]).toBe(
    "It would have put Guest 4711 out at once.",
  );
  expect(makeLocalTable({ game: "tao", options: {}, names: ["Guest 4711"], mine: [] }).seats[0]?.guest).toBe(4711);
  expect(makeLocalTable({ game: "tao", options: {}, names: ["Guesty"], mine: [] }).seats[0]?.guest).toBeNull();
});
