"""What a client needs to draw Turris without knowing its rules: the measures, and the five views with their areas."""

from typing import Any

from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import BLOCKS, COLOURS
from ludotheque.games.turris.scoring import look
from ludotheque.games.turris.tower import MIDDLE, SIZE, find_heights, find_tops


def material() -> dict[str, Any]:
    """Give what never changes."""
    return {"size": SIZE, "middle": MIDDLE, "blocks_each": BLOCKS, "colours": COLOURS}


def scene(observation: Observation) -> dict[str, Any]:
    """Give how high each column is, and the views with the largest area and the points of each player."""
    views = look(observation.blocks)
    return {
        "heights": find_heights(find_tops(observation.blocks)),
        "views": [{"name": view.name, "grid": view.grid, "areas": view.areas, "points": view.points} for view in views],
        "points": tuple(sum(view.points[seat] for view in views) for seat in range(len(COLOURS))),
    }
