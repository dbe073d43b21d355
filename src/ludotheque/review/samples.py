"""Samples of what positions and moves are worth: small searches by the kernel, or random play by the rules.

Every sample is an honest one: it deals what is hidden and draws what is drawn, and then knows nothing of what really
happened. So the mean over the draws that could have been is that of the samples before the draw.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from ludotheque.compiled.adapter import Compiled
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.playout import play_out
from ludotheque.review.estimates import Estimate

EXPLORATION, NOISE = 1.5, 0.08
"""As in bots/search.py."""
ITERATIONS = 128
"""How long a search is. Without one everybody is taken to play as badly as in playouts: see docs/decisions."""

Halves = tuple[Estimate, Estimate]


class Sampler(Protocol):
    """Takes samples of what positions are worth."""

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> None:
        """Add samples from a state. Where chance acts, it draws by its weights."""

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> None:
        """Add samples from states that the seat cannot tell from the real one."""

    def compare(
        self, observation: Any, seat: Seat, moves: Sequence[Any], halves: Sequence[Halves], count: int, seed: int
    ) -> None:
        """Add samples after each move of the seat, all moves in the same deals; these are split evenly into halves."""


class KernelSampler:
    """Small searches by the kernel."""

    def __init__(self, game: Compiled[Any, Any, Any]) -> None:
        self._game = game
        self._compiled = game.compiled()
        self._loops = self._compiled.kernel.specialise("review_loops")

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> None:
        """Add samples from a state."""
        self._evaluate(self._compiled.pack(state), -1, estimate, count, seed)

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> None:
        """Add samples from states that fit the observation."""
        self._evaluate(self._compiled.pack_observation(observation), seat, estimate, count, seed)

    def compare(
        self, observation: Any, seat: Seat, moves: Sequence[Any], halves: Sequence[Halves], count: int, seed: int
    ) -> None:
        """Add samples after each move."""
        np, kernel = self._loops.np, self._compiled.kernel
        state = self._game.determinize(observation, Random(seed))  # noqa: S311 - playouts, not secrets
        actions = np.array([self._compiled.encode_move(state, move) for move in moves], np.int32)
        totals = np.zeros((len(moves), 2, 2, self._game.seats))
        root = self._compiled.pack_observation(observation)
        self._loops.compare(root, seat, actions, count, ITERATIONS, EXPLORATION, NOISE, kernel.seed_rng(seed), totals)
        for pair, got in zip(halves, totals, strict=True):
            for half, estimate in enumerate(pair):
                estimate.add((count + 1 - half) // 2, got[half, 0], got[half, 1])

    def _evaluate(self, root: Any, seat: int, estimate: Estimate, count: int, seed: int) -> None:
        totals = self._loops.np.zeros((2, self._game.seats))
        self._loops.evaluate(
            root, seat, count, ITERATIONS, EXPLORATION, NOISE, self._compiled.kernel.seed_rng(seed), totals
        )
        estimate.add(count, totals[0], totals[1])


class RulesSampler:
    """Random play by the rules."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def evaluate(self, state: Any, estimate: Estimate, count: int, seed: int) -> None:
        """Add samples from a state."""
        rng = Random(seed)  # noqa: S311 - playouts, not secrets
        for _ in range(count):
            self._play(state, rng, estimate)

    def evaluate_known(self, observation: Any, seat: Seat, estimate: Estimate, count: int, seed: int) -> None:  # noqa: ARG002
        """Add samples from states that fit the observation, which says whose it is."""
        rng = Random(seed)  # noqa: S311 - as above
        for _ in range(count):
            self._play(self._game.determinize(observation, rng), rng, estimate)

    def compare(
        self,
        observation: Any,
        seat: Seat,  # noqa: ARG002 - the observation says whose it is
        moves: Sequence[Any],
        halves: Sequence[Halves],
        count: int,
        seed: int,
    ) -> None:
        """Add samples after each move."""
        rng = Random(seed)  # noqa: S311 - as above
        for index in range(count):
            state, common = self._game.determinize(observation, rng), rng.getrandbits(64)
            for move, pair in zip(moves, halves, strict=True):
                self._play(self._game.apply(state, move), Random(common), pair[index % 2])  # noqa: S311 - as above

    def _play(self, state: Any, rng: Random, estimate: Estimate) -> None:
        outcome = self._game.outcome(play_out(self._game, state, rng)[0])
        if outcome is None:
            raise AssertionError("a playout ends with the game")
        estimate.add(1, outcome.shares, [share * share for share in outcome.shares])
