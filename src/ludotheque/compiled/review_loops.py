"""Many small searches from one position, and from all that one move each leads to. Used by ludotheque.review.

Each sample deals what is hidden, lets chance act until a seat decides, searches that position with open hands, and is
worth what the games of the second half of the search were worth: by then it has found good moves.

A template, never imported: `kernel.specialise` loads a copy for each kernel, whose functions are globals of that copy.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, add_shares

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
step: Any = _given["step"]
draw: Any = _given["draw"]
ranks: Any = _given["ranks"]
determinize: Any = _given["determinize"]
dtype: Any = _given["dtype"]
_trees: Any = _given["specialise"]("tree")
search: Any = _trees.search
NODE: Any = _trees.NODE

_NOBODY = -1


@njit
def _measure(work: Any, length: Any, exploration: Any, noise: Any, rng: Any, tree: Any, worth: Any) -> None:
    """Write what a game in an array of one is worth to each seat. Chance acts first: so a draw is worth its mean."""
    seats = worth.shape[0]
    s = work[0]
    while actor(s) == CHANCE_ACTS:
        draw(s, rng)
    worth[:] = 0.0
    if actor(s) == OVER:
        placed = np.empty(seats, np.int8)
        ranks(s, placed)
        add_shares(placed, worth)
        return
    used = np.ones(1, np.int64)
    totals = np.zeros((2, seats))
    tree[0].visits = 0
    tree[0].value = 0.0
    tree[0].child = -1
    tree[0].sibling = -1
    first = length // 2
    search(work, _NOBODY, first, exploration, noise, True, rng, tree, used, totals)
    for seat in range(seats):
        worth[seat] = -totals[0, seat]
    search(work, _NOBODY, length - first, exploration, noise, True, rng, tree, used, totals)
    for seat in range(seats):
        worth[seat] = (worth[seat] + totals[0, seat]) / (length - first)


@njit(nogil=True, cache=True)
def evaluate(
    root: Any, seat: Any, count: Any, length: Any, exploration: Any, noise: Any, rng: Any, totals: Any
) -> None:
    """Add `count` samples of `length` iterations from an array of one packed game.

    `seat`: who does not see what is redealt, -1 for nothing. totals[0] accumulates what the samples were worth to each
    seat, totals[1] the squares.
    """
    seats = totals.shape[1]
    work = np.empty(1, dtype)
    tree = np.empty(length + 1, NODE)
    worth = np.empty(seats, np.float64)
    for _ in range(count):
        work[0] = root[0]
        if seat >= 0:
            determinize(work[0], seat, rng)
        _measure(work, length, exploration, noise, rng, tree, worth)
        for other in range(seats):
            totals[0, other] += worth[other]
            totals[1, other] += worth[other] * worth[other]


@njit(nogil=True, cache=True)
def compare(
    root: Any, seat: Any, moves: Any, count: Any, length: Any, exploration: Any, noise: Any, rng: Any, totals: Any
) -> None:
    """Try actions of a seat in `count` deals, all of them in the same deals and with the same random numbers.

    totals[move, half] is as in `evaluate`; every other deal belongs to the other half.
    """
    seats = totals.shape[3]
    deal, work = np.empty(1, dtype), np.empty(1, dtype)
    tree = np.empty(length + 1, NODE)
    worth = np.empty(seats, np.float64)
    common = np.empty(1, np.uint64)
    for index in range(count):
        deal[0] = root[0]
        determinize(deal[0], seat, rng)
        for move in range(moves.shape[0]):
            common[0] = rng[0]
            work[0] = deal[0]
            step(work[0], moves[move])
            _measure(work, length, exploration, noise, common, tree, worth)
            for other in range(seats):
                totals[move, index & 1, 0, other] += worth[other]
                totals[move, index & 1, 1, other] += worth[other] * worth[other]
        rng[0] += np.uint64(0xD1342543DE82EF95)  # the next deal has other numbers
