"""What a client needs to draw and to explain Tao without knowing its rules: cards, elements, who plays with whom."""

from dataclasses import dataclass
from typing import Annotated

from ludotheque.core.game import OneOf, Seat
from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK, Card
from ludotheque.games.tao.observation import Observation
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.scoring import list_teams, team_results
from ludotheque.games.tao.setup import Setup


@dataclass(frozen=True, slots=True)
class Material:
    """What never changes: the cards, and what the options come to."""

    cards: tuple[Card, ...]
    """What the numbers of cards mean."""
    elements: tuple[Annotated[str, OneOf(ELEMENTS)], ...]
    """The ring of the elements, clockwise; elements are numbered by their place in it."""
    opposite: tuple[int | None, ...]
    """For each element: the one that counts against it, if any."""
    sides: tuple[int, ...]
    """For each seat: whom it wins and loses with."""
    places: int
    """How many cards the path has at the start of a round."""
    hand: int
    """How many cards each player is dealt."""
    deck_is_reconstructed: bool
    has_teams: bool
    last: int
    """How many cards are left on the path when a round ends."""
    adds_up_teams: bool
    """Whether the cards of partners are added up when a round is scored, and its stone is the team's."""
    covered_stays: bool
    """Whether a covered card remains so until the round ends, whatever becomes of the Unicorn on it."""


@dataclass(frozen=True, slots=True)
class Team:
    """Players who win and lose together."""

    seats: tuple[Seat, ...]
    stones: int
    """The total of their stones."""
    result: int | None
    """What their cards would score together if the round ended now; None if players are scored one by one."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What follows from a position."""

    teams: tuple[Team, ...]
    """Empty unless there are partners."""


def material(setup: Setup) -> Material:
    """Give what never changes."""
    return Material(
        cards=setup.cards,
        elements=ELEMENTS,
        opposite=setup.opposite,
        sides=setup.sides,
        places=PLACES,
        hand=HAND,
        deck_is_reconstructed=setup.options.deck == RECONSTRUCTED_DECK,
        has_teams=setup.options.teams,
        last=setup.last,
        adds_up_teams=bool(list_teams(setup)),
        covered_stays=setup.options.covered == "stays",
    )


def scene(setup: Setup, observation: Observation) -> Scene:
    """Give what follows from an observation."""
    if not setup.options.teams:
        return Scene(teams=())
    results = dict(zip(list_teams(setup), team_results(setup, observation.results), strict=True))
    teams = []
    for side in dict.fromkeys(setup.sides):
        seats = tuple(seat for seat in range(setup.seats) if setup.sides[seat] == side)
        # What they own together is counted for both.
        stones = observation.stones[seats[0]] if results else sum(observation.stones[seat] for seat in seats)
        teams.append(Team(seats, stones, results.get(seats)))
    return Scene(tuple(teams))
