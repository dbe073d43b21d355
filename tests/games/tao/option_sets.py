"""The option sets of Tao that tests play: every number of players, option and kind of deck."""

from typing import Any

from hypothesis import strategies as st

from ludotheque.games.tao.cards import ELEMENTS, MOST_CARDS, MOST_VALUE, POWERS
from ludotheque.games.tao.opposition import OPPOSITIONS

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
_PAIRS = st.dictionaries(st.sampled_from(ELEMENTS), st.sampled_from(ELEMENTS), min_size=1).filter(
    lambda pairs: all(element != opposite for element, opposite in pairs.items())
)
TABLES = {
    "opposition": st.one_of(st.sampled_from(sorted(OPPOSITIONS)), _PAIRS, _PAIRS.map(lambda pairs: [*pairs.items()])),
    "deck": st.one_of(
        st.lists(_ROWS, min_size=20, max_size=MOST_CARDS),
        st.lists(st.sampled_from(DUPLICATES), min_size=16, max_size=MOST_CARDS).map(tuple),
        _ROWS.map(lambda row: (row,) * MOST_CARDS),
    ),
}
"""Decks: any cards, many copies, as many as there may be of one card. Oppositions: by name, and tables of one's own."""

SHORT_OPTION_SETS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {},
    {"teams": True},
    {"players": 4, "opposition": "overcome_by", "teams": True},
    {"players": 2, "deck": DUPLICATES},
    {"players": 3, "opposition": "compass", "early_end": "anyone_out"},
    {"players": 2, "opposition": "wa:wo,wo:me,fi:wa,ea:wa", "early_end": "never", "last_power": "none"},
    {"players": 3, "last_power": "none", "covered": "while_covered", "deck": DUPLICATES},
    {"players": 4, "last_power": "all", "covered": "while_covered", "deck": DUPLICATES + DUPLICATES},
    {"teams": True, "team_rounds": "together"},
]
"""What the laws are held against in `make test`: every value of every option."""

OPTION_SETS: list[dict[str, Any]] = [
    *SHORT_OPTION_SETS,
    {"players": 2, "opposition": "overcome_by"},
    {"players": 3, "deck": DUPLICATES},
    {"players": 4, "deck": DUPLICATES + DUPLICATES},
    {"players": 2, "last_power": "all", "covered": "while_covered"},
    {"teams": True, "early_end": "anyone_out", "opposition": "compass", "last_power": "all"},
    {
        "teams": True,
        "team_rounds": "together",
        "early_end": "never",
        "covered": "while_covered",
        "last_power": "all",
        "deck": DUPLICATES + DUPLICATES,
    },
]
"""What kernel and rules are compared over, and the laws are held against in `make test-long`."""
