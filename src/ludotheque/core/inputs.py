"""Untrusted input: checking numbers, and quoting values in errors."""

import re
from reprlib import Repr

_WHOLE = re.compile("-?[0-9]{1,9}")
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxlong = 40


def is_whole(number: object) -> bool:
    """Whether this is exactly an int. Moves are untrusted, and 12.0 or True would compare equal to 12 or 1."""
    return type(number) is int


def parse_whole(text: str) -> int:
    """Read a whole number of at most nine digits. Raises ValueError for anything else that int() would accept.

    Nine digits are plenty; without a limit a hostile text could keep int() busy. Only 0 to 9 are accepted: no digits of
    other scripts, blanks or underscores.
    """
    if not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text)


def shorten(text: str, most: int = 40) -> str:
    """Quote a text in an error, truncated if it is long."""
    return repr(clip(text, most))


def clip(text: str, most: int = 200) -> str:
    """Truncate a long text."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def show(value: object) -> str:
    """Quote any value in an error, truncated if it is long, without formatting all of it."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return _SHORT.repr(value)
    except ValueError:  # a number with more digits than Python will write
        return f"a very large {type(value).__name__}"
