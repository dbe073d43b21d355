"""Which element counts against which: tables that have a name, and tables of one's own, as text and as files.

The published rules speak of the opposed element without saying which it is. Players who know can give a table of their
own as text, such as `wa:fi,fi:wa` (Fire counts against Water, and Water against Fire), or as a TOML file:

    [opposite]
    water = "fire"
    fire = "water"

An element that is not named has no opposite: nothing is subtracted while it is in play.
"""

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from ludotheque.core.errors import OptionError
from ludotheque.core.inputs import shorten, show
from ludotheque.games.tao.cards import ELEMENT_CODES, ELEMENTS

OPPOSITIONS: dict[str, dict[str, str]] = {
    "overcomes": {"water": "fire", "wood": "earth", "fire": "metal", "earth": "water", "metal": "wood"},
    "overcome_by": {"water": "earth", "wood": "metal", "fire": "water", "earth": "wood", "metal": "fire"},
    "compass": {"water": "fire", "wood": "metal", "fire": "water", "metal": "wood"},
}
"""By name: for each element in play the one that counts against it.

On the ring, each element overcomes the next but one. On the compass, the guardians of Water and Fire face each other
from north and south, those of Wood and Metal from east and west, and that of Earth stands in the middle.
"""

_LONGEST = 40
"""Longer than any table as text; what is longer need not be read."""


def find_opposites(opposition: str) -> tuple[int | None, ...]:
    """For each element, the number of the one that counts against it, if any. `opposition` was checked before."""
    pairs = OPPOSITIONS.get(opposition) or _parse_pairs(opposition)
    return tuple(ELEMENTS.index(pairs[element]) if element in pairs else None for element in ELEMENTS)


def parse_opposition(text: str) -> str:
    """Read a name, or a table such as `wa:fi,fi:wa`; give it as `format_opposition` does. Raises OptionError."""
    return text if text in OPPOSITIONS else format_opposition(_parse_pairs(text))


def format_opposition(pairs: Mapping[str, str]) -> str:
    """Write a table in the order of the ring; by its name if it has one."""
    for name, named in OPPOSITIONS.items():
        if pairs == named:
            return name
    return ",".join(f"{element[:2]}:{pairs[element][:2]}" for element in ELEMENTS if element in pairs)


def check_opposition(value: Any) -> str:
    """Make an opposition of a text, a mapping or (element, opposite) rows. Raises OptionError."""
    if isinstance(value, str):
        return parse_opposition(value)
    rows = list(value.items()) if isinstance(value, Mapping) else value
    if len(rows) > len(ELEMENTS):
        raise OptionError(f"opposition: there are {len(ELEMENTS)} elements, so at most as many rows, not {len(rows)}.")
    for row in rows:
        if not isinstance(row, tuple | list) or len(row) != 2:
            raise OptionError(f"opposition: a row is (element, opposite), not {show(row)}.")
    return format_opposition(_check_pairs(rows))


def parse_opposition_file(text: str) -> str:
    """Read a table from the content of a TOML file. Raises OptionError."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad syntax, and excessive numbers or nesting
        raise OptionError(f"The opposition is not a TOML file: {shorten(str(error), 100)}.") from None
    table = content.get("opposite")
    if set(content) != {"opposite"} or not isinstance(table, dict):
        raise OptionError('The opposition file must hold one table, [opposite], with lines such as water = "fire".')
    return check_opposition(table)


def _parse_pairs(text: str) -> dict[str, str]:
    rows = []
    for word in text.split(",") if len(text) <= _LONGEST else [text]:
        element, _, opposite = word.partition(":")
        if element not in ELEMENT_CODES or opposite not in ELEMENT_CODES:
            raise OptionError(
                f"opposition: {shorten(word, 20)} is neither {', '.join(OPPOSITIONS)} nor a pair such as wa:fi, which "
                f"says that Fire counts against Water; the elements are {', '.join(ELEMENT_CODES)}."
            )
        rows.append((ELEMENT_CODES[element], ELEMENT_CODES[opposite]))
    return _check_pairs(rows)


def _check_pairs(rows: Iterable[tuple[Any, Any]]) -> dict[str, str]:
    """Raise OptionError unless these are pairs of different elements, at least one, no element twice in play."""
    pairs: dict[str, str] = {}
    for element, opposite in rows:
        for name in (element, opposite):
            if not isinstance(name, str) or name not in ELEMENTS:
                raise OptionError(f"opposition: the element must be one of {', '.join(ELEMENTS)}, not {show(name)}.")
        if element == opposite:
            raise OptionError(f"opposition: {element} cannot be opposed to itself; leave it out if nothing is.")
        if element in pairs:
            raise OptionError(f"opposition: {element} is there twice; name one element that counts against it.")
        pairs[element] = opposite
    if not pairs:
        raise OptionError("opposition: the table is empty; name at least one pair, such as wa:fi.")
    return pairs
