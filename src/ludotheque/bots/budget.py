"""How long a bot may think about a move."""

import time
from dataclasses import dataclass

_FIRST_CHUNK = 32
_LARGEST_CHUNK = 10_000


@dataclass(frozen=True)
class Budget:
    """A number of iterations or of milliseconds; exactly one is set, otherwise ValueError.

    With iterations a search is reproducible: the same observation and seed give the same move.
    """

    iterations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.milliseconds is None):
            raise ValueError("a budget is a number of iterations or of milliseconds, and not both")

    def is_left(self, done: int, begun: float) -> bool:
        """Whether any budget is left after `done` iterations; `begun` is a reading of `time.perf_counter`."""
        if self.iterations is not None:
            return done < self.iterations
        return self.milliseconds is not None and 1000 * (time.perf_counter() - begun) < self.milliseconds

    def next_chunk(self, done: int, begun: float) -> int:
        """How many iterations to do before asking again; not positive when the budget is spent."""
        if self.iterations is not None:
            return self.iterations - done
        if done == 0:
            return _FIRST_CHUNK
        taken = 1000 * (time.perf_counter() - begun)
        left = (self.milliseconds or 0.0) - taken
        return 0 if left <= 0 else max(1, min(int(done * left / taken), 2 * _LARGEST_CHUNK) // 2)
