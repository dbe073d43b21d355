"""The state of a game of Tsuro and the moves that change it: plain values. What is legal is in legality.py."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ludotheque.core.game import Seat
from ludotheque.games.tsuro.tiles import Pairing

OUT = -1
"""In place of a spot: the marker has left the board or collided."""
UNPLACED = -2
"""In place of a spot: the marker is not on the board yet."""


class State(NamedTuple):
    """Everything there is to know, hidden things included.

    A NamedTuple and not a frozen dataclass because a ply is mostly `_replace`, which is four times as fast here.

    Markers are numbered; marker m belongs to seat m % seats. There is one a seat, and two in the Kosmos game for two.
    Multisets of tiles (hands, pile, pool) are ascending tuples of tile ids.
    """

    squares: tuple[Pairing | None, ...]
    """The tile on each square, as it lies."""
    spots: tuple[int, ...]
    """For each marker: the spot where it stands, OUT or UNPLACED."""
    starts: tuple[int, ...]
    """For each marker: the spot where its path begins, or UNPLACED."""
    undecided: tuple[int, ...]
    """Kosmos: the markers that stand in the middle of a side; their spot is the first of its two. Ascending."""
    out_at: tuple[int, ...]
    """For each marker: how many tiles lay on the board when it went out; 0 while it is in."""
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    dragon: Seat | None
    """Who holds the dragon tile; None while it lies beside the board or is not played with."""
    turn: Seat
    """The active player."""
    parts: tuple[int, ...]
    """The markers of the active player that may still be played this turn."""
    laid: int | None
    """The square of a tile that was laid and whose effects wait for `choosers`."""
    choosers: tuple[int, ...]
    """Kosmos: the undecided markers that the laid tile has reached, in the order in which they choose a port."""
    pool: tuple[int, ...]
    """The hands of those just put out, while the active player decides on a bonus swap."""
    draws: tuple[Seat, ...]
    """Who draws a tile, one after the other, before anything else happens."""
    reason: str | None
    """Why the game is over; None while it is not."""


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Put the next of your markers on a free start position."""

    spot: int


@dataclass(frozen=True, slots=True)
class PlayTile:
    """Lay a tile of your hand on the square in front of your marker, after quarter turns clockwise."""

    tile: int
    turns: int
    marker: int | None = None
    """Which marker, in games where you have two; None elsewhere."""
    port: int | None = None
    """Kosmos, on a marker's first move: the port at which it enters the tile."""


@dataclass(frozen=True, slots=True)
class ChoosePort:
    """Kosmos: choose where your marker, which has not moved yet, enters a tile that reached it out of turn."""

    port: int


@dataclass(frozen=True, slots=True)
class SwapTiles:
    """Take the elimination bonus: exchange tiles of your hand for as many of those put out. Both ascending."""

    give: tuple[int, ...]
    take: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Chance: the tile that the next player in `draws` gets."""

    tile: int


Decision: TypeAlias = PlaceMarker | PlayTile | ChoosePort | SwapTiles
"""What a seat may decide; the other moves are those of chance."""
Move: TypeAlias = Decision | DrawTile
