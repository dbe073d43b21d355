"""The geometry of a square board: squares, spots, what lies across an edge, where markers start.

A *spot* is where a marker stands: at a port of the square in front of it. It is numbered square * 8 + port, so the
point on an edge between two squares has two spots, one for each direction of travel. A marker that has just left
square s by port p stands on the spot `across[s * 8 + p]`, and OFF if that is over the edge of the board.

Squares are numbered from 0 at a1 along the rows, and named like chess squares.
"""

from dataclasses import dataclass
from functools import cache

from ludotheque.games.tsuro.tiles import PORTS

OFF = -1

SIDES = "nesw"
"""Ports 0 1 belong to the north side, 2 3 to the east, 4 5 to the south, 6 7 to the west."""

_MEETS = (5, 4, 7, 6, 1, 0, 3, 2)
"""Across an edge, port p touches port _MEETS[p]."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The neighbour on each side: columns to the right, rows up."""


@dataclass(frozen=True)
class Board:
    """A board of size × size squares."""

    size: int
    across: tuple[int, ...]
    """For each spot: the spot that a marker stands on after leaving the square there, or OFF."""
    notches: tuple[int, ...]
    """The spots on the rim, ascending: the start positions of Calliope and daVinci."""
    sides: tuple[int, ...]
    """The first spot of each outer side of a rim square, ascending: the start positions of Kosmos."""
    names: tuple[str, ...]
    """For each square: its name."""

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.size * self.size

    def format_square(self, square: int) -> str:
        """Name a square, such as `a1`."""
        return self.names[square]

    def parse_square(self, text: str) -> int | None:
        """Find a square by name; None if there is no such square."""
        return self.names.index(text) if text in self.names else None

    def format_spot(self, spot: int) -> str:
        """Name a spot by its square and port, such as `a1.5`."""
        return f"{self.format_square(spot // PORTS)}.{spot % PORTS}"

    def format_side(self, spot: int) -> str:
        """Name the side of a square that a spot is on, such as `a1s`."""
        return f"{self.format_square(spot // PORTS)}{SIDES[spot % PORTS // 2]}"


@cache
def make_board(size: int) -> Board:
    """Compute the geometry of a board."""

    def beyond(square: int, port: int) -> int:
        row, column = divmod(square, size)
        right, up = _STEPS[port // 2]
        column, row = column + right, row + up
        if not (0 <= column < size and 0 <= row < size):
            return OFF
        return (row * size + column) * PORTS + _MEETS[port]

    across = tuple(beyond(square, port) for square in range(size * size) for port in range(PORTS))
    notches = tuple(spot for spot, other in enumerate(across) if other == OFF)
    sides = tuple(spot for spot in notches if spot % 2 == 0)
    names = tuple(f"{'abcdefghi'[column]}{row + 1}" for row in range(size) for column in range(size))
    return Board(size, across, notches, sides, names)
