"""New arrays without the cost of new memory: those that the caller has dropped are used again."""

from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

KEPT = 4
"""How many sets are kept for reuse; whoever holds on to more gets new ones."""


class ArrayPool:
    """Gives out sets of arrays, with any content; a set again only when nothing refers to any of them, no view either.

    `kinds` has the shape and the type of each array. The memory of a large array is otherwise returned to the system
    and fetched page by page, which can take longer than a step of thousands of games.
    """

    def __init__(self, *kinds: tuple[tuple[int, ...], Any]) -> None:
        self._kinds = kinds
        self._sets: list[list[NDArray[Any]]] = []

    def take(self) -> list[NDArray[Any]]:
        """Give arrays that nobody else has. The list is not the caller's."""
        for arrays in self._sets:
            for array in arrays:
                if getrefcount(array) != OURS:
                    break
            else:
                return arrays
        made = [np.empty(shape, dtype) for shape, dtype in self._kinds]
        if len(self._sets) < KEPT:
            self._sets.append(made)
        return made


def _count_ours() -> int:
    """Count the references to an array that nobody but a pool has, the same way as `take` does."""
    for array in [np.empty(0)]:
        return getrefcount(array)
    raise AssertionError


OURS = _count_ours()
"""It depends on the version of Python."""
