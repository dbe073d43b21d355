"""Following paths over a packed board: the compiled counterpart of ../paths.py.

`beyond` holds the end of every path on the board. So following one takes a step for each time that it crosses the new
tile, and laying a tile joins four pairs of ends.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.compiled.encoding import LOOKS
from ludotheque.games.tsuro.tiles import PORTS

SQUARE = 0o770
"""The bits of a spot that are its square."""
_SPOT = 0o777
"""All bits of a spot."""

_EXIT = np.array([[pairing[port] for pairing in LOOKS] for port in range(PORTS)], np.uint8)
"""For each port and look: where the path from that port leaves the tile."""
_PAIRS = np.array([[p for a, b in enumerate(pairing) if a < b for p in (a, b)] for pairing in LOOKS], np.uint8)
"""For each look: its four pairs of ports, one after the other."""


@part(forceinline=True)
def leave(s: Any, spot: Any, look: Any) -> Any:
    """Find the port by which a marker on `spot` finally leaves its square if this look lies there."""
    port = _EXIT[spot & 7, look]
    end = s.beyond[spot & SQUARE | port]
    while end >> 3 == spot >> 3:
        port = _EXIT[end & 7, look]
        end = s.beyond[spot & SQUARE | port]
    return port


@part(forceinline=True)
def join(s: Any, square: Any, look: Any) -> None:
    """Connect the ends of the paths that meet at the square."""
    first = square * PORTS & _SPOT
    for pair in range(4):
        one = s.beyond[first + _PAIRS[look, 2 * pair]] & _SPOT
        other = s.beyond[first + _PAIRS[look, 2 * pair + 1]] & _SPOT
        s.beyond[one] = other
        s.beyond[other] = one
