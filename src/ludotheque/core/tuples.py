"""Multisets as ascending tuples, and tuples with one value replaced: what immutable states are made of."""

from bisect import insort
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def add(multiset: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return the multiset with an item added."""
    more = list(multiset)
    insort(more, item)
    return tuple(more)


def remove(multiset: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return the multiset without one copy of an item, which must be there."""
    where = multiset.index(item)
    return multiset[:where] + multiset[where + 1 :]


def deal(items: Iterable[int], sizes: Sequence[int], rng: Random) -> list[tuple[int, ...]]:
    """Deal items at random into multisets of these sizes; there must be enough of them."""
    shuffled = list(items)
    rng.shuffle(shuffled)
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return [tuple(sorted(shuffled[end - size : end])) for end, size in zip(ends, sizes, strict=True)]


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with the value at an index replaced."""
    return (*values[:index], value, *values[index + 1 :])
