"""What has been played in the games of a batch: the current game of each, and the one before."""

import numpy as np
from numpy.typing import NDArray


class History:
    """The actions of all games, step by step, as far back as any game needs them."""

    def __init__(self, size: int) -> None:
        self._steps: list[NDArray[np.int64]] = []
        self._dropped = 0
        self._begun = np.zeros(size, np.int64)
        self._seeds = np.zeros(size, np.uint64)
        self._before = np.zeros((2, size), np.int64)
        self._seeds_before = np.zeros(size, np.uint64)

    def begin(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None:
        """Begin new games where the mask says so."""
        self._restart(mask, seeds)

    def add(self, actions: NDArray[np.int64], ended: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None:
        """Add a step; games that have ended in it have begun anew with these seeds."""
        self._steps.append(actions)
        self._restart(ended, seeds)

    def current(self, index: int) -> tuple[int, tuple[int, ...]]:
        """Give the seed and the actions of a game."""
        return int(self._seeds[index]), self._collect(index, int(self._begun[index]), self._now)

    def finished(self, index: int) -> tuple[int, tuple[int, ...]]:
        """Give the seed and the actions of the game before. Raises ValueError if there is none."""
        begun, ended = self._before[:, index].tolist()
        if begun == ended:
            raise ValueError(f"environment {index} has finished no game yet")
        return int(self._seeds_before[index]), self._collect(index, begun, ended)

    @property
    def _now(self) -> int:
        return self._dropped + len(self._steps)

    def _restart(self, mask: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None:
        if not mask.any():
            return
        played = mask & (self._begun < self._now)  # a game without a decision is not worth keeping
        self._before[0] = np.where(played, self._begun, self._before[0])
        self._before[1] = np.where(played, self._now, self._before[1])
        self._seeds_before = np.where(played, self._seeds, self._seeds_before)
        self._begun = np.where(mask, self._now, self._begun)
        self._seeds = np.where(mask, seeds, self._seeds)
        self._drop()

    def _drop(self) -> None:
        """Forget steps that belong to no game any more; not every time, since it moves all others."""
        has_before = self._before[0] < self._before[1]
        oldest = int(np.where(has_before, self._before[0], self._begun).min())
        if oldest - self._dropped > len(self._steps) // 2:
            del self._steps[: oldest - self._dropped]
            self._dropped = oldest

    def _collect(self, index: int, begun: int, ended: int) -> tuple[int, ...]:
        steps = self._steps[begun - self._dropped : ended - self._dropped]
        return tuple(int(step[index]) for step in steps)
