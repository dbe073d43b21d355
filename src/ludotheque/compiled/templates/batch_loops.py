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


@part
def _draw_apart(s: Any, rng: Any) -> None:
    """Let chance act, by a call. What is rarely done is not inlined in the loop, which is slower the longer it is."""
    draw_all(s, rng)


@njit(inline="always")
def _list_legal(s: Any, actions: Any, mask: Any) -> Any:
    """Write the legal actions, and their mask; give how many they are."""
    for action in range(action_count):
        mask[action] = 0
    count = np.int64(legal(s, actions))
    for index in range(count):
        mask[actions[index]] = 1
    return count


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
    final_games: Any,
    final_viewers: Any,
    final_states: Any,
) -> Any:
    """Carry out a command in each game, then chance until a seat decides; write what that seat sees and may do.

    A command is a legal action, RESTART to begin the game of `seeds`, or anything else negative to leave it as it is.
    Gives how many games began anew. With `checks`, which is one of `choices`, nothing happens if some command is not
    allowed, and it gives -1 less the first such game; less the number of games, too, if a game was over when it began,
    and nobody can decide anything there. `keys` is None where chance draws by `rngs`. `earned` is the reward
    of the seat that carried out a command.

    The legal actions of all games are written to `legals`, one after the other; `firsts` says where those of a game
    begin. With `restarts` a game that ends is kept for `look_back` and begins anew, with the seed that follows from its
    own. Games that have ended are close together, too: `final_games` says which game a row of `final_states` is or, if
    it was stopped and not over, the complement of that, `final_viewers` who is to look at it. `first_game` is the
    number of the first game here, if others are carried out elsewhere. All arrays must be contiguous.
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
    flat_rewards, flat_placed = rewards.reshape(-1), placed.reshape(-1)
    clear(earned)
    clear(flat_rewards)
    clear(flat_placed)
    clear(terminated.view(np.uint8))
    clear(truncated.view(np.uint8))
    clear(final_seats)
    seats_count = rewards.shape[1]
    finals, unplayable = 0, -1
    last, place = states.shape[0] - 1, first_game * most_legal
    for game in range(states.shape[0]):
        fetch_ahead(states, min(game + 1, last))  # so that it is in the cache by its turn
        s = states[game]
        command = commands[game]
        length = lengths[game]
        if command >= 0:
            step(s, command)
            length += 1
            if keys is None:
                draw_all(s, borrow(rngs, game))
            else:
                draws[game] = _draw_fairly(s, keys[game], draws[game], work)
        who = np.int64(actor(s))
        if who == OVER or length >= limit or command == RESTART:
            begins = command == RESTART
            if not begins:
                terminated[game], truncated[game] = who == OVER, who != OVER
                viewer = who
                if who == OVER:
                    viewer = np.int64(seats[game])  # who decided last
                    own_ranks = borrow(flat_placed, game * seats_count)
                    ranks(s, own_ranks)
                    if command >= 0:  # rewards are given once
                        own_rewards = borrow(flat_rewards, game * seats_count)
                        write_rewards(kind, own_ranks, own_rewards, seats_count)
                        earned[game] = own_rewards[viewer]
                if restarts:
                    final_games[finals] = first_game + game if who == OVER else ~(first_game + game)
                    final_seats[game] = final_viewers[finals] = viewer
                    final_states[finals] = states[game]
                    finals += 1
                    seeds[game] = next_seed(seeds[game])
                    begins = True
            if begins:
                states[game] = start[0]
                rngs[game] = seeds[game]
                draws[game] = length = seats[game] = 0
                if keys is None:
                    _draw_apart(s, borrow(rngs, game))
                else:
                    derive_keys(seeds[game], keys[game], work[2], work[3])
                    draws[game] = _draw_fairly(s, keys[game], 0, work)
                who = np.int64(actor(s))
                if who == OVER:
                    unplayable = game
        mask = borrow(flat_masks, game * action_count)
        count, viewer = np.int64(0), who
        if who != OVER:
            count = _list_legal(s, borrow(legals, place), mask)
        else:
            for action in range(action_count):
                mask[action] = 0
            viewer = np.int64(seats[game])
        observe(s, viewer, borrow(flat_observations, game * observation_length))
        seats[game] = viewer
        lengths[game] = length
        firsts[game] = place
        counts[game] = count
        place += count
    return finals if unplayable < 0 else -1 - states.shape[0] - unplayable


@njit(nogil=True, cache=True)
def look_back(states: Any, games: Any, viewers: Any, observations: Any, masks: Any) -> None:
    """Write what was seen of games that have ended, and what might have been done; the first three are of `advance`.

    Few look at it, so it is not written at each step. Nothing is legal when a game is over: masks are 0 before.
    """
    room = np.empty(most_legal, np.int32)
    flat_masks, flat_observations = masks.reshape(-1), observations.reshape(-1)
    for row in range(states.shape[0]):
        observe(states[row], np.int64(viewers[row]), borrow(flat_observations, row * observation_length))
        if games[row] < 0:
            _list_legal(states[row], borrow(room, 0), borrow(flat_masks, row * action_count))
    room[0] = 0  # keep it alive until here: Numba frees an array after its last use, borrowed or not


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
