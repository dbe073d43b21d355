"""Functions that are compiled only as parts of others."""

import gc
from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.parts import part


@part
def halve(number: Any) -> Any:
    if number < 0:
        raise ValueError("too small")
    return number // 2


@part(forceinline=True)
def add_halves(numbers: Any, at: Any) -> Any:
    return halve(numbers[at]) + halve(7)


@njit
def add_up(numbers: Any) -> Any:
    total = 0
    for index in range(numbers.shape[0]):
        total += add_halves(numbers, index)
    return total + add_halves(numbers, 0)


def test_parts_are_compiled_once_for_all_whole_numbers_and_not_for_python() -> None:
    assert add_up(np.array([4, 9], np.int8)) == 2 + 3 + 4 + 3 + 2 + 3
    parts: list[Any] = [halve, add_halves]
    assert [len(each.part.overloads) for each in parts] == [1, 1]
    assert not any(each.overloads for each in parts)
    assert gc.isenabled()


def test_an_error_in_a_part_reaches_python() -> None:
    with pytest.raises(ValueError, match="too small"):
        add_up(np.array([-1], np.int8))


def test_python_can_call_a_part() -> None:
    assert halve(9) == 4
    assert add_halves(np.array([8]), 0) == 7
