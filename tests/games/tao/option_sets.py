"""The option sets of Tao that the laws are held against: every number of players, option and kind of deck."""

from typing import Any

from hypothesis import strategies as st

from ludotheque.games.tao.cards import ELEMENTS, MOST_CARDS, MOST_VALUE, POWERS

DUPLICATES = (
    ("water", 1, None),
    ("water", 1, None),
    ("water", 1, "tiger"),
    ("water", 2, "tortoise"),
    ("water", 2, "tortoise"),
    ("wood", 1, "bird"),
    ("wood", 1, "bird"),
    ("wood", 2, "dragon"),
    ("wood", 12, None),
    ("fire", 1, "unicorn"),
    ("fire", 1, "unicorn"),
    ("fire", 2, "bird"),
    ("earth", 1, None),
    ("earth", 1, None),
    ("earth", 2, "unicorn"),
    ("metal", 1, "tortoise"),
    ("metal", 2, "tiger"),
    ("metal", 2, None),
)
"""Copies, cards that differ in their power only, powers on any card: enough for two and three players."""

_ROWS = st.tuples(st.sampled_from(ELEMENTS), st.integers(1, MOST_VALUE), st.sampled_from([None, *POWERS]))
TABLES = {
    "deck": st.one_of(
        st.lists(_ROWS, min_size=20, max_size=MOST_CARDS),
        st.lists(st.sampled_from(DUPLICATES), min_size=16, max_size=MOST_CARDS).map(tuple),
        _ROWS.map(lambda row: (row,) * MOST_CARDS),
    )
}
"""Decks: any cards, many copies, as many as there may be of one card."""

OPTION_SETS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {},
    {"teams": True},
    {"players": 2, "opposition": "overcome_by"},
    {"players": 4, "opposition": "overcome_by", "teams": True},
    {"players": 2, "deck": DUPLICATES},
    {"players": 3, "deck": DUPLICATES},
    {"players": 4, "deck": DUPLICATES + DUPLICATES},
]
