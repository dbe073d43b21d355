"""What happened in a ply, in order: enough to animate it and to write a log. Nothing is hidden from any viewer."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludotheque.core.game import Event, Seat
from ludotheque.games.turris.rules import outcome
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import Block


@dataclass(frozen=True, slots=True)
class FirstDrawn(Event):
    """It was drawn who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlockPlaced(Event):
    """A block was put on the tower."""

    block: Block
    is_bonus: bool
    """Whether it was placed as a bonus."""


@dataclass(frozen=True, slots=True)
class BonusEarned(Event):
    """A block filled the middle, and its owner has a bonus to decide on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlockTakenOff(Event):
    """A player took a block of the opponent off the tower and handed it back."""

    seat: Seat
    block: Block


@dataclass(frozen=True, slots=True)
class BonusDeclined(Event):
    """A player left their bonus."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """A player could not place and passed."""

    seat: Seat
    left: int
    """How many blocks they have left; with none they will pass until a block is handed back."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


def tell(before: State, move: Move, after: State) -> Iterator[Event]:
    """Yield what happened between two states."""
    seat = before.turn or 0
    match move:
        case DrawFirst(first):
            yield FirstDrawn(first)
            return
        case PlaceBlock():
            yield BlockPlaced(after.blocks[-1], before.has_bonus)
        case TakeBlockOff(columns):
            block = before.tops[columns[0]]
            if block is not None:
                yield BlockTakenOff(seat, block)
        case DeclineBonus():
            yield BonusDeclined(seat)
    if after.has_bonus:
        yield BonusEarned(seat)
    elif (end := outcome(after)) is not None:
        yield GameEnded(end.ranks, end.scores or (), end.reason)
    else:
        yield from _tell_passes(seat, move, after)


def _tell_passes(seat: Seat, move: Move, after: State) -> Iterator[Event]:
    """Yield who passed before it became the current player's turn."""
    other = 1 - seat
    if after.turn == seat:
        yield TurnPassed(other, after.left[other])
    elif isinstance(move, TakeBlockOff) and not after.barred:
        # The opponent was stuck only because of the cells just freed; then this player passed; now the bar is gone.
        yield TurnPassed(other, after.left[other])
        yield TurnPassed(seat, after.left[seat])
