import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "The idea",
      body: ["Every player has a path that grows, tile by tile. Stay on the board longer than everybody else."],
    },
    {
      title: "Getting started",
      body: [
        ...when(
          facts.isKosmos,
          "The board has 6×6 squares for up to four players and 7×7 for more; with fewer players you may choose the large one. There are 64 tiles.",
          "In turn, choose an outer side of a square on the rim and put your marker in the middle of it. When the first tile reaches your marker, you choose which of the two paths beside it to follow. You choose even if somebody else laid the tile.",
          { figure: "side", caption: "A marker in the middle of a side, and the two paths it may take." },
        ),
        ...when(
          !facts.isKosmos,
          "The board has 6×6 squares. There are 35 tiles, all different.",
          "In turn, put your marker on a free notch of the rim. Two markers may face the same square.",
        ),
        "Everybody gets three tiles. The others are the pile.",
      ],
    },
    {
      title: "Your turn",
      body: [
        "Lay one of your tiles on the empty square in front of your marker, turned as you like. Your marker follows its path as far as it goes. So does every other marker that the new tile touches. Then draw a tile.",
        { figure: "turn", caption: "The tile is laid; the marker follows its path to the next empty square." },
        ...when(
          facts.hasTwoMarkers,
          "You have two markers and one hand. In each turn you play for one marker, then for the other, in the order you like.",
        ),
      ],
    },
    {
      title: "Going out",
      body: [
        {
          list: [
            "A path that leads over the edge of the board takes its marker out.",
            "If a tile joins the paths of two markers into one, they collide and both are out.",
          ],
        },
        { figure: "edge", caption: "Over the edge, and in a collision." },
        ...when(facts.hasTwoMarkers, "You are out when both of your markers are."),
        ...when(
          facts.isKosmos,
          "You may put yourself out. The tiles of a player who is out are laid down and not used again.",
        ),
        ...when(
          !facts.isKosmos,
          facts.bansCollision
            ? "You may not send your own marker over the edge or into a collision, unless every tile you could play puts you out."
            : "You may not send your own marker over the edge, unless every tile you could play does. Running into another marker is allowed.",
          "The tiles of a player who is out go back to the pile.",
        ),
      ],
    },
    {
      title: "Drawing",
      body: [
        "Nobody ever holds more than three tiles. When the pile is empty, play goes on without drawing. Whoever has no tile is skipped.",
        ...when(
          facts.hasDragon,
          "If you should draw and the pile is empty, you take the dragon tile, provided that it lies beside the board.",
          "When tiles come back to the pile, everybody who lacks tiles draws, one tile at a time, in turn. The holder of the dragon begins and hands it back; without a holder, the player who has just played begins. If the tiles run out again, the first who goes without takes the dragon.",
          "If the holder of the dragon goes out, it passes to the next player who lacks a tile.",
        ),
        ...when(facts.passesPile, "The pile lies before the player whose turn it is, with the dragon tile under it."),
      ],
    },
    ...(facts.hasBonus
      ? [
          {
            title: "The bonus",
            body: [
              "If your tile puts others out and you stay in, you look at their tiles and may swap any number of yours for as many of theirs. The others see how many you swapped, but not which.",
            ],
          },
        ]
      : []),
    {
      title: "The end",
      body: [
        "The last player on the board wins. If the last players go out by the same tile, they share the win. So do all who are still in when nobody has a tile left. The others are ranked by how long they stayed in.",
      ],
    },
    {
      title: "What is not from the rulebook",
      body: [
        "The printed rules leave some questions open. Our answers: seat 1 begins; all markers move at the same time, and where they stood before the tile decides who collides; whoever has no tile is skipped.",
        ...when(
          facts.isKosmos,
          "If several markers choose their path because of one tile, their owners choose in turn, beginning with the player who laid it.",
        ),
        ...when(
          facts.isKosmos && !facts.hasOwnTiles,
          "We know of no list of the 64 tiles. Ours is a reconstruction: every tile once, and 29 of them a second time.",
        ),
      ],
    },
  ];
};
