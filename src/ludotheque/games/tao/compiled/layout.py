"""What the numbers of observations and actions of Tao mean, for environments: names, bounds, and actions in words."""

import numpy as np

from ludotheque.compiled.adapter import Extent
from ludotheque.games.tao.cards import ELEMENTS, MOST_VALUE
from ludotheque.games.tao.compiled.actions import COVER, PLAY, SEATS, STONE, SWAP, TABLE
from ludotheque.games.tao.compiled.encoding import EARLY_ENDS, LAST_POWERS, NONE, OBSERVATION, REASONS
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.scoring import ROUNDS
from ludotheque.games.tao.setup import CHOICES, Setup

_SHAPES = {
    "path": (PLACES, 3),
    "hand": (HAND, 3),
    "table": (TABLE, 4),
    "rounds": (ROUNDS, 11),
    "stacks": (TABLE, 4),
}
"""The parts of an observation that have more than one dimension: cards are element, value and power."""

LAYOUT = np.dtype(
    [
        (name, "i1", _SHAPES.get(name, (part.stop - part.start,)) if part.stop - part.start > 1 else ())
        for name, part in OBSERVATION.items()
    ]
)
"""The parts of an observation by name, as encoding.py explains them."""

_CARD = (NONE, MOST_VALUE)
BOUNDS = {
    "players": (2, SEATS),
    "teams": (0, 1),
    "towards": (NONE, len(ELEMENTS) - 1),
    "round": (1, ROUNDS),
    "first": (NONE, SEATS - 1),
    "turn": (NONE, SEATS - 1),
    "marker": (NONE, PLACES - 1),
    "stone": (0, len(ELEMENTS) - 1),
    "deals": (0, PLACES + HAND * SEATS),
    "reason": (NONE, len(REASONS) - 1),
    "acting": _CARD,
    "path": _CARD,
    "next": (NONE, PLACES - 1),
    "hand": _CARD,
    "hand_sizes": (NONE, HAND),
    "table": _CARD,
    "rounds": (-128, 127),  # results are two bytes
    "opposite": (NONE, len(ELEMENTS) - 1),
    "early_end": (0, len(EARLY_ENDS) - 1),
    "last_power": (0, len(LAST_POWERS) - 1),
    "together": (0, 1),
    "frees": (0, 1),
    "stacks": _CARD,
}
"""The least and the greatest value of each part of an observation."""
_SEATS = ("yourself", "the next player", "the player after the next", "the third player after you")


def describe_action(action: int) -> str:
    """Say what an action is, as actions.py numbers them."""
    if action < STONE:
        which, to = divmod(action, SEATS)
        if action < PLAY:
            return f"walk to card {which + 1} ahead and put it before {_SEATS[to]}"
        return f"put card {which - CHOICES + 1} of the hand before {_SEATS[to]}"
    if action < COVER:
        return f"move the stone {'clockwise' if action == STONE else 'the other way'}"
    if action < SWAP:
        return f"cover open card {action - COVER + 1} on the table"
    mine, theirs = divmod(action - SWAP, TABLE)
    return f"swap open card {mine + 1} on the table with open card {theirs + 1}"


def find_extent(setup: Setup) -> Extent:
    """Work out how long a game can get: every card that is put before somebody may ask for one more decision."""
    put = PLACES - setup.last + HAND * setup.seats
    return Extent(
        decisions=ROUNDS * 2 * put,
        draws=1 + ROUNDS * setup.deals,
        outcomes=max(setup.seats, len(setup.cards)),
    )
