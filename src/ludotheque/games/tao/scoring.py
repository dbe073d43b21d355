"""How a round is scored, who takes its stone, when the game ends and who wins. Turns and powers are in rules.py."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ludotheque.core.game import Outcome, Seat
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import RoundResult, State

ROUNDS = 5
MAY_END_AFTER = 4
UNCATCHABLE = 6
"""How far ahead a leader must be after round 4 to end the game: five points, with the best stone, would still win."""

_Figure = TypeVar("_Figure", int, float)

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
    """Points of the element in play less points of its opposite, if it has one."""
    opposite = setup.opposite[element]
    against = 0 if opposite is None else count_points(setup, opposite, cards)
    return count_points(setup, element, cards) - against


def running_results(setup: Setup, stone: int, opened: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each seat, what the cards that are not covered would score if the round ended now."""
    return tuple(score_cards(setup, stone, cards) for cards in opened)


def tally(setup: Setup, state: State) -> dict[str, tuple[int, ...]]:
    """Count what decides the rounds, of finished ones as they were scored: each seat's result, or its team's."""
    results = [result.results for result in state.rounds]
    if len(results) < state.round:
        results.append(running_results(setup, state.stone, state.open))
    return {f"round {number}": tuple(sum_up(setup, each)) for number, each in enumerate(results, start=1)}


def sum_up(setup: Setup, figures: Sequence[_Figure]) -> list[_Figure]:
    """For each seat, its figure or, where rounds are scored by teams, the sum of both partners' figures."""
    totals: dict[int, _Figure] = {}
    for side, figure in zip(setup.round_sides, figures, strict=True):
        totals[side] = totals[side] + figure if side in totals else figure
    return [totals[side] for side in setup.round_sides]


def list_teams(setup: Setup) -> list[tuple[Seat, ...]]:
    """The teams whose cards are added up when a round is scored; none if it is scored player by player."""
    if len(set(setup.round_sides)) == setup.seats:
        return []
    return [
        tuple(seat for seat, other in enumerate(setup.round_sides) if other == side)
        for side in dict.fromkeys(setup.round_sides)
    ]


def team_results(setup: Setup, results: Sequence[int]) -> tuple[int, ...]:
    """For each of these teams, what the results of its seats come to."""
    totals = sum_up(setup, results)
    return tuple(totals[seats[0]] for seats in list_teams(setup))


def list_round_standings(setup: Setup, stone: int, opened: Sequence[Sequence[int]]) -> list[RoundStanding]:
    """For each seat, what its own cards come to."""
    return [
        RoundStanding(
            score_cards(setup, stone, cards),
            count_points(setup, stone, cards),
            sum(setup.elements[card] == stone for card in cards),
        )
        for cards in opened
    ]


def add_up_teams(setup: Setup, standings: Sequence[RoundStanding]) -> list[RoundStanding]:
    """For each seat, what decides who takes the stone: its own standing or, `team_rounds`, that of both partners."""
    results, points, cards = (sum_up(setup, column) for column in zip(*standings, strict=True))
    return list(map(RoundStanding, results, points, cards))


def list_leaders(setup: Setup, standings: Sequence[RoundStanding]) -> list[tuple[Seat, ...]]:
    """Compare results; while there is a tie, points, then cards. After each comparison made: who is still ahead."""
    standings = add_up_teams(setup, standings)
    best = max(standings)
    leaders: list[tuple[Seat, ...]] = []
    for depth in range(1, len(_DECIDED_BY) + 1):
        ahead = tuple(seat for seat, standing in enumerate(standings) if standing[:depth] == best[:depth])
        leaders.append(ahead)
        if _are_one_side(setup, ahead):
            break
    return leaders


def _are_one_side(setup: Setup, seats: Sequence[Seat]) -> bool:
    return len({setup.round_sides[seat] for seat in seats}) == 1


def decide_round(setup: Setup, stone: int, opened: Sequence[Sequence[int]], turn: Seat) -> RoundResult:
    """Decide who takes the stone: by the result; if tied, by points in the scored element; if tied, by cards of it.

    `still_tied`: after that the stone is set aside and belongs to nobody. `turn` is who played the last card.
    """
    standings = list_round_standings(setup, stone, opened)
    results = tuple(standing.result for standing in standings)
    leaders = list_leaders(setup, standings)
    if not _are_one_side(setup, leaders[-1]):
        return RoundResult(stone, results, None, "nothing")

    def rate(seat: Seat) -> tuple[int, int]:
        """`team_begins`: the partner with the better own result; if equal, whose turn would have come first."""
        return results[seat], -((seat - turn - 1) % setup.seats)

    return RoundResult(stone, results, max(leaders[-1], key=rate), _DECIDED_BY[len(leaders) - 1])


def list_owners(setup: Setup, result: RoundResult) -> tuple[Seat, ...]:
    """Who owns the stone of a round: nobody, one seat or, `team_rounds`, both partners."""
    if result.winner is None:
        return ()
    side = setup.round_sides[result.winner]
    return tuple(seat for seat in range(setup.seats) if setup.round_sides[seat] == side)


def count_stones(setup: Setup, rounds: Sequence[RoundResult]) -> tuple[int, ...]:
    """Sum up the stones of each seat; what a team owns together counts for both partners."""
    totals = [0] * setup.seats
    for value, result in enumerate(rounds, start=1):
        for seat in list_owners(setup, result):
            totals[seat] += value
    return tuple(totals)


def find_end(sides: Sequence[int], winners: Sequence[Seat | None], early_end: str) -> str | None:
    """Return why the game ends with these winners of the stones so far; None if it goes on. `sides` is by seat."""
    if len(winners) == ROUNDS:
        return "five_rounds"
    if early_end == "anyone_out" and not all(_can_win(sides, winners, seat) for seat in range(len(sides))):
        return "anyone_out"
    if early_end == "uncatchable" and len(winners) == MAY_END_AFTER:
        totals = sorted(_side_totals(sides, winners).values())
        if totals[-1] - totals[-2] >= UNCATCHABLE:
            return "uncatchable"
    return None


def _can_win(sides: Sequence[int], winners: Sequence[Seat | None], seat: Seat) -> bool:
    """`anyone_out`: whether a seat would win if it took all stones to come."""
    rest = [seat] * (ROUNDS - len(winners))
    return rank_seats(sides, [*winners, *rest])[seat] == 1


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
    """Return how the game ended. Scores are the stones that each seat owns, alone or with its partner."""
    if state.reason is None:
        return None
    ranks = rank_seats(setup.sides, list_winners(state.rounds))
    return Outcome(ranks, state.reason, count_stones(setup, state.rounds))
