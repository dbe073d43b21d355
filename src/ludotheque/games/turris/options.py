"""The options of a game of Turris, and the numbers that never change. No rule is written here."""

from dataclasses import dataclass

from ludotheque.core.options import Options, choice, number, switch

SEATS = 2
COLOURS = ("white", "black")
"""The colour of each seat."""
BLOCKS = 20
"""How many blocks each player has."""
PLY_LIMIT = 400
"""A game with this many placements ends as it stands. Taking off gives blocks back, so without it no end is certain."""


@dataclass(frozen=True, kw_only=True)
class TurrisOptions(Options):
    """How Turris is played."""

    bonus_chains: bool = switch(default=True, help="A bonus block that fills the middle earns another bonus.")
    first: str = choice("random", *COLOURS, default="random", help="Who begins.")
    free_blocks: int = number(
        1,
        SEATS,
        default=1,
        omit_default=True,
        help="How many blocks at the beginning of the game need not touch another.",
    )
    ground_lying: str = choice(
        "free",
        "first_only",
        default="free",
        omit_default=True,
        help="Which blocks may lie on the ground: any that touches another, or only a free block (see free_blocks).",
    )
    last_bonus: str = choice(
        "played",
        "ends",
        default="played",
        omit_default=True,
        help="Whether a bonus earned with the last block is played, or the game ends with that block.",
    )
