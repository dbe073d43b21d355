"""The views of the tower from its four sides and from above, and their points. Building is in rules.py.

A view is a grid of the seats whose blocks are seen, in rows from the top of the picture to its bottom, as people look
at it. In each line of sight the first block counts, however far back it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ludotheque.core.game import Seat
from ludotheque.games.turris.tower import COLUMNS, SIZE, Block

Grid: TypeAlias = tuple[tuple[Seat | None, ...], ...]
"""Rows of seats; None where nothing is seen. Everybody sees the same number of squares in each row."""
Square: TypeAlias = tuple[int, int]
"""A row and a place in it, counted from 0."""

SIGHTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "south": ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    "east": ((2, 1, 0), (5, 4, 3), (8, 7, 6)),
    "north": ((8, 5, 2), (7, 4, 1), (6, 3, 0)),
    "west": ((6, 7, 8), (3, 4, 5), (0, 1, 2)),
}
"""For each side: from left to right, the columns that a line of sight meets, the nearest first. South is row 1."""
VIEWS = (*SIGHTS, "roof")


@dataclass(frozen=True, slots=True)
class View:
    """One of the five views, with what it is worth."""

    name: str
    grid: Grid
    areas: tuple[frozenset[Square], frozenset[Square]]
    """The largest connected area of each player; of several, the first from the top left."""

    @property
    def points(self) -> tuple[int, int]:
        """One point a square."""
        return len(self.areas[0]), len(self.areas[1])


def look(blocks: Sequence[Block]) -> tuple[View, ...]:
    """Look at the tower from all five directions, in the order of VIEWS. Blocks come in the order of building."""
    columns = _sort_by_column(blocks)
    grids = [_look_from(sight, columns) for sight in SIGHTS.values()]
    grids.append(_look_down(columns))
    return tuple(map(_rate, VIEWS, grids))


@lru_cache(maxsize=4096)  # a block changes two or three of the views; the others were rated before
def _rate(name: str, grid: Grid) -> View:
    return View(name, grid, (find_area(grid, 0), find_area(grid, 1)))


def score(blocks: Sequence[Block]) -> tuple[int, int]:
    """Count the points of white and black: the sums of the five views."""
    points = [view.points for view in look(blocks)]
    return sum(white for white, _ in points), sum(black for _, black in points)


def _sort_by_column(blocks: Sequence[Block]) -> list[list[Seat]]:
    """List whose squares each column is made of, from the ground up."""
    columns: list[list[Seat]] = [[] for _ in COLUMNS]
    for block in blocks:
        for column in block.columns:
            columns[column] += [block.seat] * (block.top - block.level + 1)
    return columns


def _look_from(sight: tuple[tuple[int, ...], ...], columns: list[list[Seat]]) -> Grid:
    height = max(map(len, columns))
    lines = [_look_along([columns[column] for column in line], height) for line in sight]
    return tuple(zip(*map(reversed, lines), strict=True))


def _look_along(line: list[list[Seat]], height: int) -> list[Seat | None]:
    """List whose squares are seen on a line of sight, from the ground up: a column hides as much as it is high."""
    seen: list[Seat | None] = [None] * height
    for column in reversed(line):
        seen[: len(column)] = column
    return seen


def _look_down(columns: list[list[Seat]]) -> Grid:
    """See the roof with row 3 at the top, like a board from white's side."""
    return tuple(
        tuple(columns[column][-1] if columns[column] else None for column in range(row * SIZE, (row + 1) * SIZE))
        for row in reversed(range(SIZE))
    )


def find_area(grid: Grid, seat: Seat) -> frozenset[Square]:
    """Find the largest connected area of a player; squares connect by their sides. Of several, the first one."""
    unseen = {(y, x) for y, row in enumerate(grid) for x, owner in enumerate(row) if owner == seat}
    largest: set[Square] = set()
    for start in sorted(unseen):
        if start not in unseen:
            continue
        unseen.remove(start)
        area, edge = {start}, [start]
        while edge:
            y, x = edge.pop()
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if near in unseen:
                    unseen.remove(near)
                    area.add(near)
                    edge.append(near)
        if len(area) > len(largest):
            largest = area
    return frozenset(largest)
