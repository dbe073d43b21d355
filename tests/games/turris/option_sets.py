"""The option sets of Turris that the laws are held against."""

from typing import Any

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"bonus_chains": False},
    {"first": "white"},
    {"first": "black", "bonus_chains": False},
]
