"""A guess at who stands well, for bots that look one ply ahead. The true result, once there is one, is in rules.py."""

from math import exp

from ludotheque.core.game import Seat
from ludotheque.games.turris.rules import outcome
from ludotheque.games.turris.scoring import score
from ludotheque.games.turris.state import State

SCALE = 8.0
"""How many points ahead make the win about three times as likely as the loss, e to 1."""


def evaluate(state: State, seat: Seat) -> float:
    """Guess the seat's share of the win from the points of the tower as it stands. Exact at the end."""
    if (end := outcome(state)) is not None:
        return end.shares[seat]
    points = score(state.blocks)
    return 1 / (1 + exp((points[1 - seat] - points[seat]) / SCALE))
