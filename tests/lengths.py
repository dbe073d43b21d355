"""How far the long comparisons go: a part of the way in `make test`, all of it in `make test-long`."""

import os

IS_LONG = bool(os.environ.get("LUDOTHEQUE_LONG"))
"""Set by `make test-long`."""


def length(usual: int, full: int) -> int:
    """Give the full length in a long run, otherwise the usual one."""
    return full if IS_LONG else usual
