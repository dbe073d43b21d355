"""What a review says, and its form as JSON, which docs/review.md describes. All shares are rounded to 0.0001."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, TypeAlias

from ludotheque.core.game import CHANCE, Actor, Seat
from ludotheque.core.wire import encode_move
from ludotheque.review.estimates import Shares
from ludotheque.review.reasons import Reason

FORMAT = 1
"""Counted up when the JSON means something else than before."""

PlyKind: TypeAlias = Literal["draw", "decision", "forced"]


@dataclass(frozen=True, slots=True)
class NotedMove:
    """A move with its notation."""

    text: str
    move: Any

    def as_json(self) -> dict[str, Any]:
        """Give it as messages of the server do: its fields, its type, and its notation as `move`."""
        return {"move": self.text, **encode_move(self.move)}


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: how everybody stood after so many plies."""

    ply: int
    actor: Actor | None
    """Who was to act; None at the end of the game."""
    open: Shares
    """The expected share of the win of every seat as it was, hidden things included."""
    known: Shares | None
    """The same by what the seat could know that was to decide; None where no seat was."""
    error: float
    """The largest standard error of the open shares."""
    is_proven: bool
    """Whether the open shares are certain: the game was over, or a search proved how it would end."""


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move that could have been played, with its worth to the player by what they could see."""

    move: NotedMove
    value: float
    error: float
    is_proven: bool


@dataclass(frozen=True, slots=True)
class PlyReview:
    """What a ply changed. The parts add up to the difference of the open shares of the points around it."""

    ply: int
    """Counted from 1."""
    actor: Actor
    move: NotedMove
    kind: PlyKind
    """`forced`: there was nothing else to do or to draw."""
    luck: Shares
    """What a draw gave or took."""
    decision: Shares
    """What a decision gave or took, against the best one, by what its player could see."""
    unseen: Shares
    """What the same decision gave or took because of what its player could not see."""
    remainder: Shares
    """What is left: the estimate before the ply did not foresee that the best would be played, or was inexact."""
    error: float
    """The standard error of the player's own share of the decision."""
    best: NotedMove | None
    """The best move; None if it was not looked for."""
    rated: tuple[RatedMove, ...]
    """The best moves and the one that was played, the best first."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat came from its share at the start to that at the end: the parts add up."""

    seat: Seat
    initial: float
    luck: float
    own: float
    """Own decisions."""
    others: float
    """Decisions of everybody else."""
    unseen: float
    remainder: float
    final: float


@dataclass(frozen=True, slots=True)
class LinePly:
    """A ply of a line that could have been played."""

    actor: Actor
    move: NotedMove


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision that mattered."""

    ply: int
    seat: Seat
    kind: Literal["mistake", "find"]
    """`find`: the best move was played, and every other one was clearly worse."""
    swing: float
    """What it cost the player, a negative number, or how much worse the second best would have been."""
    error: float
    is_proven: bool
    """Whether the swing is certain: a search has proven how both moves end."""
    played: NotedMove
    better: NotedMove
    """What should have been played; for a find, the second best move."""
    line: tuple[LinePly, ...]
    """How the game might have gone on from there, beginning with the better move, draws included."""
    reasons: tuple[Reason, ...]
    """Why, as far as the rules can tell."""
    sentence: str
    """The same in English."""


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game."""

    game: str
    title: str
    rules: int
    options: Mapping[str, str]
    seats: tuple[str, ...]
    judge: str
    """What the values come from: `search`, `sampled search` or `random play`."""
    iterations: int
    """How many samples were taken of each position, or how many iterations it was searched."""
    is_complete: bool
    """Whether the review was finished; otherwise the values are coarse and may be incomplete."""
    points: tuple[Point, ...]
    plies: tuple[PlyReview, ...]
    accounts: tuple[Account, ...]
    moments: tuple[Moment, ...]

    def as_json(self) -> dict[str, Any]:
        """Give the review as plain data."""
        told: dict[str, Any] = _encode(self)
        return {"format": FORMAT, **told}


def _encode(value: Any) -> Any:
    if isinstance(value, NotedMove):
        return value.as_json()
    if value is CHANCE:
        return CHANCE.value
    if isinstance(value, Reason):
        return {"type": type(value).__name__, **_encode_fields(value)}
    if is_dataclass(value):
        return _encode_fields(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_encode(each) for each in value]
    return value


def _encode_fields(value: Any) -> dict[str, Any]:
    return {entry.name: _encode(getattr(value, entry.name)) for entry in fields(value)}
