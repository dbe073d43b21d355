"""New arrays without the cost of new memory: those that the caller has dropped are used again."""

from math import prod
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

KEPT = 4
"""How many arrays are kept for reuse; whoever holds on to more gets new ones."""

SMALL = 2**14
"""Arrays of fewer elements are always new: their memory does not go back to the system."""


class ArrayPool:
    """Gives out arrays of one shape, with any content; one again only when nothing refers to it, no view either.

    The memory of a large array is otherwise returned to the system and fetched page by page, which can take longer
    than a step of thousands of games.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self._shape, self._dtype = shape, np.dtype(dtype)
        self._is_small = prod(shape) < SMALL
        self._room = KEPT
        self._arrays: list[NDArray[Any]] = []

    def take(self) -> NDArray[Any]:
        """Give an array that nobody else has."""
        if self._is_small:
            return np.empty(self._shape, self._dtype)
        for array in self._arrays:
            if getrefcount(array) == OURS:
                return array
        made = np.empty(self._shape, self._dtype)
        if self._room > 0:
            self._room -= 1
            self._arrays.append(made)
        return made


def _count_ours() -> int:
    """Count the references to an array that nobody but a pool has, the same way as `take` does."""
    for array in [np.empty(0)]:
        return getrefcount(array)
    raise AssertionError


OURS = _count_ours()
"""It depends on the version of Python."""
