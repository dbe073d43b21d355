"""What the games of a tournament add up to: shares, ratings, times, failures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from openskill.models import PlackettLuce

from ludotheque.arena.tournament import Plan, Result

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True)
class Standing:
    """The result of one entrant."""

    name: str
    games: int
    share: float
    """Share of the wins; ties are split."""
    share_error: float
    """Half of the 95 % interval."""
    mean_rank: float
    rating: float
    """Plackett–Luce; everybody starts at 25."""
    rating_error: float
    """Half of the 95 % interval."""
    milliseconds_a_move: float
    failures: int


@dataclass(frozen=True)
class Standings:
    """The results of all entrants, best first, and statistics of the games."""

    entrants: tuple[Standing, ...]
    games: int
    wins_per_seat: tuple[float, ...]
    plies: tuple[int, ...]
    """Of each game, in the order of their numbers."""
    reasons: dict[str, int]
    failures: tuple[str, ...]
    tracebacks: dict[str, str]
    """The first error that each bot raised, by the bot's name, as shown by its own code."""

    def as_json(self) -> dict[str, Any]:
        """Summarise it as plain data."""
        return asdict(self)


def sum_up(plan: Plan, results: Sequence[Result]) -> Standings:
    """Sum up results. Their order makes no difference: ratings are computed in the order of the games' numbers."""
    results = sorted(results, key=lambda result: result.number)
    labels = plan.labels()
    ratings = _rate(len(labels), results)
    standings = []
    for entrant, label in enumerate(labels):
        shares = [result.shares[entrant] for result in results]
        by_deal = _average_deals(plan, results, entrant)
        moves = sum(result.moves[entrant] for result in results)
        mu, sigma = ratings[entrant]
        standings.append(
            Standing(
                name=label,
                games=len(results),
                share=_mean(shares),
                share_error=half_interval(_variance(by_deal), len(by_deal)),
                mean_rank=_mean([result.ranks[entrant] for result in results]),
                rating=mu,
                rating_error=SURE * sigma,
                milliseconds_a_move=1000 * sum(result.seconds[entrant] for result in results) / max(1, moves),
                failures=sum(result.failure is not None and result.failure.entrant == entrant for result in results),
            )
        )
    return Standings(
        entrants=tuple(sorted(standings, key=lambda standing: -standing.share)),
        games=len(results),
        wins_per_seat=tuple(
            _mean([result.shares[result.seating[seat]] for result in results]) for seat in range(len(labels))
        ),
        plies=tuple(result.plies for result in results),
        reasons=dict(sorted(Counter(result.reason for result in results).items())),
        failures=tuple(
            f"game {result.number}: {labels[result.failure.entrant]}: {result.failure.what}"
            for result in results
            if result.failure is not None
        ),
        tracebacks=_find_tracebacks(plan, results),
    )


def _find_tracebacks(plan: Plan, results: Sequence[Result]) -> dict[str, str]:
    found: dict[str, str] = {}
    for result in results:
        if result.failure is not None and result.failure.traceback:
            found.setdefault(plan.entrants[result.failure.entrant], result.failure.traceback)
    return found


def _rate(entrants: int, results: Sequence[Result]) -> list[tuple[float, float]]:
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(entrants)]
    for result in results:
        ratings = [team[0] for team in model.rate([[rating] for rating in ratings], ranks=list(result.ranks))]
    return [(rating.mu, rating.sigma) for rating in ratings]


def _average_deals(plan: Plan, results: Sequence[Result], entrant: int) -> list[float]:
    """Average the shares of an entrant over the games of each deal: games of the same deal are not independent."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(plan.find_deal(result.number), []).append(result.shares[entrant])
    return [_mean(shares) for shares in deals.values()]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


def half_interval(variance: float, count: int) -> float:
    """Compute half of the 95 % interval of a mean of shares; one value has none.

    If all values are equal, the rule of three bounds how rare others can be.
    """
    if count < 2:
        return 0.0
    return SURE * sqrt(variance / count) if variance > 1e-9 else min(1.0, 3 / count)
