"""What a client needs to draw Turris without knowing its rules: the measures, and the five views with their areas."""

from dataclasses import dataclass
from typing import Annotated

from ludotheque.core.game import OneOf
from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import BLOCKS, COLOURS
from ludotheque.games.turris.scoring import VIEWS, Grid, Square, look
from ludotheque.games.turris.tower import MIDDLE, SIZE, find_heights, find_tops


@dataclass(frozen=True, slots=True)
class Material:
    """What never changes."""

    size: int
    """How many columns the tower has on a side."""
    middle: int
    """The column in the middle."""
    blocks_each: int
    """How many blocks a player has."""
    colours: tuple[str, ...]
    """The colour of each seat."""


@dataclass(frozen=True, slots=True)
class View:
    """One of the five views, with what it is worth."""

    name: Annotated[str, OneOf(VIEWS)]
    grid: Grid
    """Rows of seats from the top of the picture down; null where nothing is seen."""
    areas: tuple[frozenset[Square], frozenset[Square]]
    """For each player: the squares of their largest area, as row and place in it."""
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """What follows from a position."""

    heights: tuple[int, ...]
    """How many levels of each column are filled."""
    views: tuple[View, ...]
    points: tuple[int, int]


def material() -> Material:
    """Give what never changes."""
    return Material(SIZE, MIDDLE, BLOCKS, COLOURS)


def scene(observation: Observation) -> Scene:
    """Give how high each column is, and the views with the largest area and the points of each player."""
    views = look(observation.blocks)
    return Scene(
        heights=find_heights(find_tops(observation.blocks)),
        views=tuple(View(view.name, view.grid, view.areas, view.points) for view in views),
        points=(sum(view.points[0] for view in views), sum(view.points[1] for view in views)),
    )
