"""Random play over kernels with statistics of every game, for arena/study.py."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, below

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
ranks: Any = _given["ranks"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]


@njit(nogil=True, cache=True)
def collect_statistics(
    start: Any, rng: Any, placed: Any, plies: Any, decisions: Any, first: Any, choices: Any, reached: Any, last: Any
) -> None:
    """Play as many whole games as `plies` has room for, from an array of one packed game.

    Writes for each game its ranks, plies, decisions of seats and the seat that decided first. Adds, for the first,
    second, ... decision of a game, how many moves were legal and how many games reached it; decisions beyond the end of
    `choices` count as its last. Stores the final positions of as many games as `last` has room for.
    """
    work = np.empty(1, dtype)
    actions = np.empty(most_legal, np.int32)
    for game in range(plies.shape[0]):
        work[0] = start[0]
        s = work[0]
        count = decided = 0
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE_ACTS:
                draw(s, rng)
            else:
                if decided == 0:
                    first[game] = who
                moves = legal(s, actions)
                place = min(decided, choices.shape[0] - 1)
                choices[place] += moves
                reached[place] += 1
                step(s, actions[below(rng, moves)])
                decided += 1
            count += 1
        plies[game] = count
        decisions[game] = decided
        ranks(s, placed[game])
        if game < last.shape[0]:
            last[game] = work[0]
