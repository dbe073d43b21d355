"""The geometry of the tower: columns, footprints, blocks. What may be built is in rules.py.

3 │ 6 7 8     A column is one square of the plan. Columns are named like the squares of a chessboard and
2 │ 3 4 5     numbered row by row from a1. Levels count from 1 at the ground; a cell is a column at a level.
1 │ 0 1 2     A block covers two columns if it lies and one if it stands: that is its footprint.
  └──────
    a b c
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ludotheque.core.game import Seat

SIZE = 3
COLUMNS = range(SIZE * SIZE)
MIDDLE = 4
AROUND = tuple(column for column in COLUMNS if column != MIDDLE)
"""All columns but the middle."""

Columns: TypeAlias = tuple[int, ...]
"""One column: standing. Two neighbours, ascending: lying."""
Cell: TypeAlias = tuple[int, int]
"""A column and a level."""


def _is_beside(one: int, other: int) -> bool:
    return abs(one % SIZE - other % SIZE) + abs(one // SIZE - other // SIZE) == 1


class Footprint(NamedTuple):
    """One of the 21 ways in which a block fits the plan."""

    columns: Columns
    beside: Columns
    """The columns that share a side with it."""
    in_middle: bool
    """Whether it covers the middle column."""


def _make_footprint(*columns: int) -> Footprint:
    beside = (other for other in COLUMNS if any(_is_beside(other, column) for column in columns))
    return Footprint(columns, tuple(other for other in beside if other not in columns), MIDDLE in columns)


FOOTPRINTS = tuple(
    _make_footprint(*columns)
    for columns in sorted(
        [*((column,) for column in COLUMNS)]
        + [(one, other) for one in COLUMNS for other in COLUMNS if one < other and _is_beside(one, other)]
    )
)
"""In the order of their columns, which puts standing on a column before lying from it."""
BY_COLUMNS = {footprint.columns: footprint for footprint in FOOTPRINTS}


class Block(NamedTuple):
    """A block in the tower."""

    seat: Seat
    columns: Columns
    level: int
    """The level that it stands or lies on: the lowest that it fills."""

    @property
    def is_standing(self) -> bool:
        """Whether it fills one cell of two levels, and not two cells of one."""
        return len(self.columns) == 1

    @property
    def top(self) -> int:
        """The highest level that it fills."""
        return self.level + 1 if len(self.columns) == 1 else self.level

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """The two cells that it fills."""
        first, last = self.columns[0], self.columns[-1]
        return (first, self.level), (last, self.top)


def find_tops(blocks: Iterable[Block]) -> tuple[Block | None, ...]:
    """Find the block on top of each column, None where there is only ground. Blocks come in the order of building."""
    tops: list[Block | None] = [None] * len(COLUMNS)
    for block in blocks:
        for column in block.columns:
            tops[column] = block
    return tuple(tops)


def find_heights(tops: Iterable[Block | None]) -> tuple[int, ...]:
    """Measure how many levels of each column are filled. Columns have no holes, so this is what is filled at all."""
    return tuple(0 if block is None else block.top for block in tops)


def format_column(column: int) -> str:
    """Name a column: 0 is `a1`, 8 is `c3`."""
    return f"{'abc'[column % SIZE]}{column // SIZE + 1}"


def format_columns(columns: Columns) -> str:
    """Name a footprint: `a1b1` lying, `a1^` standing."""
    return "".join(map(format_column, columns)) + ("^" if len(columns) == 1 else "")
