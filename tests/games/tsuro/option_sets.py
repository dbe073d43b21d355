"""The option sets of Tsuro that tests play: every edition, option and number of players."""

from typing import Any

from hypothesis import strategies as st

from ludotheque.games.tsuro.editions import MOST_TILES

TINY = (1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 8)

TABLES = {
    "tiles": st.one_of(
        st.lists(st.integers(1, 35), max_size=MOST_TILES),
        st.lists(st.integers(1, 3), min_size=6, max_size=MOST_TILES).map(tuple),
        st.integers(1, 35).map(lambda tile: (tile,) * MOST_TILES),
    )
}
"""Tile sets: different tiles, many of a few, as many as there may be of one."""

SHORT_OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"edition": "calliope", "players": 2},
    {"edition": "calliope", "players": 3, "tiles": TINY, "elimination_bonus": True},
    {"edition": "calliope", "players": 8, "elimination_bonus": True, "pass_the_pile": True},
    {"edition": "davinci", "players": 5, "suicide_covers": "any", "elimination_bonus": True},
    {"edition": "davinci", "players": 6, "tiles": tuple(range(1, 36)) * 2},
    {"edition": "kosmos", "players": 2},
    {"edition": "kosmos", "players": 3, "board": "dragon"},
    {"edition": "kosmos", "players": 4, "board": "phoenix"},
    {"edition": "kosmos", "players": 7},
]
"""What the laws are held against in `make test`: every value of every option."""

OPTION_SETS: list[dict[str, Any]] = [
    *SHORT_OPTION_SETS,
    {"edition": "calliope", "players": 3, "elimination_bonus": True},
    {"edition": "davinci", "players": 3, "suicide_covers": "any"},
    {"edition": "kosmos", "players": 2, "board": "dragon", "tiles": TINY},
    {"edition": "kosmos", "players": 8},
]
"""What kernel and rules are compared over, and the laws are held against in `make test-long`."""
