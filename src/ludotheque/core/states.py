"""States from outside: the line of text that a state is written as, and the types of its fields.

A line is `name text` pairs with `; ` between them, one for each field. What a field's text means and which states are
possible is defined in each game's `notation.py` and `validity.py`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ludotheque.core.errors import ImpossibleState, InvalidState
from ludotheque.core.inputs import shorten

NOTHING = "-"
"""The text of an empty field."""

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,5}")


def format_fields(fields: Mapping[str, str]) -> str:
    """Write the line of a state from the texts of its fields."""
    return "; ".join(f"{name} {text}" for name, text in fields.items())


def split_fields(text: str, names: Sequence[str]) -> dict[str, str]:
    """Split a line into the texts of its fields. Raises InvalidState unless these are its fields, in this order."""
    parts = text.split("; ")
    fields = {}
    for name, part in zip(names, parts, strict=False):
        found, _, content = part.partition(" ")
        if found != name or not content:
            raise InvalidState(f"The state should go on with {name} and its text, not with {shorten(part)}.")
        fields[name] = content
    if len(parts) != len(names):
        raise InvalidState(f"A state has {len(names)} fields ({', '.join(names)}), not {len(parts)}.")
    return fields


def split_list(text: str, separator: str = ",") -> list[str]:
    """Split a list into its items; none if the text is a dash."""
    return [] if text == NOTHING else text.split(separator)


def parse_number(name: str, text: str) -> int:
    """Read a whole number of at most six digits. Raises InvalidState, naming the field."""
    if not _NUMBER.fullmatch(text):
        raise InvalidState(f"{name}: {shorten(text)} is not a whole number.")
    return int(text)


def parse_numbers(name: str, text: str) -> tuple[int, ...]:
    """Read a list of whole numbers, such as `1,2,-1` or a dash. Raises InvalidState, naming the field."""
    return tuple(parse_number(name, word) for word in split_list(text))


def parse_word(name: str, text: str) -> str | None:
    """Read a word such as `last_marker`; None for a dash. Raises InvalidState, naming the field."""
    if text != NOTHING and not re.fullmatch("[a-z_]{1,40}", text):
        raise InvalidState(f"{name}: {shorten(text)} is not a word.")
    return None if text == NOTHING else text


def check_spelling(text: str, expected: str) -> None:
    """Raise InvalidState unless formatting the state that was read gives back the same line."""
    if text == expected:
        return
    for part, other in zip(text.split("; "), expected.split("; "), strict=True):
        if part != other:
            raise InvalidState(f"The state is written {shorten(other)}, not {shorten(part)}.")


def check_types(state: object, state_type: Any) -> None:
    """Raise ImpossibleState unless a state and its fields, recursively, have exactly the declared types.

    A list is not a tuple, and 12.0 or True is not an int. All later checks rely on this one.
    """
    if not isinstance(state, state_type):
        raise ImpossibleState(f"A state is a {state_type.__qualname__}, not {shorten(repr(state))}.")
    for name, hint in _find_hints(state_type).items():
        value = getattr(state, name)
        if not _fits(value, hint):
            raise ImpossibleState(f"{name} must be {_name_type(hint)}, not {shorten(repr(value))}.")


@cache
def _find_hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) in (UnionType, Union):
        return any(_fits(value, each) for each in get_args(hint))
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if type(value) is not tuple:
            return False
        if len(parts) == 2 and parts[1] is Ellipsis:
            return all(_fits(each, parts[0]) for each in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    if type(value) is not hint:
        return False
    named_tuple: Any = hint
    return not hasattr(named_tuple, "_fields") or all(map(_fits, value, _find_hints(named_tuple).values()))


def _name_type(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint).replace("typing.", "")


def check_ascending(name: str, items: Sequence[int]) -> None:
    """Raise ImpossibleState unless a multiset is written in ascending order."""
    if any(one > other for one, other in pairwise(items)):
        raise ImpossibleState(f"{name} must be in ascending order, not {shorten(repr(items))}.")


def find_surplus(found: Iterable[int], expected: Iterable[int]) -> tuple[int, int, int] | None:
    """Compare two multisets; return the first item whose count differs, its count and the expected one."""
    here, there = Counter(found), Counter(expected)
    for item in sorted(here.keys() | there.keys()):
        if here[item] != there[item]:
            return item, here[item], there[item]
    return None
