"""How a round is scored, who takes its stone, when the game ends and who wins. Turns and powers are in rules.py."""

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.core.game import Outcome, Seat
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import RoundResult, State

ROUNDS = 5
MAY_END_AFTER = 4
UNCATCHABLE = 6
"""How far ahead a leader must be after round 4 to end the game: five points, with the best stone, would still win."""

_DECIDED_BY = ("result", "points", "cards")


class RoundStanding(NamedTuple):
    """What one player has at the end of a round, in the order in which it is compared."""

    result: int
    points: int
    """In the scored element."""
    cards: int
    """How many of that element."""


def count_points(setup: Setup, element: int, cards: Sequence[int]) -> int:
    """Add up the values of the cards of one element."""
    elements, values = setup.elements, setup.values
    return sum(values[card] for card in cards if elements[card] == element)


def score_cards(setup: Setup, element: int, cards: Sequence[int]) -> int:
    """Points of the element in play less points of its opposite."""
    return count_points(setup, element, cards) - count_points(setup, setup.opposite[element], cards)


def running_results(setup: Setup, stone: int, opened: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each seat, what the cards that are not covered would score if the round ended now."""
    return tuple(score_cards(setup, stone, cards) for cards in opened)


def list_round_standings(setup: Setup, stone: int, opened: Sequence[Sequence[int]]) -> list[RoundStanding]:
    """For each seat, what decides who takes the stone."""
    return [
        RoundStanding(
            score_cards(setup, stone, cards),
            count_points(setup, stone, cards),
            sum(setup.elements[card] == stone for card in cards),
        )
        for cards in opened
    ]


def list_leaders(standings: Sequence[RoundStanding]) -> list[tuple[Seat, ...]]:
    """Compare results; while there is a tie, points, then cards. After each comparison made: who is still ahead."""
    best = max(standings)
    leaders: list[tuple[Seat, ...]] = []
    for depth in range(1, len(_DECIDED_BY) + 1):
        ahead = tuple(seat for seat, standing in enumerate(standings) if standing[:depth] == best[:depth])
        leaders.append(ahead)
        if len(ahead) == 1:
            break
    return leaders


def decide_round(setup: Setup, stone: int, opened: Sequence[Sequence[int]]) -> RoundResult:
    """Decide who takes the stone: by the result; if tied, by points in the scored element; if tied, by cards of it.

    `still_tied`: after that the stone is set aside and belongs to nobody.
    """
    standings = list_round_standings(setup, stone, opened)
    results = tuple(standing.result for standing in standings)
    leaders = list_leaders(standings)
    if len(leaders[-1]) > 1:
        return RoundResult(stone, results, None, "nothing")
    return RoundResult(stone, results, leaders[-1][0], _DECIDED_BY[len(leaders) - 1])


def count_stones(seats: int, rounds: Sequence[RoundResult]) -> tuple[int, ...]:
    """Sum up the stones of each seat."""
    totals = [0] * seats
    for value, result in enumerate(rounds, start=1):
        if result.winner is not None:
            totals[result.winner] += value
    return tuple(totals)


def find_end(sides: Sequence[int], winners: Sequence[Seat | None]) -> str | None:
    """Return why the game ends with these winners of the stones so far; None if it goes on. `sides` is by seat."""
    if len(winners) == ROUNDS:
        return "five_rounds"
    if len(winners) == MAY_END_AFTER:
        totals = sorted(_side_totals(sides, winners).values())
        if totals[-1] - totals[-2] >= UNCATCHABLE:
            return "uncatchable"
    return None


def rank_seats(sides: Sequence[int], winners: Sequence[Seat | None]) -> tuple[int, ...]:
    """Rank by total of stones, then by the most valuable stone held; partners together."""
    standings = list_standings(sides, winners)
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


def list_standings(sides: Sequence[int], winners: Sequence[Seat | None]) -> list[tuple[int, int]]:
    """For each seat, the total of its side's stones and the most valuable of them."""
    totals = _side_totals(sides, winners)
    best = dict.fromkeys(totals, 0)
    for value, winner in enumerate(winners, start=1):
        if winner is not None:
            best[sides[winner]] = value
    return [(totals[side], best[side]) for side in sides]


def _side_totals(sides: Sequence[int], winners: Sequence[Seat | None]) -> dict[int, int]:
    """`team_stones`: the stones of partners add up."""
    totals = dict.fromkeys(sides, 0)
    for value, winner in enumerate(winners, start=1):
        if winner is not None:
            totals[sides[winner]] += value
    return totals


def list_winners(rounds: Sequence[RoundResult]) -> tuple[Seat | None, ...]:
    """For each finished round, who took its stone."""
    return tuple(result.winner for result in rounds)


def outcome(setup: Setup, state: State) -> Outcome | None:
    """Return how the game ended. Scores are each seat's own stones, in teams too."""
    if state.reason is None:
        return None
    ranks = rank_seats(setup.sides, list_winners(state.rounds))
    return Outcome(ranks, state.reason, count_stones(setup.seats, state.rounds))
