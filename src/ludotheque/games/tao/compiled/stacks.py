"""Unicorns with what is under them, in packed games: only where cards are free again when their Unicorn leaves.

A row of `s.stacks` holds the stacks of a seat in ascending order, each from the top down, one after the other; the top
of each, which lies open, is marked. All of it is compiled.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.tao.compiled.actions import TABLE
from ludotheque.games.tao.compiled.cards import count_open
from ludotheque.games.tao.compiled.encoding import NONE, TOP


@part
def stack_up(s: Any, seat: Any, card: Any, unicorn: Any) -> None:
    """8. Lay the acting Unicorn over an open card, which is perhaps the top of a stack."""
    at = _find(s, seat, card, card == unicorn)
    stack = np.empty(TABLE, np.int64)
    size = 2
    stack[0], stack[1] = unicorn, card
    if at != NONE:
        size = 1 + _remove(s, seat, at, stack[1:])
    _insert(s, seat, stack, size)


@part
def uncover(s: Any, seat: Any, card: Any) -> None:
    """7, 8. Open what is under a card that leaves, which must still be there, if it covers anything."""
    at = _find(s, seat, card, 0)
    if at == NONE:
        return
    stack = np.empty(TABLE, np.int64)
    size = _remove(s, seat, at, stack)
    if size > 2:
        _insert(s, seat, stack[1:], size - 1)
    freed, last = stack[1], s.covered_sizes[seat] - 1
    place = 0
    while s.covered[seat, place] != freed:
        place += 1
    s.covered[seat, place] = s.covered[seat, last]
    s.covered_sizes[seat] = last
    s.open[seat, s.open_sizes[seat]] = freed
    s.open_sizes[seat] += 1
    count_open(s, seat, freed, 1)


@part
def _find(s: Any, seat: Any, card: Any, acting: Any) -> Any:
    """Return where the stack begins that an open card is on top of; NONE if it covers nothing.

    Of copies, one that covers nothing is meant, then the one of the lowest stack. `acting` is 1 if one more copy covers
    nothing but is not meant.
    """
    at, loose = NONE, -acting
    for place in range(s.open_sizes[seat]):
        loose += s.open[seat, place] == card
    for place in range(s.stack_sizes[seat] - 1, -1, -1):
        if s.stacks[seat, place] == card | TOP:
            at = place
            loose -= 1
    return at if loose == 0 else NONE


@part
def _remove(s: Any, seat: Any, at: Any, stack: Any) -> Any:
    """Take a stack out of the row, and write its cards, not marked. Returns how many they are."""
    row, total = s.stacks[seat], s.stack_sizes[seat]
    size = 0
    while at + size < total and (size == 0 or row[at + size] < TOP):
        stack[size] = row[at + size] & TOP - 1
        size += 1
    for place in range(at, total - size):
        row[place] = row[place + size]
    s.stack_sizes[seat] = total - size
    return size


@part
def _insert(s: Any, seat: Any, stack: Any, size: Any) -> None:
    """Put a stack into the row before the first one that is greater."""
    row, total = s.stacks[seat], s.stack_sizes[seat]
    at = 0
    while at < total and not (row[at] >= TOP and _is_less(stack, size, row, at, total)):
        at += 1
    for place in range(total - 1, at - 1, -1):
        row[place + size] = row[place]
    for index in range(size):
        row[at + index] = stack[index]
    row[at] |= TOP
    s.stack_sizes[seat] = total + size


@part
def _is_less(stack: Any, size: Any, row: Any, at: Any, total: Any) -> Any:
    """Compare a stack with the one that begins there, card by card; of two that begin alike the shorter is less."""
    for index in range(size + 1):
        mine = stack[index] if index < size else NONE
        is_there = at + index < total and (index == 0 or row[at + index] < TOP)
        theirs = row[at + index] & TOP - 1 if is_there else NONE
        if mine != theirs:
            return mine < theirs
    return False
