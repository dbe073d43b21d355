"""The option sets of Turris that the laws are held against."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"bonus_chains": False},
    {"first": "white"},
    {"first": "black", "bonus_chains": False},
    {"ground_lying": "first_only"},
    {"free_blocks": 2},
    {"last_bonus": "ends"},
    {"ground_lying": "first_only", "free_blocks": 2, "last_bonus": "ends"},
    {"free_blocks": 2, "last_bonus": "ends", "bonus_chains": False, "first": "black"},
]
