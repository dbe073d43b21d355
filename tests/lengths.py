"""How far the long comparisons go: a part of the way in `make test`, all of it in `make test-long`."""

import os

IS_LONG = bool(os.environ.get("LUDOTHEQUE_LONG"))
"""Set by `make test-long`."""


def length(usual: int, full: int) -> int:
    """Give the full length in a long run, otherwise the usual one."""
    return full if IS_LONG else usual


def count_kills(usual: int, full: int) -> int:
    """Give how often something is killed: as `length` does, unless LUDOTHEQUE_KILLS says how often."""
    return int(os.environ.get("LUDOTHEQUE_KILLS") or length(usual, full))
