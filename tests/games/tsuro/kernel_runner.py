"""The kernel of Tsuro for tests: entry points that take a packed game, compiled once for all workers of a test run."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS
from ludotheque.games.tsuro.compiled.encoding import DTYPE
from ludotheque.games.tsuro.compiled.kernel import KERNEL

actor, legal, step, draw, force, ranks, observe, determinize = (
    KERNEL.actor,
    KERNEL.legal,
    KERNEL.step,
    KERNEL.draw,
    KERNEL.force,
    KERNEL.ranks,
    KERNEL.observe,
    KERNEL.determinize,
)
draw_all: Any = KERNEL.draw_all
loops = KERNEL.specialise("playout_loops")
_ACTIONS = np.empty(KERNEL.most_legal, np.int32)


@njit(cache=True)
def _ply(packed: Any, action: Any, actions: Any) -> Any:
    s = packed[0]
    if action >= 0 and actor(s) == CHANCE_ACTS:
        force(s, action)
    elif action >= 0:
        step(s, action)
    return actor(s), legal(s, actions)


def ply(packed: Any, action: int = -1) -> tuple[int, list[int]]:
    """Apply an action or a chance outcome, if any; say who decides and what is legal then."""
    who, count = _ply(packed, action, _ACTIONS)
    return who, _ACTIONS[:count].tolist()


@njit(cache=True)
def _rank(packed: Any, out: Any) -> None:
    ranks(packed[0], out)


def rank(packed: Any, seats: int) -> tuple[int, ...]:
    """Rank the seats at the end."""
    out = np.zeros(seats, np.int8)
    _rank(packed, out)
    return tuple(out.tolist())


@njit(cache=True)
def _see(packed: Any, seat: Any, out: Any) -> None:
    observe(packed[0], seat, out)


def see(packed: Any, seat: int) -> Any:
    """Give the compact observation. It begins as rubbish: every place must be written."""
    out = np.full(KERNEL.observation, 99, np.int8)
    _see(packed, seat, out)
    return out


@njit(cache=True)
def redeal(packed: Any, seat: Any, rng: Any) -> None:
    """Determinize a packed game in place."""
    determinize(packed[0], seat, rng)


@njit(cache=True)
def deal_at_once(packed: Any, rng: Any) -> Any:
    """Let chance act until a seat decides; count the plies."""
    return draw_all(packed[0], rng)


@njit(cache=True)
def deal_one_by_one(packed: Any, rng: Any) -> Any:
    """Do the same ply by ply."""
    plies = 0
    while actor(packed[0]) == CHANCE_ACTS:
        draw(packed[0], rng)
        plies += 1
    return plies


@njit(cache=True)
def count_draws(start: Any, rng: Any, counts: Any, times: Any) -> None:
    """Draw the first tile many times, and count which one it was."""
    work = np.empty(1, DTYPE)
    for _ in range(times):
        work[0] = start[0]
        s = work[0]
        draw(s, rng)
        counts[s.hands[0, s.held[0] - 1]] += 1
