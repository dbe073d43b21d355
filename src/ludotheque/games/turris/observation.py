"""What a viewer may know of a state: in Turris, everything. The other door is events.py."""

from dataclasses import dataclass, field

from ludotheque.core.game import CONSTANT, Actor, Seat
from ludotheque.games.turris import rules
from ludotheque.games.turris.options import TurrisOptions
from ludotheque.games.turris.state import State
from ludotheque.games.turris.tower import Block, Cell, find_heights, find_tops


@dataclass(frozen=True)
class Observation:
    """A state as one viewer sees it. Fields that are not explained here are those of State."""

    options: TurrisOptions = field(metadata=CONSTANT)
    viewer: Seat | None
    """Who sees; None is a spectator."""
    actor: Actor | None
    """Who decides now; None when the game is over."""
    blocks: tuple[Block, ...]
    left: tuple[int, int]
    turn: Seat | None
    has_bonus: bool
    barred: tuple[Cell, ...]
    placements: int
    reason: str | None

    def _repr_svg_(self) -> str:
        # Imported when needed: an observation is data first, and a notebook is where it becomes a picture.
        from ludotheque.games.turris.display.picture import render_picture  # noqa: PLC0415

        return render_picture(self)


def observe(options: TurrisOptions, state: State, viewer: Seat | None) -> Observation:
    """Return everything that the viewer may know."""
    return Observation(
        options=options,
        viewer=viewer,
        actor=rules.actor(state),
        blocks=state.blocks,
        left=state.left,
        turn=state.turn,
        has_bonus=state.has_bonus,
        barred=state.barred,
        placements=state.placements,
        reason=state.reason,
    )


def determinize(observation: Observation) -> State:
    """Give the one state that the observation is of."""
    tops = find_tops(observation.blocks)
    return State(
        blocks=observation.blocks,
        tops=tops,
        heights=find_heights(tops),
        left=observation.left,
        turn=observation.turn,
        has_bonus=observation.has_bonus,
        barred=observation.barred,
        placements=observation.placements,
        reason=observation.reason,
    )
