// The moves of an analysis as a tree: what was played or is the main line first, variations after it. Values that are
// never changed: every change gives a new tree.

import type { AnalysedMove, Seat } from "../../protocol/messages";

/** What is noted, by language. */
export type Words = Record<string, string>;

export interface AnalysisNode {
  /** In the game's notation; empty at the start. */
  readonly move: string;
  readonly actor: Seat | "chance" | null;
  /** The index of the node before; -1 at the start. */
  readonly parent: number;
  readonly children: readonly number[];
  readonly words: Words;
  /** Whether it is from the record that was opened, which is never changed. */
  readonly isRecorded: boolean;
}

/** A line of moves: each with the variations that could have been played instead of it. */
export interface Line {
  items: { node: number; variations: Line[] }[];
}

export const START = 0;

export class AnalysisTree {
  private constructor(private readonly nodes: ReadonlyMap<number, AnalysisNode>) {}

  static open(moves: readonly AnalysedMove[], words: Words, isRecorded: boolean): AnalysisTree {
    const start = { move: "", actor: null, parent: -1, children: [], words, isRecorded };
    const nodes = new Map<number, AnalysisNode>([[START, start]]);
    moves.forEach(({ parent, move, actor, words }, index) => {
      const before = nodes.get(parent + 1)!;
      nodes.set(index + 1, { move, actor, parent: parent + 1, children: [], words, isRecorded });
      nodes.set(parent + 1, { ...before, children: [...before.children, index + 1] });
    });
    return new AnalysisTree(nodes);
  }

  get(node: number): AnalysisNode {
    return this.nodes.get(node)!;
  }

  has(node: number): boolean {
    return this.nodes.has(node);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** The nodes from the first move up to this one. */
  path(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at !== START; at = this.get(at).parent) path.unshift(at);
    return path;
  }

  /** How many moves lead to a node. */
  ply(node: number): number {
    return this.path(node).length;
  }

  moves(node: number): string[] {
    return this.path(node).map((each) => this.get(each).move);
  }

  find(parent: number, move: string): number | null {
    return this.get(parent).children.find((child) => this.get(child).move === move) ?? null;
  }

  /** Add a move after a node; one that is there already is not added again. */
  add(parent: number, move: string, actor: Seat | "chance"): { tree: AnalysisTree; node: number } {
    const found = this.find(parent, move);
    if (found !== null) return { tree: this, node: found };
    const node = Math.max(...this.nodes.keys()) + 1;
    const before = this.get(parent);
    const nodes = new Map(this.nodes)
      .set(parent, { ...before, children: [...before.children, node] })
      .set(node, { move, actor, parent, children: [], words: {}, isRecorded: false });
    return { tree: new AnalysisTree(nodes), node };
  }

  /** Remove a node that was added by hand, and everything after it. */
  remove(node: number): AnalysisTree {
    const { parent, isRecorded } = this.get(node);
    if (isRecorded || node === START) return this;
    const nodes = new Map(this.nodes);
    const gone = [node];
    for (let at = gone.pop(); at !== undefined; at = gone.pop()) {
      gone.push(...this.get(at).children);
      nodes.delete(at);
    }
    const before = this.get(parent);
    nodes.set(parent, { ...before, children: before.children.filter((child) => child !== node) });
    return new AnalysisTree(nodes);
  }

  note(node: number, language: string, text: string): AnalysisTree {
    const before = this.get(node);
    return new AnalysisTree(new Map(this.nodes).set(node, { ...before, words: { ...before.words, [language]: text } }));
  }

  /** The end of the main line after a node. */
  end(node: number): number {
    let at = node;
    for (let [next] = this.get(at).children; next !== undefined; [next] = this.get(at).children) at = next;
    return at;
  }

  /** The move before or after this one among those that could be played here; itself if there is none. */
  beside(node: number, step: 1 | -1): number {
    if (node === START) return node;
    const siblings = this.get(this.get(node).parent).children;
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /** The main line from a node on, with its variations. */
  line(first: readonly number[] = this.get(START).children): Line {
    const items: Line["items"] = [];
    for (let choices = first; choices.length > 0; ) {
      const [node, ...others] = choices as [number, ...number[]];
      items.push({ node, variations: others.map((other) => this.line([other])) });
      choices = this.get(node).children;
    }
    return { items };
  }

  /** All moves in an order in which each comes after the one that it follows, as the server takes them. */
  list(): { parent: number; move: string; words: Words }[] {
    const order: number[] = [];
    const waiting = [...this.get(START).children].reverse();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      order.push(at);
      waiting.push(...[...this.get(at).children].reverse());
    }
    const places = new Map(order.map((node, index) => [node, index]));
    return order.map((node) => {
      const { parent, move, words } = this.get(node);
      return { parent: parent === START ? -1 : places.get(parent)!, move, words };
    });
  }

  /** The tree in the game's notation, variations in parentheses: `1. a4=6 2. +3 (2. +4) 3. b2=5`. */
  format(): string {
    const write = ({ items }: Line, ply: number): string =>
      items
        .flatMap(({ node, variations }, index) => [
          `${ply + index}. ${this.get(node).move}`,
          ...variations.map((variation) => `(${write(variation, ply + index)})`),
        ])
        .join(" ");
    return write(this.line(), 1);
  }
}
