"""The state of a game of Turris and the moves that change it: plain values. What is legal is in rules.py."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ludotheque.core.game import Seat
from ludotheque.games.turris.tower import Block, Cell, Columns


class State(NamedTuple):
    """Everything there is to know; in this game nothing is hidden.

    A NamedTuple and not a frozen dataclass because making one is most of the work of a ply.
    """

    blocks: tuple[Block, ...]
    """The tower, in the order of building; so a player's last block here is the one they placed last."""
    tops: tuple[Block | None, ...]
    """The block on top of each column. It follows from `blocks`, as does the next field; both are kept for speed."""
    heights: tuple[int, ...]
    """How many levels of each column are filled."""
    left: tuple[int, int]
    """How many blocks each player still has beside the tower."""
    turn: Seat | None
    """Whose turn it is; None until it is drawn who begins."""
    has_bonus: bool
    """Whether the player has just earned a bonus and decides on it."""
    barred: tuple[Cell, ...]
    """The cells freed in the turn before, which the player may not fill in this one."""
    placements: int
    """How many blocks have been placed in the whole game, those taken off since included."""
    reason: str | None
    """Why the game is over; None while it is not."""


@dataclass(frozen=True, slots=True)
class DrawFirst:
    """Chance: who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlaceBlock:
    """Put one of your blocks on the tower: standing on one column, or lying on two. Its level follows."""

    columns: Columns


@dataclass(frozen=True, slots=True)
class TakeBlockOff:
    """Use your bonus to hand one of the opponent's blocks back. Nothing rests on it, so its columns say which."""

    columns: Columns


@dataclass(frozen=True, slots=True)
class DeclineBonus:
    """Leave your bonus."""


Decision: TypeAlias = PlaceBlock | TakeBlockOff | DeclineBonus
"""What a seat may decide; the other moves are those of chance."""
Move: TypeAlias = DrawFirst | Decision
