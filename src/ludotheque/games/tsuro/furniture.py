"""What a client needs to draw Tsuro without knowing its rules: the tiles and the board, targets and trails."""

from typing import Any

from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.paths import path, trails
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS


def material(setup: Setup) -> dict[str, Any]:
    """Give what never changes."""
    return {
        "size": setup.board.size,
        "markers": setup.markers,
        "start_spots": setup.start_spots,
        "starts_on_sides": setup.starts_on_sides,
        "has_dragon": setup.has_dragon,
        "tiles": {str(tile): ORIENTATIONS[tile] for tile in sorted(set(setup.tiles))},
    }


def scene(setup: Setup, observation: Observation) -> dict[str, Any]:
    """Give the square in front of each marker, None for one that is not on the board, and who went where."""
    squares = [None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares]
    trodden = trails(setup.board, squares, observation.starts)
    return {
        "targets": [spot // PORTS if spot >= 0 else None for spot in observation.spots],
        "trails": {str(spot): marker for spot, marker in trodden.items()},
        # Where a marker that is out came to its end: the last spot of its path, still on the board.
        "ends": [
            None if start < 0 or spot >= 0 else [at for at in path(setup.board, squares, start) if at != OFF][-1]
            for start, spot in zip(observation.starts, observation.spots, strict=True)
        ],
    }
