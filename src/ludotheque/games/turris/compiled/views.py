"""The five views of a packed tower, compiled by Numba: the same points as in scoring.py.

A side view is a set of squares in bits: three lines of sight, each as many bits as there are levels and one more that
stays empty, so that a shift by one never reaches the next line.
"""

from typing import Any

from ludotheque.compiled.memory import claim
from ludotheque.compiled.parts import part
from ludotheque.games.turris.compiled.bits import count_bits
from ludotheque.games.turris.compiled.encoding import MOST_LEVELS, PLAN
from ludotheque.games.turris.tower import SIZE

LINE = MOST_LEVELS + 1
"""How far apart the bits of two lines of sight are."""


@part
def count_points(s: Any) -> Any:
    """Count the points of white and black: the sums of the five views."""
    filled, black = claim(PLAN), claim(PLAN)
    roof_white = roof_black = 0
    for column in range(PLAN):
        height = s.heights[column]
        filled[column] = (1 << height) - 1
        levels = 0
        for level in range(MOST_LEVELS):
            levels |= (s.cells[column * MOST_LEVELS + level] < 0) << level
        black[column] = levels
        seen = levels >> max(height - 1, 0) & 1
        square = 1 << (column // SIZE * LINE + column % SIZE)
        if seen:
            roof_black |= square
        elif height:
            roof_white |= square
    points = (find_area(roof_white), find_area(roof_black))
    for view in ((0, SIZE, 1), (2 * SIZE, -SIZE, 1), (0, 1, SIZE), (2, -1, SIZE)):
        white_area, black_area = _look_from(filled, black, view)
        points = (points[0] + white_area, points[1] + black_area)
    return points


@part
def _look_from(filled: Any, black: Any, view: Any) -> Any:
    """Measure a side, given by a column of its edge, the step into the tower, and the step along the side."""
    nearest, inwards, along = view
    all_seen = black_seen = 0
    for line in range(SIZE):
        met = colour = 0
        for distance in range(SIZE):
            column = nearest + line * along + distance * inwards
            colour |= black[column] & ~met
            met |= filled[column]
        all_seen |= met << line * LINE
        black_seen |= colour << line * LINE
    return find_area(all_seen & ~black_seen), find_area(black_seen)


@part
def find_area(squares: Any) -> Any:
    """Measure the largest connected area of a set of squares."""
    largest = 0
    while count_bits(squares) > largest:
        area = squares & -squares
        while True:
            wider = (area | area << 1 | area >> 1 | area << LINE | area >> LINE) & squares
            if wider == area:
                break
            area = wider
        largest = max(largest, count_bits(area))
        squares ^= area
    return largest
