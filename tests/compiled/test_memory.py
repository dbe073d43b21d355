"""Access to memory in compiled code, beyond what Numba offers."""

from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.memory import COMPARED, ROW, add_to_row, borrow, claim, claim_short, compare, rank_row


@njit
def find(numbers: Any, first: Any, wanted: Any) -> Any:
    return compare(borrow(numbers, first), wanted)


def test_many_numbers_are_compared_at_once() -> None:
    numbers = np.arange(3 * COMPARED, dtype=np.int32) % 20 - 4
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


@njit
def sort_sum(numbers: Any, more: Any) -> Any:
    row, ranks, ordered = claim_short(ROW), claim_short(ROW), np.zeros(ROW, np.int64)
    add_to_row(numbers, more, row)
    rank_row(row, ranks)
    for index in range(ROW):
        ordered[ranks[index]] = 100 * row[index] + index
    return ordered


@pytest.mark.parametrize("more", [0, 7 << 13, -(2**20)])
def test_a_row_is_ranked_at_once_and_equal_numbers_stay_in_order(more: int) -> None:
    rng = np.random.default_rng(17)
    for most in (1, 5, 2**15):
        numbers = rng.integers(-most, most, ROW).astype(np.int16)
        pairs = sorted((int(number) + more, index) for index, number in enumerate(numbers))
        assert sort_sum(numbers, more).tolist() == [100 * number + index for number, index in pairs]
