"""A heuristic evaluation of positions, for bots that look one move ahead. Not part of the rules."""

from ludotheque.core.game import Seat
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.paths import follow
from ludotheque.games.tsuro.rules import outcome
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import State
from ludotheque.games.tsuro.tiles import PORTS

_LAST_BREATH = 0.1
"""The rating of a marker for which every way leads off the board: a well-chosen tile may still save it."""


def evaluate(setup: Setup, state: State, seat: Seat) -> float:
    """Estimate the share of the win: the freedom of the seat's markers, relative to everybody's."""
    if (end := outcome(setup, state)) is not None:
        return end.shares[seat]
    freedom = [sum(_freedom(setup, state, marker) for marker in markers) for markers in setup.markers_of]
    total = sum(freedom)
    return freedom[seat] / total if total else 1 / setup.seats


def _freedom(setup: Setup, state: State, marker: int) -> float:
    """Rate a marker by the share of ways out of the square before it that stay on the board, nearby space included.

    A way that comes back to the same square counts half, because where it leads depends on the tile.
    """
    spot = state.spots[marker]
    if spot < 0:
        return 0.0 if spot == OFF else 1.0
    square, free = spot // PORTS, 0.0
    for port in range(PORTS):
        leaving = square * PORTS + port
        onward = setup.board.across[leaving]
        if leaving == spot or onward == OFF:
            continue
        end = follow(setup.board, state.squares, onward)
        if end != OFF:
            free += 0.5 if end // PORTS == square else 1.0
    crowd = sum(other // PORTS == square for other in state.spots) - 1
    return (_LAST_BREATH + free / (PORTS - 1)) / (1 + 0.3 * crowd)
