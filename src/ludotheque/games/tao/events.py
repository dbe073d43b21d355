"""What happened in a ply, in order, as one viewer may know it: enough to animate it and to write a log."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ludotheque.core.game import Event, Seat
from ludotheque.core.tuples import add, put
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.powers import TORTOISE, WORK
from ludotheque.games.tao.rules import next_places
from ludotheque.games.tao.scoring import (
    RoundStanding,
    add_up_teams,
    list_leaders,
    list_round_standings,
    list_teams,
    outcome,
    running_results,
    team_results,
)
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import (
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    State,
    SwapCards,
    Walk,
)


@dataclass(frozen=True, slots=True)
class FirstPlayerDrawn(Event):
    """Chance said who begins round 1."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A card was laid face up on the path."""

    place: int
    card: int


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A player was dealt a card. Only that player knows which."""

    seat: Seat
    card: int | None


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """All cards are dealt, and the first turn of a round begins."""

    round: int
    seat: Seat
    stone: int


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """The marker walked along the path; -1 is its place at the start of a round."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CardPut(Event):
    """A player put a card before somebody."""

    seat: Seat
    card: int
    to: Seat
    place: int | None
    """Where on the path it came from; None is the player's hand."""


@dataclass(frozen=True, slots=True)
class PowerSkipped(Event):
    """The power of a card put before oneself had no target, or the round was over at once."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class TurnRepeated(Event):
    """The Tortoise gave a player another turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StoneMoved(Event):
    """The stone moved to another element."""

    seat: Seat
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CardsSwapped(Event):
    """The Bird swapped a card of one player for another player's."""

    seat: Seat
    mine: int
    other: Seat
    theirs: int


@dataclass(frozen=True, slots=True)
class CardCovered(Event):
    """The Unicorn covered a card."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class CardUncovered(Event):
    """A card is open again: the Unicorn on it was swapped."""

    seat: Seat
    """Before whom it lies."""
    card: int


@dataclass(frozen=True, slots=True)
class ResultsChanged(Event):
    """What everybody's own cards would score if the round ended now is not what it was before."""

    results: tuple[int, ...]
    team_results: tuple[int, ...] = ()
    """The same for each team, by its first seat; empty unless rounds are scored by teams."""


@dataclass(frozen=True, slots=True)
class TeamSum:
    """What the cards of partners come to together when a round is scored."""

    seats: tuple[Seat, ...]
    result: int
    points: int
    """Of the element."""
    against: int
    """Points of its opposite."""
    cards: int
    """How many open cards of the element."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round was scored. Fields that are not explained here are those of RoundResult and State."""

    round: int
    element: int
    results: tuple[int, ...]
    winner: Seat | None
    decided_by: str
    opposite: int | None
    """The element that counted against it, if any."""
    points: tuple[int, ...]
    """For each seat: points of the element."""
    against: tuple[int, ...]
    """For each seat: points of its opposite. Points less these are the result."""
    cards: tuple[int, ...]
    """For each seat: how many open cards of the element."""
    leaders: tuple[tuple[Seat, ...], ...]
    """After each comparison that was made (results; while tied, points, then cards): who was still ahead."""
    open: tuple[tuple[int, ...], ...]
    covered: tuple[tuple[int, ...], ...]
    teams: tuple[TeamSum, ...] = ()
    """What was compared if rounds are scored by teams; empty if it was the results of single players."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


def tell(setup: Setup, before: State, move: Move, after: State, viewer: Seat | None) -> Iterator[Event]:
    """Yield what happened between two states."""
    match move:
        case ChooseFirst(seat):
            yield FirstPlayerDrawn(seat)
        case DrawCard(card):
            yield from _tell_draw(setup, before, card, viewer)
        case Walk(step, to):
            place = next_places(setup, before)[step - 1]
            card = before.path[place]
            yield MarkerMoved(before.marker, place)
            yield CardPut(before.turn, card, to, place)
            yield from _tell_power(setup, before, card, to, after)
        case PlayFromHand(card, to):
            yield CardPut(before.turn, card, to, None)
            yield from _tell_power(setup, before, card, to, after)
        case MoveStone(element):
            yield StoneMoved(before.turn, before.stone, element)
        case SwapCards(mine, seat, theirs):
            yield CardsSwapped(before.turn, mine, seat, theirs)
            yield from _tell_uncovered(setup, before, move)
        case CoverCard(card):
            yield CardCovered(before.turn, card)
    yield from _tell_results(setup, before, after)
    yield from _tell_end(setup, before, move, after)


def _tell_draw(setup: Setup, before: State, card: int, viewer: Seat | None) -> Iterator[Event]:
    dealt = setup.deals - before.deals
    if dealt < PLACES:
        yield CardLaid(dealt, card)
        return
    seat = (dealt - PLACES) // HAND
    yield CardDealt(seat, card if viewer == seat else None)
    if before.deals == 1:
        yield RoundBegan(before.round, before.turn, before.stone)


def _tell_power(setup: Setup, before: State, card: int, to: Seat, after: State) -> Iterator[Event]:
    """Yield the effect of a power that needs no decision: the Tortoise's, and one without a target."""
    power = setup.powers[card]
    if power is None or to != before.turn or after.acting is not None:
        return
    if power != TORTOISE:
        yield PowerSkipped(to, card)
    elif after.rounds == before.rounds:
        yield TurnRepeated(to)


def _tell_uncovered(setup: Setup, before: State, move: SwapCards) -> Iterator[Event]:
    swapped = WORK[SwapCards](setup, before, move)
    for seat in range(setup.seats):
        for card in (Counter(before.covered[seat]) - Counter(swapped.covered[seat])).elements():
            yield CardUncovered(seat, card)


def _tell_results(setup: Setup, before: State, after: State) -> Iterator[Event]:
    """Within a round; at its end RoundEnded says more."""
    if len(after.rounds) == len(before.rounds):
        results = running_results(setup, after.stone, after.open)
        if results != running_results(setup, before.stone, before.open):
            yield ResultsChanged(results, team_results(setup, results))


def _tell_end(setup: Setup, before: State, move: Move, after: State) -> Iterator[Event]:
    if len(after.rounds) > len(before.rounds):
        result = after.rounds[-1]
        opened, covered = _final_cards(setup, before, move)
        standings = list_round_standings(setup, result.element, opened)
        yield RoundEnded(
            before.round,
            *result,
            opposite=setup.opposite[result.element],
            points=tuple(standing.points for standing in standings),
            against=tuple(standing.points - standing.result for standing in standings),
            cards=tuple(standing.cards for standing in standings),
            leaders=tuple(list_leaders(setup, standings)),
            open=opened,
            covered=covered,
            teams=tuple(_tell_teams(setup, standings)),
        )
    if (end := outcome(setup, after)) is not None and end.scores is not None:
        yield GameEnded(end.ranks, end.scores, end.reason)


def _tell_teams(setup: Setup, standings: Sequence[RoundStanding]) -> Iterator[TeamSum]:
    for seats in list_teams(setup):
        result, points, cards = add_up_teams(setup, standings)[seats[0]]
        yield TeamSum(seats, result, points, points - result, cards)


_Cards: TypeAlias = tuple[tuple[int, ...], ...]


def _final_cards(setup: Setup, before: State, move: Move) -> tuple[_Cards, _Cards]:
    """The cards before each player, open and covered, after a round's last move: the next round clears them away.

    That move takes a card from the path, lets a power work or, `last_turn_from_hand`, plays a card.
    """
    if isinstance(move, PlayFromHand):
        return put(before.open, move.to, add(before.open[move.to], move.card)), before.covered
    if isinstance(move, Walk):
        card = before.path[next_places(setup, before)[move.step - 1]]
        return put(before.open, move.to, add(before.open[move.to], card)), before.covered
    worked = WORK[type(move)](setup, before, move)
    return worked.open, worked.covered
