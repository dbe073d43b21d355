"""The option sets of Tao that the laws are held against: every number of players, option and kind of deck."""

from typing import Any

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
