"""What a search found out about a position, for people and for programs. How it was found, the bots say."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RankedMove:
    """What a search thinks of a move."""

    move: Any
    visits: int
    value: float
    """The share of the win that the player who decides can expect; 0 if the move was not looked at."""


@dataclass(frozen=True)
class Analysis:
    """What a search found out."""

    shares: tuple[float, ...]
    """For each seat, the share of the win that it can expect. They add up to 1."""
    moves: tuple[RankedMove, ...]
    """All legal moves, the best first."""
    line: tuple[Any, ...]
    """The moves that were looked at most, one after the other, beginning with the best one; draws are left out.

    Where things are hidden, what follows the first move is a line in one world of many.
    """
    iterations: int


def rank_moves(moves: list[RankedMove]) -> tuple[RankedMove, ...]:
    """Put the move that was looked at most first; of equals, the one that did better."""
    return tuple(sorted(moves, key=lambda ranked: (-ranked.visits, -ranked.value)))
