"""Estimates of what a position is worth to each seat, and how sure they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

Shares: TypeAlias = tuple[float, ...]
"""A number for each seat: an expected share of the win, or a difference of two."""

_SPREAD = 0.5
"""The standard deviation that is assumed of a single game."""


@dataclass(slots=True)
class Estimate:
    """The mean of games that were played on from a position, or what a search says of it."""

    seats: int
    count: int = 0
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    is_exact: bool = False
    """Whether it is certain: the game is over there, or a search has proven how it ends."""

    def __post_init__(self) -> None:
        self.sums = self.sums or [0.0] * self.seats
        self.squares = self.squares or [0.0] * self.seats

    @classmethod
    def exactly(cls, shares: Sequence[float]) -> "Estimate":
        """Make an estimate that is certain."""
        return cls(len(shares), 1, list(shares), [share * share for share in shares], is_exact=True)

    @property
    def mean(self) -> Shares:
        """The expected share of every seat."""
        return tuple(total / max(1, self.count) for total in self.sums)

    def mean_of(self, seat: int) -> float:
        """Return the expected share of one seat."""
        return self.sums[seat] / max(1, self.count)

    def error(self, seat: int) -> float:
        """Return the standard error of the mean; 0 if it is certain."""
        if self.is_exact:
            return 0.0
        if self.count < 2:
            return _SPREAD
        mean = self.sums[seat] / self.count
        # One imagined game with a spread of its own: a few games that all ended alike are no certainty.
        variance = (max(0.0, self.squares[seat] - self.count * mean * mean) + _SPREAD**2) / self.count
        return sqrt(variance / self.count)

    def add(self, count: int, sums: Iterable[float], squares: Iterable[float]) -> None:
        """Add games."""
        self.count += count
        self.sums = [a + float(b) for a, b in zip(self.sums, sums, strict=True)]
        self.squares = [a + float(b) for a, b in zip(self.squares, squares, strict=True)]

    def joined(self, other: "Estimate") -> "Estimate":
        """Return the estimate from the games of both."""
        both = Estimate(self.seats, self.count, self.sums, self.squares)
        both.add(other.count, other.sums, other.squares)
        return both


def paired_error(pairs: Iterable[tuple[float, float]]) -> float:
    """Return the standard error of the mean difference of two moves, from what both were worth in each of some deals.

    What a deal is worth to both cancels out, so it is smaller than what the errors of both add up to.
    """
    difference = Estimate(1)
    for one, other in pairs:
        difference.add(1, [one - other], [(one - other) ** 2])
    return difference.error(0)


def subtract(one: Sequence[float], other: Sequence[float]) -> Shares:
    """Subtract seat by seat."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def average(parts: Sequence[Sequence[float]]) -> Shares:
    """Return the mean of several, seat by seat."""
    return tuple(sum(values) / len(parts) for values in zip(*parts, strict=True))


def total(parts: Iterable[Sequence[float]], seats: int) -> Shares:
    """Add several up, seat by seat."""
    sums = [0.0] * seats
    for part in parts:
        sums = [a + b for a, b in zip(sums, part, strict=True)]
    return tuple(sums)
