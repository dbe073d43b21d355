"""A guess at who stands well, for bots that look one ply ahead. The true result, once there is one, is in rules.py."""

from math import exp

from ludotheque.core.game import Seat
from ludotheque.games.turris.rules import outcome
from ludotheque.games.turris.scoring import score
from ludotheque.games.turris.state import State

SCALE = 16.0
"""How many points ahead make the odds e to 1; areas change hands until late, so a lead says little.

The same number for the whole game: one that shrank with the blocks left would fit results better, but a bot that
compares placing with taking off would then compare guesses of different confidence, and it plays worse for it.
"""


def evaluate(state: State, seat: Seat) -> float:
    """Guess the seat's share of the win from the points of the tower as it stands. Exact at the end."""
    if (end := outcome(state)) is not None:
        return end.shares[seat]
    points = score(state.blocks)
    return 1 / (1 + exp((points[1 - seat] - points[seat]) / SCALE))
