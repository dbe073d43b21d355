"""A second opinion on where markers end: slow, obvious, and written without a look at the product's geometry.

The board is drawn on graph paper, three units to a square. Every tile draws four lines between points of the paper. A
marker stands at the far end of the line that begins where the marker started; that is all there is to it.
"""

from collections.abc import Mapping

Point = tuple[int, int]
Square = tuple[int, int]
"""Column and row, counted from 0 at the lower left."""

# Where port p is on a tile, in units from its lower left corner: top left to right, right top to bottom, and so on.
PORT_POINTS = [(1, 3), (2, 3), (3, 2), (3, 1), (2, 0), (1, 0), (0, 1), (0, 2)]


def point_of(square: Square, port: int) -> Point:
    """Where a port of a square is on the paper."""
    return 3 * square[0] + PORT_POINTS[port][0], 3 * square[1] + PORT_POINTS[port][1]


def walk(start: Point, tiles: Mapping[Square, list[tuple[int, int]]]) -> tuple[Point, list[Square]]:
    """Follow the line from a point on the rim: say where it ends, and over which squares it goes."""
    here = start
    squares: list[Square] = []
    while True:
        for square, pairs in tiles.items():
            if squares and square == squares[-1]:
                continue
            ends = [(point_of(square, one), point_of(square, other)) for one, other in pairs]
            onward = [b for a, b in ends if a == here] + [a for a, b in ends if b == here]
            if onward:
                here = onward[0]
                squares.append(square)
                break
        else:
            return here, squares
        assert len(squares) <= 4 * len(tiles), "a path never loops"


def is_on_rim(point: Point, size: int) -> bool:
    """Whether a point is on the edge of the board."""
    return point[0] in (0, 3 * size) or point[1] in (0, 3 * size)


def fate(
    start: Point, others: list[Point], tiles: Mapping[Square, list[tuple[int, int]]], size: int
) -> tuple[str, Point]:
    """Say what becomes of a marker that started at a point: `stands`, `left` or `collided`, and where."""
    end, squares = walk(start, tiles)
    if not squares:
        return "stands", start
    if end in others:
        return "collided", end
    return ("left" if is_on_rim(end, size) else "stands"), end
