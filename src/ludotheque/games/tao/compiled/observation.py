"""What one seat may know of a packed game: the compiled counterpart of ../observation.py."""

from typing import Any

import numpy as np

from ludotheque.compiled.kernel import below
from ludotheque.compiled.memory import add_to_row, borrow, claim_short, copy_field, rank_row
from ludotheque.compiled.parts import part
from ludotheque.games.tao.cards import POWER_MASK
from ludotheque.games.tao.compiled.actions import SEATS, TABLE
from ludotheque.games.tao.compiled.cards import count_from, element_of, hold, seat_at, take, value_of
from ludotheque.games.tao.compiled.encoding import NONE, OBSERVATION, OBSERVATION_LENGTH, TOP
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.setup import CHOICES

_AT = {name: where.start for name, where in OBSERVATION.items()}
_ACTING, _PATH, _NEXT, _HAND = _AT["acting"], _AT["path"], _AT["next"], _AT["hand"]
_SIZES, _TABLE, _ROUNDS = _AT["hand_sizes"], _AT["table"], _AT["rounds"]
_SEAT_SHIFT = 13
_NO_CARD = 0xFFFF
"""More than any card with its seat."""
_TWO_TABLES = 2 * TABLE
_OPPOSITE, _EARLY_END, _STACKS = _AT["opposite"], _AT["early_end"], _AT["stacks"]


@part
def determinize(s: Any, seat: Any, rng: Any) -> None:
    """Put the cards of all other hands back into the pile and redeal them."""
    pile = s.aside + s.deals
    for other in range(s.players):
        if other != seat:
            for slot in range(s.hand_sizes[other]):
                _put_back(s, s.hands[other, slot], pile)
                pile += 1
    for other in range(s.players):
        if other != seat:
            size = s.hand_sizes[other]
            s.hand_sizes[other] = 0
            for _ in range(size):
                pile -= 1
                hold(s, other, take(s, below(rng, pile + 1), pile))


@part
def _put_back(s: Any, card: Any, pile: Any) -> None:
    """Find a copy of the card behind the pile, and move it to the end of the pile."""
    at = pile
    while s.cards[at] != card:
        at += 1
    take(s, at, pile)


@part
def observe(s: Any, seat: Any, out: Any) -> None:
    """Write what the seat may know, as encoding.OBSERVATION lays it out.

    Cards that may be there or not are written without a branch: games differ in that, so the processor cannot foresee
    where it goes, and a wrong guess takes longer than writing a card.
    """
    for index in range(OBSERVATION_LENGTH):
        out[index] = NONE
    players: Any = np.int64(s.players)
    deals: Any = np.int64(s.deals)
    out[0], out[1], out[2], out[3] = players, s.teams, s.towards, s.round
    if s.first != NONE:
        out[4] = count_from(s, s.first, seat)
        out[5] = count_from(s, s.turn, seat)
    out[6], out[7], out[8], out[9] = s.marker, s.stone, deals, s.reason
    _show(out, _ACTING, s.acting)
    for place in range(min(PLACES, PLACES + HAND * players - deals)):
        _show(out, _PATH + 3 * place, s.path[place])
    if deals == 0 and s.acting == NONE and s.reason == NONE and s.left > s.last:
        front = s.front & 31
        for index in range(CHOICES):
            out[_NEXT + index] = s.line[front + index]
    held = s.hand_sizes[seat & 3]
    for slot in range(HAND):
        _show(out, _HAND + 3 * slot, s.hands[seat & 3, slot] if slot < held else NONE)
    _observe_table(s, seat, players, out)
    _observe_rounds(s, seat, players, out)
    copy_field(out, _OPPOSITE, s.opposite)
    at = _EARLY_END
    out[at], out[at + 1], out[at + 2], out[at + 3] = s.early_end, s.last_power, s.together, s.frees
    if s.frees:
        _observe_stacks(s, seat, players, out)


@part
def _show(out: Any, at: Any, card: Any) -> None:
    """Write element, value and power of a card; -1 for each if there is none, which is -1 itself."""
    missing = card >> 15
    out[at] = element_of(card)
    out[at + 1] = value_of(card) | missing
    out[at + 2] = card & POWER_MASK | missing


@part
def _observe_table(s: Any, seat: Any, players: Any, out: Any) -> None:
    """Write the open and then the covered cards of all seats, those of each in ascending order.

    With its seat in the bits above the card, where a card belongs is how many are less.
    """
    cards, ranks = claim_short(_TWO_TABLES), claim_short(TABLE)
    total = np.int64(0)
    for step_on in range(players):
        other = seat_at(s, step_on, seat) & 3
        out[_SIZES + step_on] = s.hand_sizes[other]
        # Always a whole row; what is too much is overwritten by the next one.
        add_to_row(s.open[other], step_on << _SEAT_SHIFT, borrow(cards, total & 15))
        total += s.open_sizes[other]
    for step_on in range(players):
        other = seat_at(s, step_on, seat) & 3
        add_to_row(s.covered[other], step_on + SEATS << _SEAT_SHIFT, borrow(cards, total & 15))
        total += s.covered_sizes[other]
    for index in range(TABLE):
        cards[total + index] = _NO_CARD
    rank_row(cards, ranks)
    for index in range(total):
        card, at = np.int64(cards[index]), _TABLE + 4 * (np.int64(ranks[index]) & 15)
        out[at] = card >> _SEAT_SHIFT
        out[at + 1] = element_of(card) & 7
        out[at + 2] = value_of(card)
        out[at + 3] = card & POWER_MASK


@part
def _observe_stacks(s: Any, seat: Any, players: Any, out: Any) -> None:
    at = _STACKS
    for step_on in range(players):
        other = seat_at(s, step_on, seat)
        for index in range(s.stack_sizes[other]):
            card = s.stacks[other, index]
            out[at] = step_on if card >= TOP else step_on + SEATS
            _show(out, at + 1, card & TOP - 1)
            at += 4


@part
def _observe_rounds(s: Any, seat: Any, players: Any, out: Any) -> None:
    for index in range(s.round - (s.reason == NONE)):
        at = _ROUNDS + 11 * index
        winner = np.int64(s.winners[index])
        out[at] = s.elements[index]
        out[at + 1] = count_from(s, winner, seat) if winner != NONE else NONE
        out[at + 2] = s.decided_by[index]
        for step_on in range(players):
            result = s.results[index, seat_at(s, step_on, seat) & 3]
            out[at + 3 + 2 * step_on] = result >> 7
            out[at + 4 + 2 * step_on] = result & 127
