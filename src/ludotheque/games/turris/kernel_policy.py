"""What a good player rarely does, on a packed game, compiled by Numba. For bots that search; not part of the rules.

Found in games of long searches against themselves. A bonus is more often used to take a block off than to place one:
blocks that are kept are placed when the opponent has none left to answer with. And a level is rarely begun with its
middle filled early, for that block shows on no side for long.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.games.turris.encoding import TAKE_OFF
from ludotheque.games.turris.tower import FOOTPRINTS

_IN_MIDDLE = np.array([footprint.in_middle for footprint in FOOTPRINTS])
_EARLY = 14
"""How many blocks are in the tower while it is early: about a third of all."""


@njit(forceinline=True)
def doubts(s: Any, action: Any) -> Any:
    """Whether to think twice: about placing as a bonus, and about filling the middle early."""
    if s.has_bonus:
        return action < TAKE_OFF
    return s.count < _EARLY and _IN_MIDDLE[action]
