import type { Rules } from "../../rules";
import type { Material } from "../schema";

export const rules: Rules<Material> = (options) => [
  {
    title: "The idea",
    body: [
      "Two players build one tower. When it stands, look at it from its four sides and from above: in each view your largest connected area counts.",
    ],
  },
  {
    title: "The tower",
    body: [
      "Each player has 20 blocks, each two cubes long. The tower stands on 3×3 columns, a1 to c3; b2 is the middle. A block lies on two neighbouring columns, or it stands on one and is two levels high.",
      { figure: "blocks", caption: "A lying block and a standing one." },
    ],
  },
  {
    title: "Your turn",
    body: [
      {
        white: "White begins.",
        black: "Black begins.",
      }[options.first ?? ""] ?? "Chance decides who begins.",
      "Add one of your blocks to the tower.",
      {
        terms: [
          ["Contact", "It touches the tower with a face. Only the very first block stands alone."],
          ["Support", "All of it rests on the ground or on other blocks. Nothing hangs over."],
          [
            "Standing",
            "A standing block needs a neighbour at its side, on at least one of its two levels. What it stands on is not enough.",
          ],
          [
            "Lying",
            "Above the ground, a lying block rests on two different blocks. It may not lie exactly on top of one lying block.",
          ],
          [
            "Three open levels",
            "At most three levels may be unfinished. As long as the lowest of them is, nothing rises more than two levels above it.",
          ],
          [
            "The middle",
            "A place in the middle column may be filled only if something already stands around it on the same level; for a standing block, on both levels.",
          ],
        ],
      },
    ],
  },
  {
    title: "The bonus",
    body: [
      "If your block fills a place in the middle, wholly or with one half, you have a bonus. Choose one:",
      {
        list: [
          options.bonus_chains === "off"
            ? "Place another block. It earns no further bonus."
            : "Place another block. If it fills the middle again, you have another bonus.",
          "Take one of your opponent’s blocks off and give it back. Three kinds are safe: the block that they placed last, blocks with something on top, and blocks without which more than three levels would be unfinished. In their next turn your opponent may not use the places that became free.",
          "Leave it.",
        ],
      },
    ],
  },
  {
    title: "Passing",
    body: ["Whoever cannot place a block passes. Without blocks you pass, too, and the other player goes on building."],
  },
  {
    title: "The end",
    body: [
      "The game ends when all blocks are in the tower. A bonus of the last block is still played.",
      "Look at the tower from each side and from above. What you see counts, however far back it is. In each of the five views you score the squares of your largest connected area; corners do not connect. The higher sum wins; equal sums are a draw.",
      { figure: "views", caption: "A small tower and its five views, with the largest areas lit." },
    ],
  },
  {
    title: "What is not from the rulebook",
    body: [
      "The printed rules leave some questions open. Our answers: a bonus may be left; covered blocks cannot be taken off; whoever cannot place passes; equal sums are a draw; a game also ends when neither can place, or after 400 placed blocks.",
    ],
  },
];
