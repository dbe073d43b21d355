import { type Rules, when } from "../../rules";
import type { Material } from "../schema";
import { readFacts } from "./facts";

export const rules: Rules<Material> = (options, material) => {
  const facts = readFacts(options, material);
  return [
    {
      title: "The idea",
      body: [
        "Five rounds, and a stone to win in each. The stone of the first round is worth 1, that of the last is worth 5. Collect the most.",
      ],
    },
    {
      title: "A round",
      body: [
        "Twelve cards lie face up in a ring: the path. Everybody also holds two hidden cards. The remaining cards stay unseen.",
        "The stone of the round stands on an element: Water in round 1, then Wood, Fire, Earth and Metal. It shows which cards count.",
        { figure: "ring", caption: "The five elements in their ring, with the stone." },
        "Chance decides who begins round 1. Later rounds are begun by whoever won the last stone.",
      ],
    },
    {
      title: "Your turn",
      body: [
        "Put one card before any player you like, yourself included. Take it",
        {
          list: [
            "from the path: one of the next three cards clockwise from the marker, which moves to that place; or",
            "from your hand: then the marker stays where it is.",
          ],
        },
      ],
    },
    {
      title: "The guardians",
      body: [
        "Some cards carry a power. It works when you put the card before yourself, and then it must be used. Put before somebody else, it is an ordinary card.",
        {
          terms: [
            ["White Tiger", "Move the stone to a neighbouring element."],
            ["Azure Dragon", "Move the stone two elements along the ring, either way."],
            [
              "Vermilion Bird",
              "Swap one of your open cards, this one included, for an open card of the same value before somebody else. Powers of swapped cards do not work.",
            ],
            [
              "Yellow Unicorn",
              "Cover another of your open cards. A covered card counts for nothing until the round ends.",
            ],
            ["Black Tortoise", "Take another turn at once, unless the round is over."],
          ],
        },
        "A power that finds nothing to work on is skipped.",
      ],
    },
    {
      title: "The end of a round",
      body: [
        `The round ends when only ${facts.leavesThree ? "three" : "four"} cards are left on the path.`,
        "Look where the stone stands. Your cards of that element count their value for you. Cards of the opposed element count against you. All others count nothing. The best result wins the stone.",
        "In a tie, the most points in the element itself decide, then the most cards of it. If it is still a tie, nobody gets the stone.",
        facts.overcomes
          ? "Opposed are: to Water, Fire; to Wood, Earth; to Fire, Metal; to Earth, Water; to Metal, Wood."
          : "Opposed are: to Water, Earth; to Wood, Metal; to Fire, Water; to Earth, Wood; to Metal, Fire.",
      ],
    },
    {
      title: "The end of the game",
      body: [
        ...when(
          facts.hasTeams,
          "Seats 1 and 3 play together against seats 2 and 4. Each stone is still won by one player; partners add their stones together. Partners may not show each other their cards.",
        ),
        "The highest total of stones wins after round 5, or already after round 4 if the lead is 6 or more. With equal totals, the most valuable single stone decides.",
      ],
    },
    {
      title: "What is not from the rulebook",
      body: [
        "The printed rules do not say which element is opposed to which. We follow the old cycle of overcoming; an option turns it round.",
        "They do not list the cards either. Unless a table brings its own, our deck is a reconstruction: a 1, 2, 3 and 4 in every element, and the 2 carries the power of its guardian.",
        "Our own answers, where the rules are silent: the power of the last card works before the round is scored; covered cards stay covered; a stone that stays tied is nobody’s.",
      ],
    },
  ];
};
