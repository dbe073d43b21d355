import { describe, expect, it } from "vitest";
import { judgeMove } from "./judgeMove";

const rated = (move: string, value: number | null, visits: number | null = null) => ({ move, value, visits });

describe("A move", () => {
  it("is weak if it promises clearly less than the best one", () => {
    const opinion = { moves: [rated("a", 0.6), rated("b", 0.5), rated("c", 0.4)] };
    expect(judgeMove(opinion, "c")).toBe("a");
    expect(judgeMove(opinion, "b")).toBeNull();
    expect(judgeMove(opinion, "a")).toBeNull();
  });

  it("is weak if the search hardly looked at it", () => {
    const opinion = { moves: [rated("a", 0.6, 800), rated("b", null, 100), rated("c", null, 200)] };
    expect(judgeMove(opinion, "b")).toBe("a");
    expect(judgeMove(opinion, "c")).toBeNull();
  });

  it("is not judged without figures", () => {
    expect(judgeMove({ moves: [rated("a", null)] }, "b")).toBeNull();
    expect(judgeMove({ moves: [rated("a", null), rated("b", 0)] }, "b")).toBeNull();
    expect(judgeMove({ moves: [] }, "b")).toBeNull();
  });
});
