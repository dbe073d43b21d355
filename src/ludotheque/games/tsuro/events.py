"""What happened in a ply, in order, as one viewer may know it: enough to animate it and to write a log."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from ludotheque.core.game import Event, OneOf, Seat
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.paths import path
from ludotheque.games.tsuro.pile import is_in
from ludotheque.games.tsuro.rules import outcome
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import (
    ChoosePort,
    DrawTile,
    Move,
    PlaceMarker,
    PlayTile,
    State,
    SwapTiles,
)

CAUSES = ("edge", "collision")
"""How a marker goes out."""


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """A player drew a tile. Only that player knows which."""

    seat: Seat
    tile: int | None


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """A marker was put on its start position."""

    seat: Seat
    marker: int
    spot: int


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile was laid on the board."""

    seat: Seat
    square: int
    tile: int
    turns: int


@dataclass(frozen=True, slots=True)
class PortChosen(Event):
    """Kosmos: the owner of a marker that had not moved yet chose its port."""

    seat: Seat
    marker: int
    spot: int


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """A marker went along its path."""

    seat: Seat
    marker: int
    path: tuple[int, ...]
    """Every spot it passed, the first and the last included; -1 is off the board."""


@dataclass(frozen=True, slots=True)
class MarkerLeft(Event):
    """A marker went over the edge of the board."""

    seat: Seat
    marker: int


@dataclass(frozen=True, slots=True)
class MarkersCollided(Event):
    """The lines of two markers became one; both are out."""

    seats: tuple[Seat, Seat]
    markers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayerPutOut(Event):
    """A player has no marker left."""

    seat: Seat
    tiles: int
    """How many tiles they held."""
    returned: bool
    """Whether these go back to the pile, or are out of the game."""
    cause: Annotated[str, OneOf(CAUSES)]
    """How their last marker went out."""
    met: Seat | None
    """After a collision: whose marker theirs met; their own seat if both were theirs."""


@dataclass(frozen=True, slots=True)
class DragonPassed(Event):
    """The dragon tile changed hands; None is beside the board."""

    giver: Seat | None
    taker: Seat | None


@dataclass(frozen=True, slots=True)
class SwapOffered(Event):
    """The active player may swap tiles with the hands of those put out. Only they see these tiles."""

    seat: Seat
    count: int
    tiles: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class TilesSwapped(Event):
    """The active player took the elimination bonus, or left it. Only they know which tiles."""

    seat: Seat
    count: int
    gave: tuple[int, ...] | None
    took: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    ranks: tuple[int, ...]
    reason: str


def tell(setup: Setup, before: State, move: Move, after: State, viewer: Seat | None) -> Iterator[Event]:
    """Yield what happened between two states."""
    match move:
        case DrawTile(tile):
            seat = before.draws[0]
            yield TileDrawn(seat, tile if viewer == seat else None)
        case PlaceMarker(spot):
            yield MarkerPlaced(before.turn, after.starts.index(spot), spot)
        case PlayTile():
            square = before.spots[before.turn if move.marker is None else move.marker] >> 3
            yield TileLaid(before.turn, square, move.tile, move.turns)
            yield from _tell_moves(setup, before, move, after, square)
        case ChoosePort():
            marker = before.choosers[0]
            yield PortChosen(marker % setup.seats, marker, before.spots[marker] & ~7 | move.port)
            yield from _tell_moves(setup, before, move, after, before.spots[marker] >> 3)
        case SwapTiles(give, take):
            knows = viewer == before.turn
            yield TilesSwapped(before.turn, len(give), give if knows else None, take if knows else None)
    yield from _tell_dragon(before, move, after)
    if after.pool and not before.pool:
        yield SwapOffered(after.turn, len(after.pool), after.pool if viewer == after.turn else None)
    if after.reason is not None and (end := outcome(setup, after)) is not None:
        yield GameEnded(end.ranks, end.reason)


def tells_alike(before: State, move: Move, after: State) -> bool:
    """Whether every viewer is told the same: neither which tile was drawn, nor which ones were or may be swapped."""
    return not (isinstance(move, DrawTile | SwapTiles) or (after.pool and not before.pool))


def _tell_moves(setup: Setup, before: State, move: PlayTile | ChoosePort, after: State, square: int) -> Iterator[Event]:
    """Yield how markers moved and who went out; nothing while a port is still to be chosen."""
    if after.choosers:
        return
    spots = list(before.spots)
    if move.port is not None:
        mover = before.choosers[0] if before.choosers else before.turn
        if isinstance(move, PlayTile) and move.marker is not None:
            mover = move.marker
        spots[mover] = spots[mover] & ~7 | move.port
    before_tile = {marker: spot for marker, spot in enumerate(spots) if spot >> 3 == square}
    met: dict[Seat, Seat | None] = {}
    for marker, spot in before_tile.items():
        others = {at: other for other, at in before_tile.items() if other != marker}
        way = path(setup.board, after.squares, spot, others)
        yield MarkerMoved(marker % setup.seats, marker, way)
        if way[-1] == OFF:
            yield MarkerLeft(marker % setup.seats, marker)
            met.setdefault(marker % setup.seats, None)
        elif (other := others.get(way[-1])) is not None:
            met[marker % setup.seats] = other % setup.seats
            if other < marker:  # yielded once, for the second of the two
                yield MarkersCollided((other % setup.seats, marker % setup.seats), (other, marker))
    for seat in range(setup.seats) if met else ():
        if is_in(setup, before, seat) and not is_in(setup, after, seat):
            held = len(before.hands[seat]) - (isinstance(move, PlayTile) and seat == before.turn)
            cause = "edge" if met[seat] is None else "collision"
            yield PlayerPutOut(seat, held, setup.returns_hands, cause, met[seat])


def _tell_dragon(before: State, move: Move, after: State) -> Iterator[Event]:
    """Yield where the dragon went. A holder who draws puts it back before anybody else can take it."""
    holder = before.dragon
    if isinstance(move, DrawTile) and holder is not None and holder == before.draws[0]:
        yield DragonPassed(holder, None)
        holder = None
    if holder != after.dragon:
        yield DragonPassed(holder, after.dragon)
