"""A heuristic evaluation of positions, for bots that look one move ahead. Not part of the rules."""

from functools import lru_cache
from math import exp

from ludotheque.core.game import Seat
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.rules import apply, legal_moves
from ludotheque.games.tao.scoring import find_end, list_winners, outcome, rank_seats, score_cards, sum_up
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import GONE, State

_ELSEWHERE = 0.08
"""What a point in another element is worth while the stone may still move there."""
_IN_HAND = 0.5
"""What a point in the hand is worth relative to one on the table: putting it down costs a turn."""
_DOUBT = (0.8, 0.45)
"""The scale of a lead in points at the end of a round, and its growth for each card still to be taken."""


def evaluate(setup: Setup, state: State, seat: Seat) -> float:
    """Estimate the share of the win from how likely each player takes this stone, and what the game is worth then.

    If a power waits for a decision, the best decision for its player is evaluated.
    """
    if (end := outcome(setup, state)) is not None:
        return end.shares[seat]
    if state.acting is not None:
        choices = (apply(setup, state, move) for move in legal_moves(setup, state))
        return max((evaluate(setup, after, state.turn), evaluate(setup, after, seat)) for after in choices)[1]
    owners = list_winners(state.rounds)
    return sum(
        chance * expect_shares(setup.sides, (*owners, winner), setup.options.early_end)[seat]
        for winner, chance in enumerate(_chances(setup, state))
    )


def _chances(setup: Setup, state: State) -> list[float]:
    """Estimate how likely each seat takes the stone of this round, from its cards on the table and in the hand."""
    if state.deals:
        return [1 / setup.seats] * setup.seats
    to_come = max(0, len(state.path) - state.path.count(GONE) - setup.last)
    doubt = _DOUBT[0] + _DOUBT[1] * to_come
    own = [_promise(setup, state, seat, to_come) for seat in range(setup.seats)]
    promises = sum_up(setup, own)
    best = max(promises)
    odds = [exp((promise - best) / doubt) for promise in promises]
    return [odd / sum(odds) for odd in odds]


def _promise(setup: Setup, state: State, seat: Seat, to_come: int) -> float:
    opened = state.open[seat]
    total = float(score_cards(setup, state.stone, opened))
    for element in range(len(ELEMENTS)):
        if element != state.stone:
            total += _ELSEWHERE * score_cards(setup, element, opened) * min(1, to_come / 4)
    # A card that counts can be put before oneself, one that counts against can be given away.
    useful = (state.stone, setup.opposite[state.stone])
    held = sorted(setup.values[card] for card in state.hands[seat] if setup.elements[card] in useful)
    # With no card to come somebody has one more turn, by a Tortoise taken last.
    plays = to_come or int(seat == state.turn)
    return total + _IN_HAND * sum(held[-plays:] if plays else ())


@lru_cache(maxsize=8192)
def expect_shares(sides: tuple[int, ...], owners: tuple[Seat | None, ...], early_end: str) -> tuple[float, ...]:
    """Compute each seat's share of the win if everybody is equally likely to take the remaining stones."""
    seats = range(len(sides))
    if find_end(sides, owners, early_end) is not None:
        ranks = rank_seats(sides, owners)
        return tuple(1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks)
    futures = [expect_shares(sides, (*owners, winner), early_end) for winner in seats]
    return tuple(sum(future[seat] for future in futures) / len(futures) for seat in seats)
