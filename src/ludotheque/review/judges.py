"""How positions and decisions of a game are judged: by searching where everything is open, otherwise by samples."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol

from ludotheque.bots.budget import Budget
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.game import CHANCE, AnyGame, Seat
from ludotheque.review.decisions import Decision, SampledDecision, SearchDecision
from ludotheque.review.estimates import Estimate
from ludotheque.review.samples import KernelSampler, RulesSampler, Sampler, Work

_FIRST_PASS = 4
"""How many samples the first pass takes of a position: enough for the outline of a curve."""
_FIRST_SEARCH = 250
"""The same in iterations of a search."""


class Judge(Protocol):
    """Says what positions and moves are worth. The more often it is asked about one, the better it knows."""

    kind: str
    """`search`, `sampled search` or `random play`."""
    default: int
    """The usual number of samples of a position, or of iterations."""
    adds_up: bool
    """Whether what a pass finds is added to what was found before; otherwise it replaces it."""

    def plan(self, most: int | None) -> Iterator[int]:
        """Plan the passes over a game: how many samples, or iterations, each gives a position; without end for None."""

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:
        """Estimate what a state is worth, as it is; continues an estimate."""

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:
        """Estimate what the position is worth by what a seat can see; continues an estimate."""

    def open_decision(self, observation: Any, seat: Seat, moves: Sequence[Any], played: Any) -> Decision:
        """Begin to judge a decision."""


class SamplingJudge:
    """Judges by samples, of which more and more are added up."""

    adds_up = True

    def __init__(self, game: AnyGame, *, with_kernel: bool = True) -> None:
        self._game = game
        self._sampler: Sampler
        if with_kernel and is_compiled(game):
            self._sampler, self.kind, self.default = KernelSampler(game), "sampled search", 20
        else:
            self._sampler, self.kind, self.default = RulesSampler(game), "random play", 64

    def plan(self, most: int | None) -> Iterator[int]:
        """Double the samples of every position in each pass."""
        count, done = _FIRST_PASS, 0
        while most is None or done < most:
            count = count if most is None else min(count, most - done)
            yield count
            done += count
            count = done

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:
        """Take samples of a state."""
        if (outcome := self._game.outcome(state)) is not None:
            return Estimate.exactly(outcome.shares)
        yield from self._sampler.evaluate(state, estimate, count, seed)
        return estimate

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:
        """Take samples of states that the seat cannot tell from the real one."""
        yield from self._sampler.evaluate_known(observation, seat, estimate, count, seed)
        return estimate

    def open_decision(self, observation: Any, seat: Seat, moves: Sequence[Any], played: Any) -> Decision:
        """Compare all moves in the same deals."""
        return SampledDecision(self._sampler, self._game.seats, observation, seat, moves, played)


class SearchJudge:
    """Judges by searches of growing length, each of which replaces the one before."""

    kind = "search"
    default = 8000
    adds_up = False

    def __init__(self, game: AnyGame, seed: str) -> None:
        self._game = game
        self._bot = OpenSearchBot(game, Random(seed), Budget(iterations=1))  # noqa: S311 - a search, no secrets

    def plan(self, most: int | None) -> Iterator[int]:
        """Search four times as long in each pass."""
        count = _FIRST_SEARCH
        while most is None or count < most:
            yield count
            count *= 4
        if most is not None:
            yield most

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:
        """Search a state. Where it is drawn who begins, it is the mean over all draws."""
        if estimate.is_exact:
            return estimate
        game = self._game
        if (outcome := game.outcome(state)) is not None:
            return Estimate.exactly(outcome.shares)
        if (actor := game.actor(state)) is CHANCE:
            weights = game.weights(state)
            parts = []
            for move in game.legal_moves(state):
                part = yield from self.evaluate(game.apply(state, move), estimate, count, seed)
                parts.append(part)
            means = zip(*(part.mean for part in parts), strict=True)
            shares = [sum(w * share for w, share in zip(weights, each, strict=True)) / sum(weights) for each in means]
            return _conclude(shares, is_proven=all(part.is_exact for part in parts))
        analysis = self._bot.analyse(game.observe(state, actor), Budget(iterations=count))
        yield
        return _conclude(analysis.shares, is_proven=analysis.is_proven)

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[Estimate]:  # noqa: ARG002 - as all judges are asked
        """Nothing is hidden: search the one state that the observation is of."""
        return (yield from self.evaluate(self._game.determinize(observation, Random(0)), estimate, count, seed))  # noqa: S311 - see above

    def open_decision(self, observation: Any, seat: Seat, moves: Sequence[Any], played: Any) -> Decision:  # noqa: ARG002 - as all judges are asked
        """Search for the best move."""
        return SearchDecision(self._bot, observation, seat, played)


def _conclude(shares: Sequence[float], *, is_proven: bool) -> Estimate:
    estimate = Estimate.exactly(shares)
    estimate.is_exact = is_proven
    return estimate


def make_judge(game: AnyGame, seed: str, *, with_kernel: bool = True) -> Judge:
    """Make the best judge that the game supports."""
    if with_kernel and OpenSearchBot.suits(game):
        return SearchJudge(game, seed)
    return SamplingJudge(game, with_kernel=with_kernel)
