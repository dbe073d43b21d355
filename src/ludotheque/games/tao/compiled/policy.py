"""A cheap heuristic for moves of a packed game, and the value of its stones, compiled. For searching bots."""

from itertools import product
from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.tao.cards import ELEMENTS, POWER_MASK
from ludotheque.games.tao.compiled.actions import (
    BIRD,
    COVER,
    DRAGON,
    PLAY,
    SEATS,
    STONE,
    SWAP,
    TABLE,
    TORTOISE,
    UNICORN,
)
from ludotheque.games.tao.compiled.cards import element_of, seat_at, value_of
from ludotheque.games.tao.compiled.encoding import EARLY_ENDS, LAST_POWERS
from ludotheque.games.tao.evaluation import expect_shares
from ludotheque.games.tao.scoring import ROUNDS

_RING = len(ELEMENTS)
_IF_ANYONE_OUT = EARLY_ENDS.index("anyone_out")
_NO_POWER = LAST_POWERS.index("none")
_POINT = 0.03
"""What a point of lead in this round is worth."""
_SECOND_TURN = 2.0
"""What the Tortoise is worth, in points."""
_EXCHANGE = 1.0
"""What the Bird is worth, in points."""
_KEPT = 0.3
"""What keeping a card in the hand is worth, in points: it can be used when the path offers nothing good."""

_SIDES = [(0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)]
_ENDS = ("uncatchable", "anyone_out")
"""Whether a game ends early with a winner who is certain anyway makes no difference; so `never` is like the first."""
_SHARES = np.zeros((len(_ENDS), len(_SIDES), ROUNDS, (SEATS + 1) ** (ROUNDS - 1), SEATS), np.float32)
"""What the game is worth to each seat: by early end, sides, finished rounds, and who owns their stones to base 5."""
for (_end, _early_end), (_row, _sides), _done in product(enumerate(_ENDS), enumerate(_SIDES), range(ROUNDS)):
    for _owners in product((None, *range(len(_sides))), repeat=_done):
        _number = sum((0 if _o is None else _o + 1) * (SEATS + 1) ** _i for _i, _o in enumerate(_owners))
        _SHARES[_end, _row, _done, _number, : len(_sides)] = expect_shares(_sides, _owners, _early_end)


@part
def foresee(s: Any, shares: Any) -> Any:
    """Between two rounds only the stones count: write the shares if everybody is equally likely to take the rest."""
    if s.deals == 0:
        return False
    number = 0
    for index in range(s.round - 2, -1, -1):
        number = number * (SEATS + 1) + s.winners[index] + 1
    row = 3 if s.teams else s.players - 2
    end = 1 if s.early_end == _IF_ANYONE_OUT else 0
    for seat in range(s.players):
        shares[seat] = _SHARES[end, row, s.round - 1, number, seat]
    return True


@part
def prior(s: Any, actions: Any, count: Any, scores: Any) -> None:
    """Score actions by the lead of one's own side over the best of the others if the round ended soon."""
    results = np.empty(SEATS, np.int64)
    _add_up(s, s.stone, results)
    for index in range(count):
        action = actions[index]
        if action < STONE:
            scores[index] = _POINT * _rate_card(s, action, results)
        elif action < COVER:
            steps = s.acting & POWER_MASK
            scores[index] = _POINT * _rate_stone(s, s.stone + (steps if action == STONE else _RING - steps), -1)
        elif action < SWAP:
            loss = _worth(s, s.open[s.turn, action - COVER], s.stone)
            scores[index] = _POINT * _lead(s, results, s.turn, -loss, s.turn, 0)
        else:
            scores[index] = _POINT * _rate_swap(s, action - SWAP, results)


@part
def _worth(s: Any, card: Any, stone: Any) -> Any:
    """What a card counts with the stone on this element."""
    element = element_of(card)
    if element == stone:
        return value_of(card)
    return -value_of(card) if element == s.opposite[stone] else 0


@part
def _add_up(s: Any, stone: Any, results: Any) -> None:
    for seat in range(s.players):
        total = 0
        for place in range(s.open_sizes[seat]):
            total += _worth(s, s.open[seat, place], stone)
        results[seat] = total


@part
def _lead(s: Any, results: Any, one: Any, gain: Any, other: Any, loss: Any) -> Any:
    """The lead of the active player's side if the results of two seats change by these amounts."""
    if s.together:
        lead = (gain if (one ^ s.turn) & 1 == 0 else -gain) - (loss if (other ^ s.turn) & 1 == 0 else -loss)
        for seat in range(s.players):
            lead += results[seat] if (seat ^ s.turn) & 1 == 0 else -results[seat]
        return lead
    mine, best = -999, -999
    for seat in range(s.players):
        result = results[seat] + (gain if seat == one else 0) - (loss if seat == other else 0)
        if seat == s.turn or (s.teams and (seat ^ s.turn) & 1 == 0):
            mine = max(mine, result)
        else:
            best = max(best, result)
    return mine - best


@part
def _rate_card(s: Any, action: Any, results: Any) -> Any:
    which, to = action >> 2, seat_at(s, action & 3, s.turn)
    if action < PLAY:
        card, rate = s.path[s.line[s.front + which]], _KEPT
    else:
        card, rate = s.hands[s.turn, which - (PLAY >> 2)], 0.0
    power = card & POWER_MASK
    if action < PLAY and s.last_power == _NO_POWER and s.left - 1 <= s.last:
        power = 0
    if to == s.turn and 0 < power <= DRAGON:
        return rate + max(
            _rate_stone(s, s.stone + power, card),
            _rate_stone(s, s.stone + _RING - power, card),
        )
    rate += _lead(s, results, to, _worth(s, card, s.stone), to, 0)
    if to == s.turn:
        if power == TORTOISE:
            rate += _SECOND_TURN
        elif power == BIRD:
            rate += _EXCHANGE
        elif power == UNICORN:
            rate += _burden(s)
    return rate


@part
def _burden(s: Any) -> Any:
    """How much the active player's worst card counts against them."""
    worst = 0
    for place in range(s.open_sizes[s.turn]):
        worst = min(worst, _worth(s, s.open[s.turn, place], s.stone))
    return -worst


@part
def _rate_stone(s: Any, stone: Any, card: Any) -> Any:
    """The lead if the stone goes to another element, and a card comes before the active player, if there is one."""
    results = np.empty(SEATS, np.int64)
    stone %= _RING
    _add_up(s, stone, results)
    return _lead(s, results, s.turn, 0 if card < 0 else _worth(s, card, stone), s.turn, 0)


@part
def _rate_swap(s: Any, places: Any, results: Any) -> Any:
    mine, theirs = places // TABLE, places % TABLE
    seat = s.turn
    while theirs >= s.open_sizes[seat]:
        theirs -= s.open_sizes[seat]
        seat = seat + 1 if seat + 1 < s.players else 0
    gain = _worth(s, s.open[seat, theirs], s.stone) - _worth(s, s.open[s.turn, mine], s.stone)
    return _lead(s, results, s.turn, gain, seat, gain)
