"""What batches of games of any kind share in compiled code: seeds, rewards, and choosing and checking actions."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import below
from ludotheque.compiled.memory import borrow

RESTART = -1
STAY = -2
"""Commands beside actions: begin a new game; leave it as it is."""

SHARE, ZERO_SUM, RANK = range(3)
"""Kinds of rewards."""


@njit(cache=True)
def next_seed(seed: Any) -> Any:
    """Give the seed of the game that follows this one: mixed like SplitMix64, with other constants."""
    z = seed + np.uint64(0xD1B54A32D192ED03)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0xAEF17502108EF2D9)
    z = (z ^ (z >> np.uint64(29))) * np.uint64(0xD1B54A32D192ED03)
    return z ^ (z >> np.uint64(32))


@njit(cache=True)
def write_rewards(kind: Any, placed: Any, rewards: Any) -> None:
    """Write each seat's reward, given everybody's rank; docs/environments.md explains the kinds."""
    seats = placed.shape[0]
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


@njit(nogil=True, cache=True)
def find_illegal(actions: Any, counts: Any, legals: Any) -> Any:
    """Find the first game whose action is none of its legal ones; -1 if there is none."""
    most = legals.shape[1]
    flat = legals.reshape(-1)
    for game in range(actions.shape[0]):
        row, wanted, count, index = borrow(flat, game * most), actions[game], counts[game], 0
        while index < count and row[index] != wanted:
            index += 1
        if index == count:
            return game
    return -1


@njit(nogil=True, cache=True)
def choose_random(counts: Any, legals: Any, rng: Any, chosen: Any) -> None:
    """Choose a legal action for each game, all equally likely; -1 where there is none."""
    for game in range(chosen.shape[0]):
        chosen[game] = legals[game, below(rng, counts[game])] if counts[game] > 0 else -1


@njit(nogil=True, cache=True)
def choose_best(counts: Any, legals: Any, scores: Any, chosen: Any) -> None:
    """Choose the legal action with the highest score for each game, the first of equal ones; -1 where there is none.

    An action whose score is not a number is chosen only if all are.
    """
    for game in range(chosen.shape[0]):
        best = np.int64(-1)
        for index in range(counts[game]):
            action = legals[game, index]
            if best < 0 or scores[game, action] > scores[game, best] or np.isnan(scores[game, best]):
                best = np.int64(action)
        chosen[game] = best
