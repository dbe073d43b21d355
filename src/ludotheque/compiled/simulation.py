"""Statistics of many random games: by the rules, or by the kernel, which is some hundred times as fast.

Both have the same distribution; a test compares them.
"""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludotheque.compiled.adapter import Compiled
from ludotheque.core.fairness import derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.playout import pick

CHUNK = 2_000
"""How many games a thread plays at a time. Each chunk has a seed of its own, so threads make no difference."""


@dataclass
class Summary:
    """The statistics of a simulation."""

    shares: list[float]
    """For each seat, the sum of its shares of the wins."""
    lengths: list[int] = field(default_factory=list)
    """Plies of each game, chance included."""
    moves: int = 0
    """Decisions by seats, in all games together."""
    seconds: float = 0.0
    """Playing time, without compilation."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How games ended; not known to kernels."""

    def as_json(self) -> dict[str, Any]:
        """Summarise it as plain data."""
        games = len(self.lengths)
        facts: dict[str, Any] = {
            "games": games,
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else None,
            "plies": {"mean": sum(self.lengths) / games, "min": min(self.lengths), "max": max(self.lengths)},
            "wins_per_seat": [round(share / games, 6) for share in self.shares],
        }
        return facts | ({"reasons": dict(sorted(self.reasons.items()))} if self.reasons else {})


def simulate(game: AnyGame, games: int, seed: str, summary: Summary) -> Iterator[int]:
    """Play random games by the rules and add them to a summary; yields 1 after each."""
    rng = Random(derive_seed(seed))  # noqa: S311 - playouts, not secrets
    for _ in range(games):
        begun = time.perf_counter()
        state, plies = game.start(), 0
        while (actor := game.actor(state)) is not None:
            state = game.apply(state, pick(game, state, rng))
            plies += 1
            summary.moves += isinstance(actor, int)
        summary.seconds += time.perf_counter() - begun
        outcome = game.outcome(state)
        if outcome is None:
            raise AssertionError("a game without an actor has an outcome")
        summary.lengths.append(plies)
        summary.reasons[outcome.reason] += 1
        summary.shares = [total + share for total, share in zip(summary.shares, outcome.shares, strict=True)]
        yield 1


def simulate_compiled(
    game: Compiled[Any, Any, Any], games: int, seed: str, summary: Summary, threads: int = 1
) -> Iterator[int]:
    """Play random games by the kernel and add them to a summary; yields the size of each finished chunk."""
    compiled = game.compiled()
    kernel, start = compiled.kernel, compiled.pack_start()
    loops = kernel.specialise("playout_loops")
    np, first = loops.np, int.from_bytes(derive_seed(seed)[:8])

    def play(chunk: int) -> tuple[Any, Any, Any]:
        shares, moves = np.zeros(game.seats), np.zeros(1, np.int64)
        lengths = np.zeros(min(CHUNK, games - chunk * CHUNK), np.int32)
        loops.playouts(start, kernel.seed_rng(first + chunk), shares, moves, lengths)
        return shares, moves, lengths

    loops.playouts(start, kernel.seed_rng(0), np.zeros(game.seats), np.zeros(1, np.int64), np.zeros(1, np.int32))
    begun = time.perf_counter()  # compiled by now
    with ThreadPoolExecutor(threads) as pool:
        for shares, moves, lengths in pool.map(play, range(-(-games // CHUNK))):
            summary.shares = [total + float(share) for total, share in zip(summary.shares, shares, strict=True)]
            summary.moves += int(moves[0])
            summary.lengths += lengths.tolist()
            summary.seconds = time.perf_counter() - begun
            yield len(lengths)
