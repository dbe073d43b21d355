"""A heuristic evaluation of positions, for bots that look one ply ahead. Not part of the rules."""

from math import exp

from ludotheque.core.game import Seat
from ludotheque.games.turris.rules import outcome
from ludotheque.games.turris.scoring import score
from ludotheque.games.turris.state import State

SCALE = 16.0
"""The lead in points that makes the odds e to 1. Large, because areas change hands until late in the game.

It is constant: a scale that shrank with the blocks left would fit results better, but a bot that compares placing with
taking off would then compare estimates of different confidence, and play worse.
"""


def evaluate(state: State, seat: Seat) -> float:
    """Estimate the seat's share of the win from the points of the tower as it stands. Exact at the end."""
    if (end := outcome(state)) is not None:
        return end.shares[seat]
    points = score(state.blocks)
    return 1 / (1 + exp((points[1 - seat] - points[seat]) / SCALE))
