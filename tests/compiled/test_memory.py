"""Access to memory in compiled code, beyond what Numba offers."""

from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.memory import (
    COMPARED,
    ROW,
    WORD,
    add_to_row,
    borrow,
    claim,
    claim_short,
    compare,
    load_word,
    rank_row,
    split_word,
    store_word,
)


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


@njit
def copy_words(record: Any, out: Any) -> Any:
    high, low = split_word(record.spots, 3)
    store_word(out, 1, load_word(record.bytes))
    store_word(out, 1 + WORD, high)
    store_word(out, 1 + 2 * WORD, low)
    return load_word(record.bytes) >> 8 & 255


def test_eight_fields_are_read_and_written_at_once() -> None:
    spots = [0, 391, -1, -2, 7, 8, 120, 127]
    record = np.array([(0, range(8), spots)], [("before", "i1"), ("bytes", "i1", WORD), ("spots", "i2", WORD)])
    out = np.full(3 * WORD + 2, 99, np.int8)
    assert copy_words(record[0], out) == 1
    high = [spot if spot < 0 else spot >> 3 for spot in spots]
    low = [-1 if spot < 0 else spot & 7 for spot in spots]
    assert out.tolist() == [99, *range(8), *high, *low, 99]
