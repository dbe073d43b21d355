"""Random play over kernels: whole games, and many games step by step."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import OVER, add_shares, next_bits, scale
from ludotheque.compiled.memory import borrow, fetch_ahead

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
ranks: Any = _given["ranks"]
observe: Any = _given["observe"]
dtype: Any = _given["dtype"]
most_legal: int = _given["most_legal"]
action_count: int = _given["actions"]
observation_length: int = _given["observation"]
draw_all: Any = _given["specialise"]("draw_loop").draw_all


@njit(nogil=True, cache=True)
def playouts(start: Any, rng: Any, shares: Any, moves: Any, lengths: Any) -> None:
    """Play as many whole games as `lengths` has room for, from an array of one packed game.

    Adds the shares of the win and, to moves[0], the decisions of seats; writes the plies of each game.
    """
    work = np.empty(1, dtype)
    room = np.empty(most_legal, np.int32)
    placed = np.empty(shares.shape[0], np.int8)
    rng, actions = borrow(rng, 0), borrow(room, 0)
    decisions = 0
    bits = next_bits(rng)
    for game in range(lengths.shape[0]):
        work[0] = start[0]
        s = work[0]
        plies = 0
        while True:
            plies += draw_all(s, rng)
            if actor(s) == OVER:
                break
            action = actions[scale(bits, legal(s, actions))]
            # The bits for the next pick are drawn before this one is applied: while the processor waits to see which
            # way a step goes, it has time for that.
            bits = next_bits(rng)
            step(s, action)
            decisions += 1
            plies += 1
        lengths[game] = plies
        ranks(s, placed)
        add_shares(placed, shares)
    moves[0] += decisions
    room[0] = 0  # keep it alive until here: Numba frees an array after its last use, borrowed or not


@njit(nogil=True, cache=True)
def step_batch(
    start: Any, states: Any, chosen: Any, rng: Any, masks: Any, observations: Any, seats: Any, rewards: Any, ended: Any
) -> None:
    """Apply the action chosen in each game, then chance until a seat decides; write its observation and legal actions.

    A game that ends writes its rewards, the shares of the win, and restarts from `start`. Negative actions are not
    applied: a batch begins with them. All arrays must be contiguous; slices are allowed, such as one for each thread.
    Raises ValueError for arrays of other sizes. Whether actions are legal is not checked: this is what benchmarks
    measure, and ludotheque.envs is what to use.
    """
    games = states.shape[0]
    if (
        min(chosen.shape[0], masks.shape[0], observations.shape[0], seats.shape[0], rewards.shape[0], ended.shape[0])
        < games
        or start.shape[0] < 1
        or rng.shape[0] < 1
        or masks.shape[1] != action_count
        or observations.shape[1] != observation_length
    ):
        raise ValueError("there must be a row for each game, as wide as masks and observations of the kernel are")
    room = np.empty(most_legal, np.int32)
    placed = np.empty(rewards.shape[1], np.int8)
    rng, actions = borrow(rng, 0), borrow(room, 0)
    flat_masks, flat_observations = masks.view(np.uint8).reshape(-1), observations.reshape(-1)
    for game in range(games):
        fetch_ahead(states, min(game + 1, games - 1))  # so that it is in the cache by its turn
        s = states[game]
        if chosen[game] >= 0:
            step(s, chosen[game])
        rewards[game, :] = 0.0
        ended[game] = False
        while True:
            draw_all(s, rng)
            who = actor(s)
            if who != OVER:
                break
            ranks(s, placed)
            add_shares(placed, rewards[game])
            ended[game] = True
            states[game] = start[0]
        seats[game] = who
        mask = borrow(flat_masks, game * masks.shape[1])
        for action in range(action_count):
            mask[action] = 0
        for index in range(legal(s, actions)):
            mask[actions[index]] = 1
        observe(s, who, borrow(flat_observations, game * observations.shape[1]))
    room[0] = 0  # as above
