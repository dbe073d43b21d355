"""Tao over packed games, compiled: the counterpart of rules.py and powers.py, which are the authority.

Numbers in comments are those of the rules in docs/rules/tao.md. `s` is a packed game as encoding.py lays it out. Seats
in actions are counted from the player whose turn it is, elsewhere as in the rules.

A mask on a number that is small anyway, such as `s.turn & 3`, tells the compiler that it is not negative, so that no
code for negative indices is generated. It is used where games spend most of their time.
"""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, NEXT, OVER, Kernel, below, mix, scale
from ludotheque.compiled.parts import part
from ludotheque.games.tao.cards import ELEMENTS, MOST_CARDS, POWER_MASK
from ludotheque.games.tao.compiled.actions import (
    ACTIONS,
    COVER,
    DRAGON,
    MOST_LEGAL,
    PLAY,
    SEATS,
    STONE,
    SWAP,
    TABLE,
    TORTOISE,
    UNICORN,
    WALK,
)
from ludotheque.games.tao.compiled.cards import count_open, hold, take, value_of
from ludotheque.games.tao.compiled.chance import outcomes, spell
from ludotheque.games.tao.compiled.encoding import DTYPE, LAST_POWERS, NONE, OBSERVATION_LENGTH
from ludotheque.games.tao.compiled.observation import determinize, observe
from ludotheque.games.tao.compiled.policy import foresee, prior
from ludotheque.games.tao.compiled.scoring import decide_round, find_end, give_stone, ranks
from ludotheque.games.tao.compiled.stacks import stack_up, uncover
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.setup import CHOICES
from ludotheque.games.tao.state import AT_START, GONE

_RING = len(ELEMENTS)
_ALL_POWERS, _NO_POWER = LAST_POWERS.index("all"), LAST_POWERS.index("none")


_TURNS = np.array(
    [
        [
            [WALK + SEATS * which + (to - turn) % players for which in range(CHOICES + HAND) for to in range(players)]
            + [NONE] * (CHOICES + HAND) * (SEATS - players)
            for turn in range(SEATS)
        ]
        for players in range(SEATS + 1)
    ],
    np.int32,
)
"""For each number of players and each seat: its walks by step and seat, then its plays by slot and seat."""


@njit(inline="always")
def actor(s: Any) -> Any:
    """Return the seat that decides, CHANCE_ACTS or OVER."""
    if s.reason != NONE:
        return OVER
    return CHANCE_ACTS if s.deals > 0 else s.turn


# ── What is legal ────────────────────────────────────────────────────────────────────────────────────────────────────


@njit(inline="always")
def legal(s: Any, actions: Any) -> Any:
    """Write the legal actions in the order of rules.legal_moves; not to be called where chance acts.

    A single copy of prepared actions: Numba counts references to an array that loops and calls share, which is slower.
    """
    if s.acting != NONE:  # 5 to 8
        for index in range(s.choices):
            actions[index] = s.choice[index]
        return s.choices
    # 2, 3. There are always three cards to walk to, or the path is closed.
    players, turn = s.players & 7, s.turn & 3
    if s.left <= s.last:
        return _legal_from_hand(s, players, turn, actions)
    for index in range(_TURNS.shape[2]):
        actions[index] = _TURNS[players, turn, index]
    return players * (CHOICES + _different_cards(s, turn))


@part
def _legal_from_hand(s: Any, players: Any, turn: Any, actions: Any) -> Any:
    """9. After a Tortoise taken last: cards from the hand only."""
    count = players * _different_cards(s, turn)
    for index in range(count):
        actions[index] = _TURNS[players, turn, players * CHOICES + index]
    return count


@part
def _different_cards(s: Any, seat: Any) -> Any:
    """How many different cards there are in a hand."""
    size = s.hand_sizes[seat]
    return size - ((size == HAND) & (s.hands[seat, 0] == s.hands[seat, 1]))


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────────


@njit(inline="always")
def step(s: Any, action: Any) -> None:
    """Apply a legal action."""
    if action >= STONE:
        _use_power(s, action)
        _advance(s, s.turn)
        return
    turn, players = s.turn & 3, s.players
    to = turn + (action & 3)
    to = (to if to < players else to - players) & 3
    card = _walk(s, action >> 2 & 3) if action < PLAY else _play_from_hand(s, turn, action - PLAY >> 2 & 1)
    size = s.open_sizes[to] & 15
    s.open[to, size] = card
    s.open_sizes[to] = size + 1
    count_open(s, to, card, 1)
    # Its power if it lies before the player, and 0 otherwise: one number, so that there is one branch and not two.
    power = card & POWER_MASK & (action & 3) - 1 >> 2
    if power != 0 and _wake(s, card, power):
        return
    _advance(s, turn)


@part
def _walk(s: Any, skipped: Any) -> Any:
    """2. The marker takes the place of the card; skipped cards come last in line. Returns the card."""
    front, left = s.front & 31, s.left & 15
    place = s.line[front + skipped] & 15
    card = s.path[place]
    s.line[front + left] = s.line[front]
    s.line[front + left + 1] = s.line[front + 1]  # useless if they are not skipped, but faster than a branch
    s.front = front + skipped + 1
    s.left = left - 1
    s.marker = place
    s.path[place] = GONE
    return card


@part
def _play_from_hand(s: Any, turn: Any, slot: Any) -> Any:
    """3. The marker stays where it is. Returns the card."""
    card = s.hands[turn, slot]
    s.hands[turn, 0] = s.hands[turn, 1 - slot]
    s.hand_sizes[turn] -= 1
    return card


@part(forceinline=True)
def _wake(s: Any, card: Any, power: Any) -> Any:
    """4, 9. Put before oneself, a power works at once and must be used; return whether the turn goes on.

    A power without a target is skipped. What works when the path is closed depends on an option.
    """
    if s.left <= s.last:
        if s.last_power == _NO_POWER:
            return False
        if power == TORTOISE:
            return s.last_power == _ALL_POWERS and s.hand_sizes[s.turn] > 0
    elif power == TORTOISE:
        return True
    if power <= DRAGON:
        s.acting, s.choices, s.choice[0], s.choice[1] = card, 2, STONE, STONE + 1
        return True
    return _wake_for_cards(s, card, power)


@part
def _wake_for_cards(s: Any, card: Any, power: Any) -> Any:
    """7, 8. The Bird and the Unicorn need a card to work on."""
    if power == UNICORN:
        _sort_open(s, s.turn)
        s.choices = _list_covers(s, card)
    else:
        for seat in range(s.players):
            _sort_open(s, seat)
        s.choices = _list_swaps(s)
    if s.choices > 0:
        s.acting = card
    return s.choices > 0


@part
def _sort_open(s: Any, seat: Any) -> None:
    """Sort a seat's open cards, as actions count them; without branches, which is faster for so few."""
    row = s.open[seat & 3]
    for size in range(2, (s.open_sizes[seat & 3] & 31) + 1):
        card = row[size - 1]
        for index in range(size - 1):
            other = row[index]
            row[index] = min(card, other)
            card = max(card, other)
        row[size - 1] = card


@part
def _is_copy(s: Any, seat: Any, place: Any) -> Any:
    """Whether the card at the previous index is the same."""
    return place > 0 and s.open[seat, place] == s.open[seat, place - 1]


@part
def _list_swaps(s: Any) -> Any:
    """7. One of your cards for another player's of the same value: by your card, the seat, that seat's card."""
    count, turn = 0, s.turn & 3
    for mine in range(s.open_sizes[turn]):
        if _is_copy(s, turn, mine):
            continue
        value = value_of(s.open[turn, mine])
        for seat in range(s.players):
            if seat == turn:
                continue
            before = _places_before(s, seat)
            last = NONE
            for theirs in range(s.open_sizes[seat]):
                card = s.open[seat, theirs]
                # Written even if not legal: the branch cannot be predicted, and a misprediction costs more.
                s.choice[count & 127] = SWAP + TABLE * mine + before + theirs
                count += (value_of(card) == value) & (card != last)
                last = card
    return count


@part
def _places_before(s: Any, seat: Any) -> Any:
    """How many open cards come before those of a seat, seen from the player whose turn it is."""
    count, other = 0, s.turn
    while other != seat:
        count += s.open_sizes[other]
        other = other + 1 if other + 1 < s.players else 0
    return count


@part
def _list_covers(s: Any, unicorn: Any) -> Any:
    """8. By card, without the acting Unicorn; a copy of it may be covered."""
    count, turn, size = 0, s.turn, s.open_sizes[s.turn]
    for place in range(size):
        is_single = place + 1 == size or not _is_copy(s, turn, place + 1)
        if not _is_copy(s, turn, place) and not (is_single and s.open[turn, place] == unicorn):
            s.choice[count] = COVER + place
            count += 1
    return count


@part
def _use_power(s: Any, action: Any) -> None:
    """5 to 8. Move the stone, cover a card or swap two."""
    if action < COVER:
        steps = s.acting & POWER_MASK  # the Tiger's is 1, the Dragon's 2
        s.stone = (s.stone + (steps if action == STONE else _RING - steps)) % _RING
    elif action < SWAP:
        _cover(s, action - COVER)
    else:
        _swap(s, (action - SWAP) // TABLE, (action - SWAP) % TABLE)
    s.acting = NONE


@part
def _cover(s: Any, place: Any) -> None:
    """8. A covered card stays covered, unless it is to be free again when its Unicorn leaves."""
    turn = s.turn
    if s.frees:
        stack_up(s, turn, s.open[turn, place], s.acting)
    count_open(s, turn, s.open[turn, place], -1)
    s.covered[turn, s.covered_sizes[turn]] = s.open[turn, place]
    s.covered_sizes[turn] += 1
    s.open_sizes[turn] -= 1
    s.open[turn, place] = s.open[turn, s.open_sizes[turn]]


@part
def _swap(s: Any, mine: Any, theirs: Any) -> None:
    """7. The powers of cards that change places are silent."""
    seat = s.turn
    while theirs >= s.open_sizes[seat]:
        theirs -= s.open_sizes[seat]
        seat = seat + 1 if seat + 1 < s.players else 0
    given, taken = s.open[s.turn, mine], s.open[seat, theirs]
    if s.frees:
        uncover(s, s.turn, given)
        uncover(s, seat, taken)
    s.open[s.turn, mine], s.open[seat, theirs] = taken, given
    count_open(s, s.turn, given, -1)
    count_open(s, s.turn, taken, 1)
    count_open(s, seat, taken, -1)
    count_open(s, seat, given, 1)


@part
def _advance(s: Any, turn: Any) -> None:
    """10. Score the round if few enough cards are left; otherwise pass the turn."""
    if s.left > s.last:
        s.turn = turn + 1 if turn + 1 < s.players else 0
    else:
        _end_round(s)


@part
def _end_round(s: Any) -> None:
    decide_round(s)
    winner = s.winners[s.round - 1]
    if winner == NONE:
        winner = s.first
    else:
        give_stone(s, winner)
    find_end(s)
    if s.reason == NONE:
        _begin_round(s, winner)


@part
def _begin_round(s: Any, first: Any) -> None:
    """1. All cards are collected and dealt again; the stone stands on the element of the round."""
    s.stone = s.round
    s.round += 1
    s.first = s.turn = first
    s.marker = AT_START
    s.front = 0
    s.left = PLACES
    for place in range(PLACES):
        s.line[place] = place
    for seat in range(SEATS):
        s.hand_sizes[seat] = s.open_sizes[seat] = s.covered_sizes[seat] = 0
        for element in range(_RING):
            s.tally[seat, element] = 0
    if s.frees:
        for seat in range(SEATS):
            s.stack_sizes[seat] = 0
    s.deals = PLACES + HAND * s.players
    s.aside = s.size - s.deals


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@njit(inline="always")
def draw(s: Any, rng: Any) -> None:
    """1. Draw who begins, or deal one card."""
    if s.first == NONE:
        s.first = s.turn = below(rng, s.players)
    else:
        _deal(s, below(rng, s.aside + s.deals))


@part
def force(s: Any, outcome: Any) -> None:
    """1. Make a seat begin, or deal a given card, which must be in the pile."""
    if s.first == NONE:
        s.first = s.turn = outcome
    else:
        at = 0
        while s.cards[at] != outcome:
            at += 1
        _deal(s, at)


@part(forceinline=True)
def draw_all(s: Any, rng: Any) -> Any:
    """1. Draw who begins, if that is not known, and deal a whole round. Worthwhile: two of three plies are draws."""
    return 0 if s.deals == 0 else _deal_round(s, rng)


@part
def _deal_round(s: Any, rng: Any) -> Any:
    plies = np.int64(s.deals)
    if s.first == NONE:
        draw(s, rng)
        plies += 1
    if s.deals < PLACES + HAND * s.players:  # it was begun card by card
        while s.deals > 0:
            draw(s, rng)
        return plies
    pile = np.int64(s.aside) + s.deals
    state = rng[0]  # not in memory, from where it would take as long as to draw
    for place in range(PLACES):
        state += NEXT
        s.path[place] = take(s, scale(mix(state), pile), pile - 1 & 255)
        pile -= 1
    for seat in range(s.players):
        state += NEXT
        one = take(s, scale(mix(state), pile), pile - 1 & 255)
        state += NEXT
        other = take(s, scale(mix(state), pile - 1), pile - 2 & 255)
        pile -= 2
        s.hands[seat, 0], s.hands[seat, 1] = min(one, other), max(one, other)
        s.hand_sizes[seat] = HAND
    rng[0] = state
    s.deals = 0
    return plies


@part
def _deal(s: Any, at: Any) -> None:
    """1. First the path, place by place; then the hands, two cards each in seat order."""
    deals, aside = (s.deals - 1) & 31, s.aside & 255
    s.deals = deals
    card = take(s, at, aside + deals)
    dealt = (PLACES + HAND * s.players - 1 - deals) & 31
    if dealt < PLACES:
        s.path[dealt] = card
    else:
        hold(s, dealt - PLACES >> 1, card)


KERNEL = Kernel(
    name="tao",
    dtype=DTYPE,
    actions=ACTIONS,
    most_legal=MOST_LEGAL,
    observation=OBSERVATION_LENGTH,
    actor=actor,
    legal=legal,
    step=step,
    draw=draw,
    force=force,
    ranks=ranks,
    observe=observe,
    determinize=determinize,
    outcomes=outcomes,
    spell=spell,
    most_outcomes=MOST_CARDS,
    draw_all=draw_all,
    prior=prior,
    foresee=foresee,
)
