"""Samples of what positions and moves are worth: small searches by the kernel, or random play by the rules.

They are taken one at a time: functions that take them are generators that pause after each, so that whoever runs a
review can do something else in between.

Every sample is an honest one: it deals what is hidden and draws what is drawn, and then knows nothing of what really
happened. So the mean over the draws that could have been is that of the samples before the draw.
"""

from collections.abc import Generator, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from ludotheque.compiled.adapter import Compiled
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.playout import play_out
from ludotheque.review.estimates import Estimate

EXPLORATION, NOISE = 1.5, 0.08
"""As in bots/search.py."""
ITERATIONS = 128
"""How long a search is. Without one everybody is taken to play as badly as in playouts: see docs/decisions."""

_NOBODY = -1
"""Who searches with open hands."""
_NEXT_DEAL = 0xD1342543DE82EF95
"""What is added to the state of the random numbers after a deal, so that the next one has others."""

Halves: TypeAlias = tuple[Estimate, Estimate]
T = TypeVar("T")
Work: TypeAlias = Generator[None, None, T]
"""Work that pauses now and then, and gives its result at the end."""


class Sampler(Protocol):
    """Takes samples of what positions are worth."""

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[None]:
        """Add samples from a state. Where chance acts, it draws by its weights."""

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[None]:
        """Add samples from states that the seat cannot tell from the real one."""

    def compare(
        self, observation: Any, seat: Seat, moves: Sequence[Any], halves: Sequence[Halves], count: int, seed: int
    ) -> Work[Sequence[Sequence[float]]]:
        """Add samples after each move of the seat, all moves in the same deals; these are split evenly into halves.

        Returns, for each move, what it was worth to the seat in each deal; every other deal is of the other half.
        """


class KernelSampler:
    """Small searches by the kernel.

    A sample deals what is hidden, lets chance act until a seat decides, searches that position with open hands, and is
    worth what the games of the second half of the search were worth: by then it has found good moves.
    """

    def __init__(self, game: Compiled[Any, Any, Any]) -> None:
        self._game = game
        self._compiled = game.compiled()
        kernel = self._compiled.kernel
        self._roots, self._trees = kernel.specialise("search_roots"), kernel.specialise("tree")
        self._np = np = self._trees.np
        self._tree = np.empty(ITERATIONS + 1, self._trees.NODE)

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[None]:
        """Add samples from a state."""
        rng, root = self._compiled.kernel.seed_rng(seed), self._compiled.pack(state)
        worths = []
        for _ in range(count):
            worths.append(self._measure(root, rng))
            yield
        self._add(worths, estimate)

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[None]:
        """Add samples from states that fit the observation."""
        rng, root = self._compiled.kernel.seed_rng(seed), self._compiled.pack_observation(observation)
        worths = []
        for _ in range(count):
            worths.append(self._measure(self._deal(root, seat, rng), rng))
            yield
        self._add(worths, estimate)

    def compare(
        self, observation: Any, seat: Seat, moves: Sequence[Any], halves: Sequence[Halves], count: int, seed: int
    ) -> Work[Sequence[Sequence[float]]]:
        """Add samples after each move, in the same deals and with the same random numbers."""
        state = self._game.determinize(observation, Random(seed))  # noqa: S311 - playouts, not secrets
        actions = [self._compiled.encode_move(state, move) for move in moves]
        root, rng = self._compiled.pack_observation(observation), self._compiled.kernel.seed_rng(seed)
        worths: list[list[Any]] = [[] for _ in moves]
        for _ in range(count):
            deal = self._deal(root, seat, rng)
            for action, found in zip(actions, worths, strict=True):
                found.append(self._measure(deal, rng.copy(), action))
                yield
            rng += self._np.uint64(_NEXT_DEAL)
        for pair, found in zip(halves, worths, strict=True):
            for half, estimate in enumerate(pair):
                self._add(found[half::2], estimate)
        return [[float(worth[seat]) for worth in found] for found in worths]

    def _deal(self, root: Any, seat: Seat, rng: Any) -> Any:
        deal = root.copy()
        self._roots.deal(deal, seat, rng)
        return deal

    def _measure(self, root: Any, rng: Any, action: int | None = None) -> Any:
        """Search a position, and say what it is worth to each seat. A draw is made first: so it is worth its mean."""
        np, tree, root = self._np, self._tree, root.copy()
        worth = np.zeros(self._game.seats)
        if self._roots.advance(root, self._roots.NO_ACTION if action is None else action, rng, worth):
            return worth
        used, totals = np.ones(1, np.int64), np.zeros((2, self._game.seats))
        tree[0] = self._trees.ROOT
        self._trees.search(root, _NOBODY, ITERATIONS // 2, EXPLORATION, NOISE, True, rng, tree, used, totals)
        worth -= totals[0]
        self._trees.search(
            root, _NOBODY, ITERATIONS - ITERATIONS // 2, EXPLORATION, NOISE, True, rng, tree, used, totals
        )
        worth += totals[0]
        return worth / (ITERATIONS - ITERATIONS // 2)

    def _add(self, worths: Sequence[Any], estimate: Estimate) -> None:
        if worths:
            estimate.add(len(worths), sum(worths), sum(worth * worth for worth in worths))


class RulesSampler:
    """Random play by the rules."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> Work[None]:
        """Add samples from a state."""
        rng = Random(seed)  # noqa: S311 - playouts, not secrets
        for _ in range(count):
            self._play(state, rng, estimate)
            yield

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> Work[None]:  # noqa: ARG002 - as all are asked
        """Add samples from states that fit the observation, which says whose it is."""
        rng = Random(seed)  # noqa: S311 - as above
        for _ in range(count):
            self._play(self._game.determinize(observation, rng), rng, estimate)
            yield

    def compare(
        self,
        observation: Any,
        seat: Seat,
        moves: Sequence[Any],
        halves: Sequence[Halves],
        count: int,
        seed: int,
    ) -> Work[Sequence[Sequence[float]]]:
        """Add samples after each move."""
        rng = Random(seed)  # noqa: S311 - as above
        own: list[list[float]] = [[] for _ in moves]
        for index in range(count):
            state, common = self._game.determinize(observation, rng), rng.getrandbits(64)
            for move, pair, worths in zip(moves, halves, own, strict=True):
                shares = self._play(self._game.apply(state, move), Random(common), pair[index % 2])  # noqa: S311 - as above
                worths.append(shares[seat])
                yield
        return own

    def _play(self, state: Any, rng: Random, estimate: Estimate) -> Sequence[float]:
        outcome = self._game.outcome(play_out(self._game, state, rng)[0])
        if outcome is None:
            raise AssertionError("a playout ends with the game")
        estimate.add(1, outcome.shares, [share * share for share in outcome.shares])
        return outcome.shares
