"""The state of a game of Tao and the moves that change it: plain values. What is legal is in rules.py.

Cards are numbered by `Setup.cards`: all copies of a card have the same number. Elements are numbered along their ring.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ludotheque.core.game import Seat

GONE = -1
"""In place of a card on the path: it was taken."""
AT_START = -1
"""In place of the marker's place: it stands before the first card of the path."""


class RoundResult(NamedTuple):
    """How a finished round was scored."""

    element: int
    """The element that the stone stood on."""
    results: tuple[int, ...]
    """For each seat: points of that element less points of its opposite; its own, in teams too."""
    winner: Seat | None
    """Who took the stone, of a team the partner who begins the next round; None if it was set aside."""
    decided_by: str
    """`result`, or the tie-break that decided: `points`, `cards`; `nothing` if the stone was set aside."""


class State(NamedTuple):
    """Everything there is to know, hidden things included.

    A NamedTuple and not a frozen dataclass because a ply is mostly `_replace`. Multisets of cards (hands, pile, cards
    before a player) are ascending tuples.
    """

    round: int
    """The round being played, 1 to 5; also the value of its stone."""
    first: Seat | None
    """Who begins this round; None until chance has drawn it."""
    turn: Seat
    """Whose turn it is."""
    path: tuple[int, ...]
    """The card on each place, clockwise, or GONE. Shorter than 12 while the path is being laid."""
    marker: int
    """The place that the marker stands on, or AT_START."""
    stone: int
    """The element that the stone stands on."""
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    """The cards not dealt: to come while chance deals, then set aside for the round."""
    deals: int
    """How many cards chance has still to deal before the round can begin."""
    open: tuple[tuple[int, ...], ...]
    """The cards before each player that are not covered."""
    covered: tuple[tuple[int, ...], ...]
    """The cards before each player that a Unicorn covers."""
    stacks: tuple[tuple[tuple[int, ...], ...], ...]
    """Before each player, ascending: each open Unicorn that covers something with what is under it, from the top down.

    Kept only where it matters, `while_covered`. The first card of a stack is in `open` too, the others in `covered`.
    """
    acting: int | None
    """The card whose power waits for a decision of the player whose turn it is."""
    rounds: tuple[RoundResult, ...]
    """The finished rounds."""
    reason: str | None
    """Why the game is over; None while it is not."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Take one of the next cards on the path and put it before somebody. The marker moves there."""

    step: int
    """Which of the cards still there, counted clockwise from the marker: 1, 2 or 3."""
    to: Seat


@dataclass(frozen=True, slots=True)
class PlayFromHand:
    """Put a card of your hand before somebody."""

    card: int
    to: Seat


@dataclass(frozen=True, slots=True)
class MoveStone:
    """Tiger, Dragon: move the stone to one of the two elements that the power reaches."""

    element: int


@dataclass(frozen=True, slots=True)
class SwapCards:
    """Bird: give one of your cards for another player's card of the same value."""

    mine: int
    seat: Seat
    theirs: int


@dataclass(frozen=True, slots=True)
class CoverCard:
    """Unicorn: cover one of your other cards."""

    card: int


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """Chance: who begins round 1."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Chance: the next card that is laid on the path or dealt to a hand."""

    card: int


Decision: TypeAlias = Walk | PlayFromHand | MoveStone | SwapCards | CoverCard
"""What a seat may decide; the other moves are those of chance."""
Move: TypeAlias = Decision | ChooseFirst | DrawCard
