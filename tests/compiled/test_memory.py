"""Access to memory in compiled code, beyond what Numba offers."""

from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.memory import COMPARED, borrow, claim, compare


@njit
def find(numbers: Any, first: Any, wanted: Any) -> Any:
    return compare(borrow(numbers, first), wanted)


@pytest.mark.parametrize("dtype", [np.int16, np.int32])
def test_many_numbers_are_compared_at_once(dtype: Any) -> None:
    numbers = (np.arange(3 * COMPARED, dtype=dtype) % 20 - 4).astype(dtype)
    for wanted in (-5, -4, 0, 3, 15, 16, 2**16, 2**16 + 3, 2**32 + 3, -(2**63)):
        for first in (0, 1, 17):
            row = numbers[first : first + COMPARED].tolist()
            assert find(numbers, first, wanted) == sum(1 << index for index in range(COMPARED) if row[index] == wanted)


@njit
def sum_backwards(numbers: Any) -> Any:
    room, total = claim(4), 0
    for index in range(4):
        room[index] = numbers[3 - index]
    for index in range(4):
        total = 10 * total + room[index]
    return total


def test_room_can_be_claimed_for_the_time_of_a_call() -> None:
    assert sum_backwards(np.array([1, 2, 3, 4])) == 4321
