"""The option sets of Turris that tests play."""

from typing import Any

SHORT_OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"first": "white"},
    {"first": "black", "bonus_chains": False},
    {"ground_lying": "first_only"},
    {"ground_lying": "first_only", "free_blocks": 2, "last_bonus": "ends"},
]
"""What the laws are held against in `make test`: every value of every option."""

OPTION_SETS: list[dict[str, Any]] = [
    *SHORT_OPTION_SETS,
    {"bonus_chains": False},
    {"free_blocks": 2},
    {"last_bonus": "ends"},
    {"free_blocks": 2, "last_bonus": "ends", "bonus_chains": False, "first": "black"},
]
"""What kernel and rules are compared over, and the laws are held against in `make test-long`."""
