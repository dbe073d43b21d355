"""New arrays without the cost of new memory: those that the caller has dropped are used again."""

import sys
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

KEPT = 4
"""How many arrays of a kind are kept for reuse; whoever holds on to more gets new ones."""

SMALL = 2**14
"""Arrays of fewer elements are always new: their memory does not go back to the system."""


class ArrayPool:
    """Gives out arrays with any content; one again only when nothing refers to it any more, no view either.

    The memory of a large array is otherwise returned to the system and fetched page by page, which can take longer
    than a step of thousands of games.
    """

    def __init__(self) -> None:
        self._arrays: dict[tuple[tuple[int, ...], Any], list[NDArray[Any]]] = {}

    def take(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        """Give an array that nobody else has."""
        if prod(shape) < SMALL:
            return np.empty(shape, dtype)
        kept = self._arrays.setdefault((shape, dtype), [])
        for array in kept:
            if sys.getrefcount(array) == OURS:
                return array
        made = np.empty(shape, dtype)
        if len(kept) < KEPT:
            kept.append(made)
        return made


def _count_ours() -> int:
    """Count the references to an array that nobody but a pool has, the same way as `take` does."""
    for array in [np.empty(0)]:
        return sys.getrefcount(array)
    raise AssertionError


OURS = _count_ours()
"""It depends on the version of Python."""
