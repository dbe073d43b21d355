"""Random play over kernels: whole games, and many games step by step. Compiled for each game.

Not imported as it is: `kernel.specialise` loads a copy for each kernel, whose functions are globals of that copy.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.core.kernel import CHANCE_ACTS, OVER, add_shares, below

# Put here by `specialise`, before the rest of this module is run.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
ranks: Any = _given["ranks"]
observe: Any = _given["observe"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]


@njit(nogil=True, cache=True)
def playouts(start: Any, rng: Any, shares: Any, moves: Any, lengths: Any) -> None:
    """Play as many whole games as `lengths` has room for, from an array of one packed game.

    Adds the shares of the win and, to moves[0], the decisions of seats; writes the plies of each game.
    """
    work = np.empty(1, dtype)
    actions = np.empty(most_legal, np.int32)
    placed = np.empty(shares.shape[0], np.int8)
    for game in range(lengths.shape[0]):
        work[0] = start[0]
        s = work[0]
        plies = 0
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE_ACTS:
                draw(s, rng)
            else:
                step(s, actions[below(rng, legal(s, actions))])
                moves[0] += 1
            plies += 1
        lengths[game] = plies
        ranks(s, placed)
        add_shares(placed, shares)


@njit(nogil=True, cache=True)
def step_batch(
    start: Any, states: Any, chosen: Any, rng: Any, masks: Any, observations: Any, seats: Any, rewards: Any, ended: Any
) -> None:
    """Apply the action chosen in each game, then chance until a seat decides; write what that seat sees and may do.

    A game that ends gives its rewards, the shares of the win, and starts anew from `start`. A negative action is not
    applied: so a batch is begun.
    """
    actions = np.empty(most_legal, np.int32)
    placed = np.empty(rewards.shape[1], np.int8)
    for game in range(states.shape[0]):
        s = states[game]
        if chosen[game] >= 0:
            step(s, chosen[game])
        rewards[game, :] = 0.0
        ended[game] = False
        who = actor(s)
        while who < 0:
            if who == CHANCE_ACTS:
                draw(s, rng)
            else:
                ranks(s, placed)
                add_shares(placed, rewards[game])
                ended[game] = True
                states[game] = start[0]
            who = actor(s)
        seats[game] = who
        masks[game, :] = False
        for index in range(legal(s, actions)):
            masks[game, actions[index]] = True
        observe(s, who, observations[game])
