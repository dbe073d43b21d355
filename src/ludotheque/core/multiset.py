"""Multisets as text, such as `1,2,3*4`: items with their counts, never expanded while they are read.

The caller limits how many items there may be. The total is checked item by item, so that reading costs no more than the
length of the text, and a short text that stands for millions is refused at its first excess.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from ludotheque.core.errors import OptionError

T = TypeVar("T")

_COUNT = re.compile("[1-9][0-9]{0,2}")


class Tally(Generic[T]):
    """A multiset that is being read: a count for each item, and never more than `most` in total."""

    def __init__(self, option: str, noun: str, most: int) -> None:
        self._option = option
        self._noun = noun
        """What an item is called, in the plural."""
        self._most = most
        self._counts: Counter[T] = Counter()
        self._total = 0

    def add(self, item: T, count: int = 1) -> None:
        """Increase the count of an item. Raises OptionError if the total becomes too large."""
        self._total += count
        if self._total > self._most:
            raise OptionError(f"{self._option} must have at most {self._most} {self._noun}; here are more.")
        self._counts[item] += count

    def elements(self) -> Iterator[T]:
        """Iterate over all items, each as often as it was counted."""
        return self._counts.elements()


def parse_multiset(text: str, parse_item: Callable[[str], T | None], tally: Tally[T]) -> None:
    """Add the items of a text to a tally; `parse_item` gives None for what is no item.

    Raises OptionError at the first item that is too many, and ValueError with the first word that is not an item.
    """
    for word in _split(text):
        name, star, count = word.strip().partition("*")
        item = parse_item(name)
        if item is None or (star and not _COUNT.fullmatch(count)):
            raise ValueError(word)
        tally.add(item, int(count or 1))


def _split(text: str) -> Iterator[str]:
    """Split at commas lazily: of a text that is refused at its tenth word, only ten are copied."""
    start = 0
    while (end := text.find(",", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def format_multiset(items: Iterable[T], format_item: Callable[[T], str], key: Callable[[T], object]) -> str:
    """Write a multiset as `parse_multiset` reads it, sorted by `key`, each item once."""
    counts = sorted(Counter(items).items(), key=lambda entry: key(entry[0]))  # type: ignore[arg-type,return-value] # any key that sorts
    return ",".join(f"{format_item(item)}*{count}" if count > 1 else format_item(item) for item, count in counts)
