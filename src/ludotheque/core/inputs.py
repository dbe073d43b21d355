"""What comes from outside: whether a number is one, and how a value is quoted in an error."""

import re
from reprlib import Repr

_WHOLE = re.compile("-?[0-9]{1,9}")
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxlong = 40


def is_whole(number: object) -> bool:
    """Whether this is a whole number. Moves may come from anywhere, and 12.0 or True would pass for 12 or 1."""
    return type(number) is int


def parse_whole(text: str) -> int:
    """Read a whole number of at most nine digits. Raises ValueError for all else that int() would take.

    Nine digits are plenty; without a limit a hostile text could keep int() busy. Digits are 0 to 9: what is written by
    `str` is read, and not the digits of every script, blanks, or underscores.
    """
    if not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text)


def shorten(text: str, most: int = 40) -> str:
    """Quote a text in an error, but not all of a long one."""
    return repr(clip(text, most))


def clip(text: str, most: int = 200) -> str:
    """Give a text, or the beginning of a long one."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def show(value: object) -> str:
    """Quote any value in an error, but not all of a long one, and without looking at all of it."""
    if isinstance(value, str):
        return shorten(value)
    try:
        return _SHORT.repr(value)
    except ValueError:  # a number with more digits than Python will write
        return f"a very large {type(value).__name__}"
