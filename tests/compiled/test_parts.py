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


@part
def triple(number: Any) -> Any:
    return 3 * number if number < 100 else go_up(number)


@part(inline="never")
def go_up(number: Any) -> Any:
    return number + 1


@part
def add_triple(number: Any) -> Any:
    return number + triple(number)


@part
def add_another(number: Any) -> Any:
    return add_triple(number) + triple(number) + go_up(number)


@njit
def add_both(number: Any, is_asked: Any) -> Any:
    if is_asked is None:
        return add_triple(number)
    return add_another(number) + go_up(number)


def test_what_several_parts_call_is_linked_for_each_of_them() -> None:
    """Whichever of them is compiled first, and whichever of them the optimiser finds unused."""
    assert add_both(2, None) == 8
    assert add_both(2, 1) == 8 + 6 + 3 + 3
    assert add_both(200, 1) == 401 + 201 + 201 + 201


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
