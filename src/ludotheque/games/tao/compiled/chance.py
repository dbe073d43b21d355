"""What chance may draw from a packed game, and its notation: for draws by core/fairness.py."""

from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.tao.cards import ELEMENTS, POWER_MASK, POWERS
from ludotheque.games.tao.compiled.cards import element_of, value_of
from ludotheque.games.tao.compiled.encoding import NONE

_FIRST = np.frombuffer(b"first:", np.uint8)
_ELEMENTS = np.array([list(element[:2].encode()) for element in ELEMENTS], np.uint8)
_POWERS = np.array([list(power[:2].encode()) for power in POWERS], np.uint8)
_PLUS, _ZERO, _ONE = b"+01"


@part
def outcomes(s: Any, out: Any) -> Any:
    """List who may begin, or the cards in the pile."""
    if s.first == NONE:
        for seat in range(s.players):
            out[seat] = seat
        return np.int64(s.players)
    count = np.int64(s.aside + s.deals)
    for index in range(count):
        out[index] = s.cards[index]
    return count


@part
def spell(s: Any, outcome: Any, out: Any) -> Any:
    """Write an outcome as notation.py does, such as `first:2` or `+fi2bi`."""
    if s.first == NONE:
        for index in range(_FIRST.shape[0]):
            out[index] = _FIRST[index]
        out[_FIRST.shape[0]] = _ONE + outcome
        return _FIRST.shape[0] + 1
    value, power = value_of(outcome), outcome & POWER_MASK
    out[0], out[1], out[2] = _PLUS, _ELEMENTS[element_of(outcome), 0], _ELEMENTS[element_of(outcome), 1]
    at = 3
    if value >= 10:
        out[at] = _ZERO + value // 10
        at += 1
    out[at] = _ZERO + value % 10
    at += 1
    if power > 0:
        out[at], out[at + 1] = _POWERS[power - 1, 0], _POWERS[power - 1, 1]
        at += 2
    return at
