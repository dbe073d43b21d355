"""The rules as told to a player, under the options that are played. The full rules are in docs/rules/tao.md."""

from collections import Counter

from ludotheque.games.tao.cards import ELEMENTS, GUARDIANS, RECONSTRUCTED_DECK
from ludotheque.games.tao.setup import Setup

_POWERS = {
    "tiger": "you move the stone to a neighbouring element on the ring.",
    "dragon": "you move the stone two elements along the ring, either way.",
    "bird": (
        "you swap an uncovered card before you (this one counts) for an uncovered card of the same value before "
        "somebody else. Powers of swapped cards stay asleep. No equal values: nothing happens."
    ),
    "unicorn": (
        "it covers another uncovered card before you, which from then on is worth nothing for the rest of the round, "
        "whatever becomes of this one. No other card: nothing happens."
    ),
    "tortoise": "you have another turn at once, unless the round has just ended.",
}


def write_rulebook(setup: Setup) -> str:
    """Explain the game as Markdown."""
    options = setup.options
    teams = ", in teams" if options.teams else ""
    parts = [
        f"# Tao, {setup.seats} players{teams}",
        "Up to five rounds, a stone in each: that of round 1 is worth 1, that of round 5 is worth 5. Collect most.",
        "## A round",
        (
            f"Twelve of the {len(setup.deck)} cards lie face up in a ring: the path. Everybody holds two more, hidden."
            + (" The others are put away unseen." if len(setup.deck) > setup.deals else "")
            + " The stone starts on an element of its own: rounds 1 to 5 on Water, Wood, Fire, Earth, Metal. Chance "
            "says who begins round 1; later it is whoever took the last stone."
        ),
        "## Your turn",
        "Put one card before any player, yourself included. Take it",
        (
            "- from the path: one of the three next cards clockwise of the marker, which moves there; or\n"
            "- from your hand: the marker stays."
        ),
        "## Powers",
        (
            "A card with a power uses it when somebody puts it before themselves, and then it has to. Put before "
            "somebody else it is an ordinary card."
        ),
        "\n".join(f"- **{GUARDIANS[power]}:** {text}" for power, text in _POWERS.items() if power in set(setup.powers)),
        "## The end of a round",
        (
            f"When {setup.last} cards are left on the path the round is over, as soon as the last card's power has "
            "worked. Look where the stone stands: cards of that element count their value for the player they lie "
            "before, cards of the element opposed to it count against, all others nothing. The best result takes the "
            "stone. A tie goes to most points in the element itself, then to most cards of it; after that nobody gets "
            "the stone, and the next round is begun by whoever began this one."
        ),
        _opposition(setup),
        "## The end of the game",
        _end(setup),
        "## Moves in writing",
        _NOTATION,
        "## What is not from the rulebook",
        _honesty(setup),
    ]
    return "\n\n".join(parts)


def _opposition(setup: Setup) -> str:
    pairs = [
        f"{name.capitalize()} → {ELEMENTS[setup.opposite[number]].capitalize()}" for number, name in enumerate(ELEMENTS)
    ]
    return f"In play → opposed to it: {', '.join(pairs)}."


def _end(setup: Setup) -> str:
    if setup.options.teams:
        who = (
            "Seats 1 and 3 play against seats 2 and 4 and may not show each other their hands. Each round is still won "
            "by one player; partners add up their stones. "
        )
        lead, holder = "one team leads", "the team"
    else:
        who, lead, holder = "", "somebody leads everybody else" if setup.seats > 2 else "one leads", "the player"
    return (
        f"{who}After round 5, or after round 4 if {lead} by 6 or more, the highest total wins. Equal totals: {holder} "
        "with the most valuable stone is ahead; those who have no stone at all share their place."
    )


_NOTATION = (
    "`w2:fi3>4` takes the second of the next cards, Fire 3, and puts it before seat 4 (`w2>4` will do). `h:wo2dr>1` "
    "plays Wood 2, the Dragon, from the hand. `stone:earth` moves the stone, `fi2bi<>3:wa2to` swaps with seat 3, "
    "`cover:me4` covers."
)


_RULINGS = (
    "Where they are silent, these answers are ours: a power without a target is skipped; swapped cards do not use "
    "their powers; covered cards stay covered and out of every count; the last card's power works before the round is "
    "scored, but gives no extra turn; a stone that stays tied is nobody's; the lead that ends the game early is a lead "
    "over everybody."
)


def _honesty(setup: Setup) -> str:
    lines = [
        (
            "The published rules do not say which element is opposed to which. We take the old cycle of overcoming, "
            "and here the element opposed to the one in play is "
            + ("the one it overcomes" if setup.options.opposition == "overcomes" else "the one that overcomes it")
            + "; the option `opposition` turns it round."
        )
    ]
    if setup.options.deck == RECONSTRUCTED_DECK:
        lines.append(
            "They do not list the cards either. Our deck is a reconstruction: in every element 1, 2, 3 and 4, the 2 "
            "with the power of that element's guardian. If you own the game, write its cards into a TOML file and give "
            "it as the option `deck`."
        )
    else:
        counts = Counter(setup.options.deck)
        names = [card.title + (f" ×{count}" if count > 1 else "") for card, count in counts.items()]
        lines.append(f"You play with a deck of your own: {', '.join(names)}.")
    teams = " Partners' stones count together, their results do not." if setup.options.teams else ""
    lines.append(_RULINGS + teams)
    return "\n\n".join(lines)
