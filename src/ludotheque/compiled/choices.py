"""What batches of games of any kind share in compiled code: seeds, rewards, and choosing and checking actions."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import below
from ludotheque.compiled.memory import COMPARED, borrow, compare
from ludotheque.compiled.parts import part

RESTART = -1
STAY = -2
"""Commands beside actions: begin a new game; leave it as it is."""

NO_CHECK, ONLY_LEGAL, ALLOW_STAY = range(3)
"""Which commands are checked: none of them; all must be legal actions; games that are over may be left as they are."""

SHARE, ZERO_SUM, RANK = range(3)
"""Kinds of rewards."""


@part(cache=True)
def next_seed(seed: Any) -> Any:
    """Give the seed of the game that follows this one: mixed like SplitMix64, with other constants."""
    z = seed + np.uint64(0xD1B54A32D192ED03)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xAEF17502108EF2D9)
    z = (z ^ (z >> np.uint64(29))) * np.uint64(0xD1B54A32D192ED03)
    return z ^ (z >> np.uint64(32))


@part(cache=True)
def write_rewards(kind: Any, placed: Any, rewards: Any, seats: Any) -> None:
    """Write each seat's reward, given everybody's rank; docs/environments.md explains the kinds."""
    for seat in range(seats):
        better = equal = 0
        for other in range(seats):
            better += placed[other] < placed[seat]
            equal += placed[other] == placed[seat]
        share = 1.0 / equal if better == 0 else 0.0
        if kind == SHARE:
            rewards[seat] = share
        elif kind == ZERO_SUM:
            rewards[seat] = share * seats - 1.0
        else:
            rewards[seat] = 1.0 - (better + (equal - 1) / 2) / max(seats - 1, 1)


@part
def clear(array: Any) -> None:
    """Fill a contiguous array of one dimension with 0: a loop that is compiled to a single call, unlike a slice."""
    begin = borrow(array, 0)
    for index in range(array.shape[0]):
        begin[index] = 0


@part(cache=True)
def find_illegal(actions: Any, firsts: Any, counts: Any, legals: Any, may_stay: Any) -> Any:
    """Find the first game whose action is none of its legal ones; -1 if there is none.

    The legal actions of all games are in one array, close together; `firsts` says where those of a game begin. Many are
    compared at once, since how many there are could not be foreseen; so there must be room for COMPARED after the last.
    """
    for game in range(actions.shape[0]):
        row, wanted, count = borrow(legals, firsts[game]), actions[game], counts[game]
        found = compare(row, wanted) & (1 << min(count, COMPARED)) - 1
        begin = COMPARED
        while found == 0 and begin < count:
            found = compare(borrow(row, begin), wanted) & (1 << min(count - begin, COMPARED)) - 1
            begin += COMPARED
        if found == 0 and not (may_stay and count == 0 and wanted == STAY):
            return game
    return -1


@njit(nogil=True, cache=True)
def choose_random(firsts: Any, counts: Any, legals: Any, rng: Any, chosen: Any) -> None:
    """Choose a legal action for each game, all equally likely; -1 where there is none."""
    for game in range(chosen.shape[0]):
        chosen[game] = legals[firsts[game] + below(rng, counts[game])] if counts[game] > 0 else -1


@njit(nogil=True, cache=True)
def choose_best(firsts: Any, counts: Any, legals: Any, scores: Any, chosen: Any) -> None:
    """Choose the legal action with the highest score for each game, the first of equal ones; -1 where there is none.

    An action whose score is not a number is chosen only if all are.
    """
    for game in range(chosen.shape[0]):
        best = np.int64(-1)
        for index in range(counts[game]):
            action = legals[firsts[game] + index]
            if best < 0 or scores[game, action] > scores[game, best] or np.isnan(scores[game, best]):
                best = np.int64(action)
        chosen[game] = best
