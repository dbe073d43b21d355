"""What one viewer may know of a state. The only other door by which information leaves the game is events.py."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from ludotheque.core.game import CONSTANT, Actor, Seat
from ludotheque.core.tuples import deal
from ludotheque.games.tao import rules
from ludotheque.games.tao.cards import Card
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tao.scoring import count_stones, list_winners, rank_seats, running_results
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import GONE, RoundResult, State


@dataclass(frozen=True)
class Observation:
    """A state as one viewer sees it. Fields that are not explained here are those of State."""

    options: TaoOptions = field(metadata=CONSTANT)
    viewer: Seat | None
    """Who sees; None is a spectator."""
    actor: Actor | None
    """Who decides now; None when the game is over."""
    cards: tuple[Card, ...] = field(metadata=CONSTANT)
    """What the numbers of cards mean."""
    round: int
    first: Seat | None
    turn: Seat
    path: tuple[int, ...]
    marker: int
    next_places: tuple[int, ...]
    """The places of the cards that a walk may take now."""
    stone: int
    hand: tuple[int, ...] | None
    """The viewer's own cards; None for a spectator."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    deals: int
    open: tuple[tuple[int, ...], ...]
    covered: tuple[tuple[int, ...], ...]
    stacks: tuple[tuple[tuple[int, ...], ...], ...]
    results: tuple[int, ...]
    """For each seat: what its own cards would score if the round ended now."""
    acting: int | None
    rounds: tuple[RoundResult, ...]
    stones: tuple[int, ...]
    """For each seat: the total of its stones; what a team owns together counts for both partners."""
    ranks: tuple[int, ...] | None
    """For each seat: its rank at the end of the game; None before."""
    reason: str | None

    def _repr_svg_(self) -> str:
        # Imported when needed: an observation is data first, and a notebook is where it becomes a picture.
        from ludotheque.games.tao.display.picture import render_picture  # noqa: PLC0415

        return render_picture(self)


def observe(setup: Setup, state: State, viewer: Seat | None) -> Observation:
    """Return everything that the viewer may know."""
    is_over = state.reason is not None
    return Observation(
        options=setup.options,
        viewer=viewer,
        actor=rules.actor(state),
        cards=setup.cards,
        round=state.round,
        first=state.first,
        turn=state.turn,
        path=state.path,
        marker=state.marker,
        next_places=() if is_over or state.acting is not None else tuple(rules.next_places(setup, state)),
        stone=state.stone,
        hand=None if viewer is None else state.hands[viewer],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        pile_size=len(state.pile),
        deals=state.deals,
        open=state.open,
        covered=state.covered,
        stacks=state.stacks,
        results=running_results(setup, state.stone, state.open),
        acting=state.acting,
        rounds=state.rounds,
        stones=count_stones(setup, state.rounds),
        ranks=rank_seats(setup.sides, list_winners(state.rounds)) if is_over else None,
        reason=state.reason,
    )


def unseen(setup: Setup, observation: Observation) -> tuple[int, ...]:
    """The cards that the viewer cannot see: in other hands, to be dealt or set aside. Ascending."""
    cards = Counter(setup.deck)
    cards.subtract(card for card in observation.path if card != GONE)
    for before_players in (observation.open, observation.covered):
        for lying in before_players:
            cards.subtract(lying)
    cards.subtract(observation.hand or ())
    return tuple(sorted(cards.elements()))


def determinize(setup: Setup, observation: Observation, rng: Random) -> State:
    """Deal the unseen cards at random to the other hands; the rest is the pile."""
    sizes = [0 if seat == observation.viewer else size for seat, size in enumerate(observation.hand_sizes)]
    *hands, pile = deal(unseen(setup, observation), [*sizes, observation.pile_size], rng)
    if observation.viewer is not None:
        hands[observation.viewer] = observation.hand or ()
    return State(
        round=observation.round,
        first=observation.first,
        turn=observation.turn,
        path=observation.path,
        marker=observation.marker,
        stone=observation.stone,
        hands=tuple(hands),
        pile=pile,
        deals=observation.deals,
        open=observation.open,
        covered=observation.covered,
        stacks=observation.stacks,
        acting=observation.acting,
        rounds=observation.rounds,
        reason=observation.reason,
    )
