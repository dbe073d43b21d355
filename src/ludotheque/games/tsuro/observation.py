"""What one viewer may know of a state. The only other door by which information leaves the game is events.py."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from ludotheque.core.game import CONSTANT, Actor, Seat
from ludotheque.core.tuples import deal
from ludotheque.games.tsuro import rules
from ludotheque.games.tsuro.editions import TsuroOptions
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import State
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, Pairing

_LYING: dict[Pairing | None, tuple[int, int] | None] = {None: None} | IDENTITY


@dataclass(frozen=True)
class Observation:
    """A state as one viewer sees it. Fields that are not explained here are those of State."""

    options: TsuroOptions = field(metadata=CONSTANT)
    viewer: Seat | None
    """Who sees; None is a spectator."""
    actor: Actor | None
    """Who decides now; None when the game is over."""
    squares: tuple[tuple[int, int] | None, ...]
    """For each square: tile and quarter turns, or None."""
    spots: tuple[int, ...]
    starts: tuple[int, ...]
    undecided: tuple[int, ...]
    out_at: tuple[int, ...]
    hand: tuple[int, ...] | None
    """The viewer's own tiles; None for a spectator."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    dragon: Seat | None
    turn: Seat
    parts: tuple[int, ...]
    laid: int | None
    choosers: tuple[int, ...]
    pool: tuple[int, ...] | None
    """The hands of those put out, while the viewer decides on a bonus swap; None for everybody else."""
    pool_size: int
    draws: tuple[Seat, ...]
    reason: str | None

    def _repr_svg_(self) -> str:
        # Imported when needed: an observation is data first, and a notebook is where it becomes a picture.
        from ludotheque.games.tsuro.display.picture import render_picture  # noqa: PLC0415

        return render_picture(self)


def observe(setup: Setup, state: State, viewer: Seat | None) -> Observation:
    """Return everything that the viewer may know."""
    decides_swap = bool(state.pool) and viewer == state.turn
    seen = object.__new__(Observation)
    seen.__dict__.update(  # a frozen dataclass sets its fields one by one, which takes three times as long
        options=setup.options,
        viewer=viewer,
        actor=rules.actor(setup, state),
        squares=tuple(map(_LYING.__getitem__, state.squares)),
        spots=state.spots,
        starts=state.starts,
        undecided=state.undecided,
        out_at=state.out_at,
        hand=None if viewer is None else state.hands[viewer],
        hand_sizes=tuple(map(len, state.hands)),
        pile_size=len(state.pile),
        dragon=state.dragon,
        turn=state.turn,
        parts=state.parts,
        laid=state.laid,
        choosers=state.choosers,
        pool=state.pool if decides_swap else None,
        pool_size=len(state.pool),
        draws=state.draws,
        reason=state.reason,
    )
    return seen


def unseen(setup: Setup, observation: Observation) -> tuple[int, ...]:
    """The tiles that the viewer cannot see: in the pile and in other hands, ascending."""
    tiles = Counter(setup.tiles)
    tiles.subtract(laid[0] for laid in observation.squares if laid is not None)
    tiles.subtract(observation.hand or ())
    tiles.subtract(observation.pool or ())
    return tuple(sorted(tiles.elements()))


def determinize(setup: Setup, observation: Observation, rng: Random) -> State:
    """Deal the unseen tiles at random to the places where tiles are hidden."""
    hidden = unseen(setup, observation)
    sizes = [0 if seat == observation.viewer else size for seat, size in enumerate(observation.hand_sizes)]
    *hands, pool, pile = deal(
        hidden, [*sizes, 0 if observation.pool else observation.pool_size, observation.pile_size], rng
    )
    if observation.viewer is not None:
        hands[observation.viewer] = observation.hand or ()
    return State(
        squares=tuple(None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares),
        spots=observation.spots,
        starts=observation.starts,
        undecided=observation.undecided,
        out_at=observation.out_at,
        hands=tuple(hands),
        pile=pile,
        dragon=observation.dragon,
        turn=observation.turn,
        parts=observation.parts,
        laid=observation.laid,
        choosers=observation.choosers,
        pool=pool if observation.pool is None else observation.pool,
        draws=observation.draws,
        reason=observation.reason,
    )
