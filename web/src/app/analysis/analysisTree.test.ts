import { describe, expect, it } from "vitest";
import { AnalysisTree, START } from "./analysisTree";

const recorded = (parent: number, move: string) => ({ parent, move, actor: 0, words: {} });
const open = () => AnalysisTree.open([recorded(-1, "a"), recorded(0, "b"), recorded(0, "c")], { en: "Start" }, true);

describe("The tree of an analysis", () => {
  it("is opened as the server sends it", () => {
    const tree = open();
    expect(tree.moves(tree.end(START))).toEqual(["a", "b"]);
    expect(tree.get(START).words).toEqual({ en: "Start" });
    expect(tree.list().map(({ parent, move }) => [parent, move])).toEqual([
      [-1, "a"],
      [0, "b"],
      [0, "c"],
    ]);
    expect(tree.format()).toBe("1. a 2. b (2. c)");
  });

  it("grows by moves, each of them once", () => {
    const before = open();
    const first = before.add(before.end(START), "d", "chance");
    const again = first.tree.add(before.end(START), "d", "chance");
    expect(again).toEqual({ tree: first.tree, node: first.node });
    expect(before.has(first.node)).toBe(false);
    const second = first.tree.add(START, "x", 1);
    expect(second.tree.format()).toBe("1. a (1. x) 2. b (2. c) 3. d");
    expect(second.tree.ply(first.node)).toBe(3);
  });

  it("goes from variation to variation", () => {
    const tree = open();
    const [b, c] = tree.get(1).children as [number, number];
    expect(tree.beside(b, 1)).toBe(c);
    expect(tree.beside(c, 1)).toBe(c);
    expect(tree.beside(c, -1)).toBe(b);
    expect(tree.beside(START, 1)).toBe(START);
  });

  it("loses what was added by hand, and never what was recorded", () => {
    const { tree, node } = open().add(2, "d", 0);
    const longer = tree.add(node, "e", 0);
    expect(longer.tree.remove(node).format()).toBe(open().format());
    expect(longer.tree.remove(1)).toBe(longer.tree);
  });

  it("holds notes by language", () => {
    const tree = open().note(1, "de", "Gut").note(1, "en", "Good");
    expect(tree.list()[0]!.words).toEqual({ de: "Gut", en: "Good" });
  });
});
