"""Many games at once, each with its own seed: what environments run on.

Nothing here checks its arguments; `envs/batch.py` does, and is the only caller.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.choices import ALLOW_STAY, NO_CHECK, RESTART, clear, find_illegal, next_seed, write_rewards
from ludotheque.compiled.fair_draws import TAIL_BYTES, begin_draw, derive_keys, end_ticket, find_smallest, hash_tickets
from ludotheque.compiled.kernel import CHANCE_ACTS, OVER
from ludotheque.compiled.memory import borrow, claim_bytes, claim_words, fetch_ahead
from ludotheque.compiled.parts import part
from ludotheque.compiled.sha256 import BLOCK_WORDS, DIGEST_WORDS, LANES

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
force: Any = _given["force"]
ranks: Any = _given["ranks"]
observe: Any = _given["observe"]
outcomes: Any = _given["outcomes"]
spell: Any = _given["spell"]
most_legal: int = _given["most_legal"]
most_outcomes: int = _given["most_outcomes"]
action_count: int = _given["actions"]
observation_length: int = _given["observation"]
draw_all: Any = _given["specialise"]("draw_loop").draw_all
_TAILS_BYTES, _DIGESTS_WORDS, _BLOCKS_WORDS = LANES * TAIL_BYTES, LANES * DIGEST_WORDS, LANES * BLOCK_WORDS


@part
def _draw_fairly(s: Any, key: Any, number: Any, work: Any) -> Any:
    """Let chance act until a seat decides, by the draw function of core/fairness.py; give the number of draws so far.

    `key` is a row of `derive_keys`; `work` is (outcomes, tails, digests, words, the best digest), to work in.
    """
    room, tails, digests, words, best = work
    while actor(s) == CHANCE_ACTS:
        number += 1
        begin_draw(key, number, tails, digests, words)
        count = outcomes(s, room)
        chosen = room[0]
        for word in range(DIGEST_WORDS):
            best[word] = np.uint32(0xFFFFFFFF)
        for first in range(0, count, LANES):
            many = min(LANES, count - first)
            for lane in range(many):
                index = first + lane
                copy = 1
                for other in range(index):
                    copy += room[other] == room[index]
                tail = borrow(tails, TAIL_BYTES * lane)
                end_ticket(tail, spell(s, room[index], tail), copy)
            hash_tickets(tails, many, digests, words)
            lane = find_smallest(digests, many, best)
            if lane >= 0:
                chosen = room[first + lane]
        force(s, chosen)
    return number


@njit(nogil=True, cache=True)
def advance(  # noqa: C901, PLR0912, PLR0915 - in parts it would hand two dozen arrays from one to the next
    start: Any,
    legals: Any,
    limit: Any,
    restarts: Any,
    kind: Any,
    checks: Any,
    first_game: Any,
    states: Any,
    commands: Any,
    seeds: Any,
    rngs: Any,
    keys: Any,
    draws: Any,
    lengths: Any,
    firsts: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    earned: Any,
    rewards: Any,
    placed: Any,
    terminated: Any,
    truncated: Any,
    final_seats: Any,
    final_rows: Any,
    final_observations: Any,
    final_masks: Any,
) -> Any:
    """Carry out a command in each game, then chance until a seat decides; write what that seat sees and may do.

    A command is a legal action, RESTART to begin the game of `seeds`, or anything else negative to leave it as it is.
    With `checks`, which is one of `choices`, nothing happens if some command is not allowed; gives -1 less the first
    such game, otherwise how many games began anew. `keys` is None where chance draws by `rngs`. `earned` is the reward
    of the seat that carried out a command.

    The legal actions of all games are written to `legals`, one after the other; `firsts` says where those of a game
    begin. With `restarts` a game that ends writes how it looked at last to the `final_` arrays and begins anew, with
    the seed that follows from its own; it writes a mask only if it was stopped and not over. Masks and observations of
    such games are close together, too, since memory that is used in few steps is slow: `final_rows` says where.
    `first_game` is the number of the first game here, if others are carried out elsewhere. All arrays must be
    contiguous.
    """
    if checks != NO_CHECK:
        illegal = find_illegal(commands, firsts, counts, legals, checks == ALLOW_STAY)
        if illegal >= 0:
            return -1 - illegal
    if keys is not None:
        work = (
            np.empty(most_outcomes, np.int64),
            claim_bytes(_TAILS_BYTES),
            claim_words(_DIGESTS_WORDS),
            claim_words(_BLOCKS_WORDS),
            claim_words(DIGEST_WORDS),
        )
    flat_masks, flat_observations = masks.reshape(-1), observations.reshape(-1)
    flat_final_masks, flat_final_observations = final_masks.reshape(-1), final_observations.reshape(-1)
    clear(earned)
    clear(rewards.reshape(-1))
    clear(placed.reshape(-1))
    clear(terminated.view(np.uint8))
    clear(truncated.view(np.uint8))
    finals = 0
    last, place = states.shape[0] - 1, first_game * most_legal
    for game in range(states.shape[0]):
        ahead = min(game + 1, last)  # so that it is in the cache by its turn
        fetch_ahead(states, ahead, 1)
        fetch_ahead(flat_masks, ahead * action_count, action_count)
        fetch_ahead(flat_observations, ahead * observation_length, observation_length)
        s = states[game]
        command = commands[game]
        length = lengths[game]
        if command >= 0:
            step(s, command)
            length += 1
        is_new = command == RESTART
        while True:
            if is_new:
                states[game] = start[0]
                rngs[game] = seeds[game]
                draws[game] = length = 0
                if keys is not None:
                    derive_keys(seeds[game], keys[game], work[2], work[3])
            if keys is None:
                draw_all(s, borrow(rngs, game))
            else:
                draws[game] = _draw_fairly(s, keys[game], draws[game], work)
            who = np.int64(actor(s))
            mask, seen = borrow(flat_masks, game * action_count), borrow(flat_observations, game * observation_length)
            begins_anew = False
            if not is_new and (who == OVER or length >= limit):
                terminated[game], truncated[game] = who == OVER, who != OVER
                begins_anew = restarts
                if begins_anew:
                    mask = borrow(flat_final_masks, finals * action_count)
                    seen = borrow(flat_final_observations, finals * observation_length)
            if who != OVER or not begins_anew:  # what is legal when all is over nobody has to write down
                for action in range(action_count):
                    mask[action] = 0
            count = np.int64(0)
            viewer = who
            if who != OVER:
                actions = borrow(legals, place)
                count = np.int64(legal(s, actions))
                for index in range(count):
                    mask[actions[index]] = 1
            else:
                viewer = np.int64(0 if is_new else seats[game])  # who decided last
                if not is_new:
                    ranks(s, placed[game])
                    if command >= 0:  # rewards are given once
                        write_rewards(kind, placed[game], rewards[game])
                        earned[game] = rewards[game, viewer]
            observe(s, viewer, seen)
            seats[game] = viewer
            if not begins_anew:
                break
            final_seats[game] = viewer
            final_rows[game] = first_game + finals
            finals += 1
            seeds[game] = next_seed(seeds[game])
            is_new = True
        lengths[game] = length
        firsts[game] = place
        counts[game] = count
        place += count
    return finals


@njit(nogil=True, cache=True)
def observe_one(states: Any, game: Any, seat: Any, seen: Any) -> None:
    """Write what any seat sees of one of the games."""
    observe(states[game], seat, borrow(seen, 0))


@njit(nogil=True, cache=True)
def draw_one(states: Any, rng: Any) -> None:
    """Let chance act once in the first of the games."""
    draw(states[0], borrow(rng, 0))


@njit(nogil=True, cache=True)
def step_one(states: Any, action: Any) -> None:
    """Apply a legal action in the first of the games, and nothing after it."""
    step(states[0], action)
