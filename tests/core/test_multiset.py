"""Multisets as text: what is read and written, and that a hostile text is refused before it has cost anything."""

import tracemalloc
from collections import Counter

import pytest

from ludotheque.core.errors import OptionError
from ludotheque.core.multiset import Tally, format_multiset, parse_multiset

MOST = 20


class Reader:
    """Reads letters, and counts how many it was asked for."""

    def __init__(self) -> None:
        self.words = 0

    def __call__(self, word: str) -> str | None:
        self.words += 1
        return word if len(word) == 1 and word.isalpha() else None


def parse(text: str, reader: Reader | None = None) -> Counter[str]:
    tally: Tally[str] = Tally("letters", "letters", MOST)
    parse_multiset(text, reader or Reader(), tally)
    return Counter(tally.elements())


def test_items_are_counted() -> None:
    assert parse("a,b*3") == {"a": 1, "b": 3}
    assert parse(" b , a*2,b") == {"a": 2, "b": 2}
    assert parse(f"a*{MOST - 1},b").total() == MOST


@pytest.mark.parametrize("word", ["", " ", "7", "a*", "a*0", "a*01", "a*1000", "a**2", "a*-1", "a*²", "a*１", "a*1_0"])
def test_a_word_that_is_none_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=r".*") as caught:
        parse(f"a,{word},b")
    assert str(caught.value) == word


def test_what_is_written_can_be_read_and_is_sorted() -> None:
    text = format_multiset("cabbcb", str, str)
    assert text == "a,b*3,c*2"
    assert format_multiset(parse(text).elements(), str, str) == text
    assert format_multiset("", str, str) == ""


@pytest.mark.parametrize(
    "text", ["a," * 100_000, "a*2," * 100_000, "a*999," * 100_000, f"a*{MOST},a," + "b*999," * 50_000]
)
def test_reading_ends_at_the_first_item_too_many(text: str) -> None:
    """No more words are looked at than there may be items and one, and nothing is made of the rest."""
    reader = Reader()
    tracemalloc.start()
    try:
        with pytest.raises(OptionError, match=f"letters must have at most {MOST} letters; here are more"):
            parse(text, reader)
        assert tracemalloc.get_traced_memory()[1] < 64 * 1024
    finally:
        tracemalloc.stop()
    assert reader.words <= MOST + 1
