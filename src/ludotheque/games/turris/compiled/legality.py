"""Where a block may be placed and which may be taken off, on a packed tower: compiled by Numba for kernel.py.

The same as `_find_fault` and `_find_hold` of rules.py, for all footprints at once. Letters are those of the rules.
Levels are counted from the lowest open one: s.open[0] holds the columns that are filled on it, s.open[1] those filled
on the level above, s.open[2] those on the third; nothing above is ever filled (e).
"""

from typing import Any

from ludotheque.compiled.parts import part
from ludotheque.games.turris.compiled.encoding import BITS, collect
from ludotheque.games.turris.tower import COLUMNS, FOOTPRINTS, MIDDLE

ALL = collect(tuple(COLUMNS))
EAST_EDGE = collect((2, 5, 8))
WEST_EDGE = collect((0, 3, 6))
IN_MIDDLE = 1 << 3 * MIDDLE
"""Sets of columns."""
LYING_EAST, LYING_NORTH = 1, 2
"""How far the bit of a lying footprint is from that of its column."""
OVER_MIDDLE = sum(1 << bit for bit, footprint in zip(BITS, FOOTPRINTS, strict=True) if footprint.in_middle)
"""All footprints that cover the middle."""


@part(forceinline=True)
def _find_neighbours(columns: Any) -> Any:
    """Find the columns beside those of a set; some of the set may be among them."""
    to_east = (columns & ~EAST_EDGE) << 3
    to_west = (columns & ~WEST_EDGE) >> 3
    return to_east | to_west | (columns << 9 & ALL) | columns >> 9


@part(forceinline=True)
def _find_pairs(columns: Any) -> Any:
    """Find the lying footprints on two columns of a set."""
    return (columns & ~EAST_EDGE & columns >> 3) << LYING_EAST | (columns & columns >> 9) << LYING_NORTH


@part(forceinline=True)
def find_places(s: Any, barred: Any) -> Any:
    """Find the footprints where a block may be placed on a tower that is begun, whoever's turn it is."""
    first, second, third = s.open[0], s.open[1], s.open[2]
    # The columns that end below the first, the second, the third open level, without the barred ones.
    low = ALL & ~first & ~barred
    middling = first & ~second & ~barred
    high = second & ~third & ~barred
    # c) A standing block needs a neighbour higher than its base; e) its upper half is on the third level at most.
    beside = _find_neighbours(first)
    standing_low = low & beside
    standing_middling = middling & _find_neighbours(second)
    # f) A block in the middle needs something around it on each level that it fills. These columns end lower: whatever
    # is filled on that level is around.
    without_second = 0 if second else IN_MIDDLE
    without_third = 0 if third else IN_MIDDLE
    standing_low &= ~without_second
    middling &= ~without_second
    standing_middling &= ~without_third
    high &= ~without_third
    # a) On the ground a lying block needs a neighbour as well, unless it is free. (f) Then the first level is begun.
    # d) By `ground_lying` no other block lies there.
    lying = _find_pairs(low)
    if s.low == 0 and s.count >= s.free_blocks:
        if s.only_free_lie:
            lying = 0
        lying &= (beside | beside >> 3) << LYING_EAST | (beside | beside >> 9) << LYING_NORTH
    if first == 0:
        lying &= ~OVER_MIDDLE
    lying |= _find_pairs(middling) | _find_pairs(high)
    # d) A lying block does not cover another one exactly. A block that is free has columns of the same height.
    lying &= ~(s.free[0] | s.free[1])
    return standing_low | standing_middling | lying


@part(forceinline=True)
def find_removals(s: Any, seat: Any) -> Any:
    """Find the opponent's blocks that the seat may take off: free, not the one placed last, not held by (e)."""
    other = 1 - (seat & 1)
    held = 0
    if s.open[2]:
        # The highest column stands at its limit: no column may get lower than the lowest one is.
        held = (ALL & ~s.open[1]) | (ALL & ~s.open[0]) << LYING_EAST | (ALL & ~s.open[0]) << LYING_NORTH
    elif s.open[1]:
        held = ALL & ~s.open[0]
    return s.free[other] & ~s.last[other] & ~held
