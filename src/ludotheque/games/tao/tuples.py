"""Multisets of cards as ascending tuples, and tuples with one value replaced. Nothing here knows a rule."""

from bisect import insort
from typing import TypeVar

T = TypeVar("T")


def add(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Give the multiset with one card more."""
    more = list(cards)
    insort(more, card)
    return tuple(more)


def remove(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Give the multiset with one card less; the card must be there."""
    where = cards.index(card)
    return cards[:where] + cards[where + 1 :]


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Give the tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])
