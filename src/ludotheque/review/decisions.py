"""Judging one decision: which move was best by what its player could see, and what the one that was played lost.

The best move is chosen in one half of the deals and its worth taken from the other, and the other way
round. So the best of many moves is not the one that was merely lucky, and a decision is not blamed for noise.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import hypot
from typing import Any, Protocol

from ludotheque.bots.budget import Budget
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.core.game import Seat
from ludotheque.review.estimates import Estimate, Shares, average, paired_error, subtract
from ludotheque.review.samples import Halves, Sampler, Work

_SURE = 2.0
"""How many standard errors a move must be behind to be given up."""
_EQUAL = 1e-9
"""Moves whose values differ by no more are equally good."""
_MOST_SEARCHED = 2
"""How many of the best moves are searched on their own."""
_MOST_SHOWN = 5
"""How many moves a verdict lists."""


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move that could have been played, and what it is worth to its player, by what they could see."""

    move: Any
    value: float
    error: float
    """The standard error of the value."""
    is_proven: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a decision."""

    best: Any
    """The best move; the one that was played if none is better."""
    change: Shares
    """What was played less what was best, for every seat, by what its player could see."""
    error: float
    """The standard error of the player's own change."""
    lead_error: float
    """The standard error of the best move's lead over the second one."""
    open_best: Shares
    """What the best move was worth in the state as it was."""
    rated: tuple[RatedMove, ...]
    """The best moves and, in any case, the one that was played; the best first."""


class Decision(Protocol):
    """A decision that is being judged."""

    def refine(self, count: int, seed: int) -> Work[None]:
        """Look at it once more, with so many samples of each move, or iterations of a search."""

    def wanted(self) -> Sequence[Any]:
        """List the moves after which it must be known what the position is worth: the best ones."""

    def judge(self, open_value: Callable[[Any], Estimate]) -> Verdict:
        """Give the verdict; `open_value` says what the state as it was is worth after a move."""


class SampledDecision:
    """A decision that is judged by samples of what its player could see."""

    def __init__(
        self, sampler: Sampler, seats: int, observation: Any, seat: Seat, moves: Sequence[Any], played: Any
    ) -> None:
        self._sampler, self._observation, self._seat = sampler, observation, seat
        self._moves = moves
        self._played = list(moves).index(played)
        self._halves: list[Halves] = [(Estimate(seats), Estimate(seats)) for _ in moves]
        self._own: list[tuple[list[float], list[float]]] = [([], []) for _ in moves]
        """What each move was worth to the seat in the deals of each half, in the same order for all moves."""
        self._alive = list(range(len(moves)))

    def refine(self, count: int, seed: int) -> Work[None]:
        """Compare the moves that may still be best, and the one that was played."""
        moves, halves = [self._moves[index] for index in self._alive], [self._halves[index] for index in self._alive]
        own = yield from self._sampler.compare(self._observation, self._seat, moves, halves, max(2, count), seed)
        for index, worths in zip(self._alive, own, strict=True):
            for half in (0, 1):
                self._own[index][half].extend(worths[half::2])
        leader = self._rank()[0]
        best = self._mean(leader)
        self._alive = [
            index
            for index in self._alive
            if index in (leader, self._played) or best - self._mean(index) <= _SURE * self._compare(leader, index)
        ]

    def wanted(self) -> Sequence[Any]:
        """List the best moves of each half."""
        return [self._moves[index] for index in dict.fromkeys(self._list_best(0) + self._list_best(1))]

    def judge(self, open_value: Callable[[Any], Estimate]) -> Verdict:
        """Take the best move of each half, or the mean of the best if they are equal, and its worth in the other."""
        changes, opened, errors = [], [], [0.0]
        for half in (0, 1):
            best, other = self._list_best(half), 1 - half
            expected = average([self._halves[index][other].mean for index in best])
            changes.append(subtract(self._halves[self._played][other].mean, expected))
            opened.append(average([open_value(self._moves[index]).mean for index in best]))
            if best != [self._played]:
                errors.append(paired_error(self._pair(best[0], self._played, other)))
        ranked = self._rank()
        shown = ranked[:_MOST_SHOWN] if self._played in ranked[:_MOST_SHOWN] else [*ranked[:_MOST_SHOWN], self._played]
        return Verdict(
            best=self._moves[ranked[0]],
            change=average(changes),
            error=hypot(*errors) / 2,
            lead_error=self._compare(*ranked[:2]) if len(ranked) > 1 else 0.0,
            open_best=average(opened),
            rated=tuple(self._rate(index) for index in shown),
        )

    def _mean(self, index: int) -> float:
        return self._join(index).mean_of(self._seat)

    def _compare(self, one: int, other: int) -> float:
        """Return the standard error of the difference of two moves, from the deals of both halves."""
        return paired_error(chain(self._pair(one, other, 0), self._pair(one, other, 1)))

    def _pair(self, one: int, other: int, half: int) -> Iterator[tuple[float, float]]:
        """Pair what two moves were worth, deal by deal; one that was given up was tried in the first deals only."""
        return zip(self._own[one][half], self._own[other][half], strict=False)

    def _join(self, index: int) -> Estimate:
        return self._halves[index][0].joined(self._halves[index][1])

    def _list_best(self, half: int) -> list[int]:
        """List the best moves in one half: usually one, but who has lost already can only choose who wins."""
        means = {index: self._halves[index][half].mean_of(self._seat) for index in self._alive}
        best = max(means.values())
        return [index for index, mean in means.items() if mean >= best - _EQUAL]

    def _rank(self) -> list[int]:
        """Rank all moves, those that were given up last."""
        means = [self._mean(index) for index in range(len(self._moves))]
        alive = set(self._alive)
        return sorted(
            range(len(self._moves)),
            key=lambda index: (index in alive, means[index], index == self._played),
            reverse=True,
        )

    def _rate(self, index: int) -> RatedMove:
        estimate = self._join(index)
        return RatedMove(self._moves[index], estimate.mean_of(self._seat), estimate.error(self._seat))


class SearchDecision:
    """A decision of an open game that is judged by searching: what is best, then the positions after the best moves."""

    def __init__(self, bot: OpenSearchBot, observation: Any, seat: Seat, played: Any) -> None:
        self._bot, self._observation, self._seat, self._played = bot, observation, seat, played
        self._best: list[Any] = []

    def refine(self, count: int, seed: int) -> Work[None]:  # noqa: ARG002 - the bot has random numbers of its own
        """Search again, with a larger budget; what was found before is replaced."""
        ranked = self._bot.analyse(self._observation, Budget(iterations=count)).moves
        self._best = [each.move for each in ranked[:_MOST_SEARCHED]]
        yield

    def wanted(self) -> Sequence[Any]:
        """List the best moves: what a search says of the others, which it has hardly looked at, is worth nothing."""
        return self._best

    def judge(self, open_value: Callable[[Any], Estimate]) -> Verdict:
        """Compare positions that were searched with the same budget; the move that was played wins a tie."""
        values = {move: open_value(move) for move in (self._played, *self._best)}
        ranked = sorted(values, key=lambda move: values[move].mean_of(self._seat), reverse=True)
        best = ranked[0]
        return Verdict(
            best=best,
            change=subtract(values[self._played].mean, values[best].mean),
            error=0.0,
            lead_error=0.0,
            open_best=values[best].mean,
            rated=tuple(
                RatedMove(move, values[move].mean_of(self._seat), 0.0, is_proven=values[move].is_exact)
                for move in ranked
            ),
        )
