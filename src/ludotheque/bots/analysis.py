"""The result of analysing a position: expected shares, ranked moves, principal variation. The bots do the analysis."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RankedMove:
    """One legal move, as the search rates it."""

    move: Any
    visits: int
    value: float
    """The expected share of the win of the seat to move, from 0 to 1; 0 if the move was not searched."""
    is_proven: bool = False
    """Whether the value is certain."""


@dataclass(frozen=True)
class Analysis:
    """What a search found in one position."""

    shares: tuple[float, ...]
    """The expected share of the win of each seat. They add up to 1."""
    moves: tuple[RankedMove, ...]
    """All legal moves, the best first."""
    line: tuple[Any, ...]
    """The principal variation: the most visited moves, beginning with the best one; plies of chance are left out.

    With hidden information, what follows the first move is a line in only one of many possible states.
    """
    iterations: int
    is_proven: bool = False
    """Whether the shares are certain: the search has seen how the game ends if everybody plays well."""


def rank_moves(moves: list[RankedMove]) -> tuple[RankedMove, ...]:
    """Sort moves by visits, most visited first; among equals, by value."""
    return tuple(sorted(moves, key=lambda ranked: (-ranked.visits, -ranked.value)))
