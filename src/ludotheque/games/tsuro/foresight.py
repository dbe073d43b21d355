"""What a move would do, worked out from an observation alone: for previews, of which every turn needs a dozen.

Moves that put somebody out, end the game or leave a port to be chosen are not foreseen here; they are tried by the
rules. Tests hold all others against the rules, too.
"""

from collections.abc import Sequence
from typing import cast

from ludotheque.core.game import Event
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.events import MarkerMoved, MarkerPlaced, TileLaid
from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.paths import path
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import UNPLACED, Move, PlaceMarker, PlayTile
from ludotheque.games.tsuro.tiles import ORIENTATIONS


def foresee(setup: Setup, observation: Observation, moves: Sequence[Move]) -> list[Sequence[Event] | None]:
    """Give the events of each legal move of the viewer; None for one that the rules have to try."""
    seat, spots = observation.turn, observation.spots
    if spots[-1] == UNPLACED:
        marker = spots.index(UNPLACED)
        return [[MarkerPlaced(seat, marker, move.spot)] for move in cast("Sequence[PlaceMarker]", moves)]
    if setup.starts_on_sides or not observation.pile_size or observation.pool_size:
        return [None] * len(moves)  # ports to choose, no tile to draw, a swap
    square = spots[seat] >> 3
    squares = [None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares]
    movers = [marker for marker, spot in enumerate(spots) if spot >> 3 == square]
    others = {marker: [spots[other] for other in movers if other != marker] for marker in movers}
    foreseen: list[Sequence[Event] | None] = []
    for move in cast("Sequence[PlayTile]", moves):
        squares[square] = ORIENTATIONS[move.tile][move.turns]
        events: list[Event] = [TileLaid(seat, square, move.tile, move.turns)]
        for marker in movers:
            way = path(setup.board, squares, spots[marker], others[marker])
            if way[-1] == OFF or way[-1] in others[marker]:
                foreseen.append(None)
                break
            events.append(MarkerMoved(marker % setup.seats, marker, way))
        else:
            foreseen.append(events)
    return foreseen
