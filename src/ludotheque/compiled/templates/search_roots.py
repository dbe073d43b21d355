"""Positions for many small searches: what is hidden is dealt, a move made, and chance acts. Used by ludotheque.review.

The searches themselves are those of tree.py, called from Python, so that they are compiled once for bots and reviews.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
step: Any = _given["step"]
draw: Any = _given["draw"]
determinize: Any = _given["determinize"]
is_decided: Any = _given["specialise"]("prior_play").is_decided

NO_ACTION = -1


@njit(nogil=True, cache=True)
def deal(game: Any, seat: Any, rng: Any) -> None:
    """Redeal what a seat does not see in an array of one packed game."""
    determinize(game[0], seat, rng)


@njit(nogil=True, cache=True)
def advance(game: Any, action: Any, rng: Any, worth: Any) -> Any:
    """Apply an action, unless it is NO_ACTION, and let chance act, so that a draw is worth its mean.

    Returns whether the game is decided then; if so, `worth` says what it is worth to each seat.
    """
    s = game[0]
    if action != NO_ACTION:
        step(s, action)
    while actor(s) == CHANCE_ACTS:
        draw(s, rng)
    return is_decided(s, np.empty(worth.shape[0], np.int8), worth)
