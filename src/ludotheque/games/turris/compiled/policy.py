"""What a good player rarely does, on a packed game, compiled by Numba. For bots that search; not part of the rules.

Counted in ten games of a plain search against itself. It used 31 of 58 bonuses to take a block off and 17 to place one;
random choice would have come to 13 and 34. Of 91 early choices that could fill the middle 7 did; random: 31.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.turris.compiled.encoding import TAKE_OFF
from ludotheque.games.turris.tower import FOOTPRINTS

_IN_MIDDLE = np.array([footprint.in_middle for footprint in FOOTPRINTS])
_EARLY = 14
"""How many blocks are in the tower while it is early: about a third of all."""


@part(forceinline=True)
def doubts(s: Any, action: Any) -> Any:
    """Whether this is doubtful: placing a block as a bonus, or filling the middle early."""
    if s.has_bonus:
        return action < TAKE_OFF
    return s.count < _EARLY and _IN_MIDDLE[action]
