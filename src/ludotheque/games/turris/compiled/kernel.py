"""Turris over flat arrays, compiled: the counterpart of rules.py, which is the authority.

Letters are those of the rules. `s` is one packed game; encoding.py explains its fields and how sets of columns and of
footprints are bits. Where a block may be placed is in legality.py, counting the views in views.py.

A mask on a number that is small anyway, such as `s.turn & 1`, and unsigned tables tell the compiler that an index is
not negative, so that it need not be counted from the end.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, OpenKernel, below
from ludotheque.compiled.parts import part
from ludotheque.games.turris.compiled.bits import count_bits, find_lowest
from ludotheque.games.turris.compiled.encoding import (
    ACTIONS,
    BELOW,
    BITS,
    DECLINE,
    DTYPE,
    EAST,
    MOST_LEVELS,
    NORTH,
    OBSERVATION,
    OBSERVATION_LENGTH,
    PARTS,
    PLAN,
    REASONS,
    SOUTH,
    TAKE_OFF,
    WEST,
    collect,
)
from ludotheque.games.turris.compiled.legality import (
    ALL,
    IN_MIDDLE,
    LYING_EAST,
    LYING_NORTH,
    find_places,
    find_removals,
)
from ludotheque.games.turris.compiled.policy import doubts
from ludotheque.games.turris.compiled.views import count_points
from ludotheque.games.turris.options import COLOURS, PLY_LIMIT, SEATS
from ludotheque.games.turris.tower import FOOTPRINTS, SIZE

ALL_PLACED, STUCK, REACHED_LIMIT = range(len(REASONS))

# Footprints by their numbers.
_FIRST = np.array([footprint.columns[0] for footprint in FOOTPRINTS], np.uint8)
_SECOND = np.array([footprint.columns[-1] for footprint in FOOTPRINTS], np.uint8)
_PARTS = np.array([PARTS[footprint.columns[-1] - footprint.columns[0]] for footprint in FOOTPRINTS], np.int8)
_BIT = np.array([1 << bit for bit in BITS], np.int32)
_PLAN = np.array([collect(footprint.columns) for footprint in FOOTPRINTS], np.int32)
_CLASHES = np.array(
    [sum(1 << BITS[i] for i, b in enumerate(FOOTPRINTS) if {*a.columns} & {*b.columns}) for a in FOOTPRINTS], np.int32
)
"""The footprints that share a column with it, itself included."""
_NUMBER = np.array([BITS.index(bit) if bit in BITS else -1 for bit in range(3 * PLAN)], np.int32)
"""The footprint of each bit."""


_SPELLED = np.array([list(f"={colour}".encode()) for colour in COLOURS], np.uint8)
"""The notation of both draws; the names of the colours are equally long."""


def _list_rows() -> Any:
    """List, for each row of the plan and each set of footprints that begin there, their numbers in order."""
    rows = np.zeros((SIZE, 1 << 9, 8), np.int32)
    for row in range(SIZE):
        for chosen in range(1 << 9):
            numbers = [_NUMBER[9 * row + bit] for bit in range(9) if chosen >> bit & 1 and _NUMBER[9 * row + bit] >= 0]
            rows[row, chosen, : len(numbers)] = numbers
    return rows


_ROWS = _list_rows()


@part(forceinline=True)
def actor(s: Any) -> Any:
    """Return the seat that decides, CHANCE_ACTS or OVER."""
    if s.reason >= 0:
        return OVER
    return CHANCE_ACTS if s.turn < 0 else s.turn


@part(forceinline=True)
def legal(s: Any, actions: Any) -> Any:
    """Write the legal actions: placements, blocks to take off, declining. `actions` has room for all there can be.

    Rows are written eight numbers at a time, so beyond the count there may be leftovers.
    """
    count = 0
    for row in range(SIZE):
        chosen = s.places >> 9 * row & 0x1FF
        for index in range(8):
            actions[count + index] = _ROWS[row, chosen, index]
        count += count_bits(chosen)
    removals = find_removals(s, s.turn) if s.has_bonus else 0
    while removals:
        actions[count] = TAKE_OFF + _NUMBER[find_lowest(removals)]
        removals &= removals - 1
        count += 1
    actions[count] = DECLINE
    return count + s.has_bonus


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────────


@part(forceinline=True)
def step(s: Any, action: Any) -> None:
    """Apply a legal action of a player."""
    if action < TAKE_OFF:
        _place_block(s, action)
    elif action < DECLINE:
        _take_block_off(s, action - TAKE_OFF)
    else:
        _hand_over(s, 0)


@part(forceinline=True)
def _place_block(s: Any, number: Any) -> None:
    footprint, seat = number & 31, s.turn & 1
    s.blocks[s.count & 63] = 2 * footprint + seat
    s.count += 1
    s.left[seat] -= 1
    s.placements += 1
    # Blocks under it are no longer free.
    s.free[0] &= ~_CLASHES[footprint]
    s.free[1] &= ~_CLASHES[footprint]
    s.free[seat] |= _BIT[footprint]
    s.last[seat] = _BIT[footprint]
    _fill_cell(s, _FIRST[footprint], _PARTS[footprint, 0], seat)
    _fill_cell(s, _SECOND[footprint], _PARTS[footprint, 1], seat)
    _raise_columns(s, _PLAN[footprint], _FIRST[footprint] == _SECOND[footprint])
    if s.placements == PLY_LIMIT:
        _end(s, REACHED_LIMIT)
    elif _CLASHES[footprint] & IN_MIDDLE and (s.chains or not s.has_bonus) and _take_bonus(s):
        s.has_bonus = 1
    else:
        _hand_over(s, 0)


@part(forceinline=True)
def _fill_cell(s: Any, column: Any, part: Any, seat: Any) -> None:
    """Fill the next cell of a column. The second cell of a standing block is the one above its first."""
    height = s.heights[column] & 15
    s.cells[column * MOST_LEVELS + height] = -part if seat else part
    s.heights[column] = height + 1


@part(forceinline=True)
def _raise_columns(s: Any, columns: Any, twice: Any) -> None:
    """Update the open levels when columns grow, and the levels that this completes."""
    first, second, third = s.open[0], s.open[1], s.open[2]
    third |= second & columns
    second |= first & columns
    first |= columns
    if twice:
        third |= second & columns
        second |= columns
    while first == ALL:
        first, second, third = second, third, 0
        s.low += 1
    s.open[0], s.open[1], s.open[2] = first, second, third


@part(forceinline=True)
def _take_bonus(s: Any) -> Any:
    """Whether a bonus leaves anything to decide and is not void; if so, set where the player may place."""
    places = find_places(s, s.barred) if s.left[s.turn & 1] else 0
    if places == 0 and (_is_void(s) or find_removals(s, s.turn) == 0):
        return False
    s.places = places
    return True


@part(forceinline=True)
def _is_void(s: Any) -> Any:
    """Whether the block just placed was the last one and ends the game."""
    return s.last_ends and s.left[0] == 0 and s.left[1] == 0


@part(inline="never")
def _take_block_off(s: Any, footprint: Any) -> None:
    seat = 1 - s.turn
    # Nothing rests on the block, so it is the last one in the list with its footprint.
    index = s.count - 1
    while s.blocks[index] != 2 * footprint + seat:
        index -= 1
    s.count -= 1
    while index < s.count:
        s.blocks[index] = s.blocks[index + 1]
        index += 1
    s.blocks[index] = -1
    s.left[seat] += 1
    first, second = _FIRST[footprint], _SECOND[footprint]
    for column in (second, first):
        s.heights[column] -= 1
        s.cells[column * MOST_LEVELS + s.heights[column]] = 0
    _measure(s)
    s.free[seat] &= ~_BIT[footprint]
    _uncover(s, first)
    _uncover(s, second)
    _hand_over(s, _PLAN[footprint])


@part
def _measure(s: Any) -> None:
    """Recompute the open levels from the heights."""
    low = s.heights[0]
    for column in range(1, PLAN):
        low = min(low, s.heights[column])
    s.low = low
    for level in range(3):
        columns = 0
        for column in range(PLAN):
            if s.heights[column] > low + level:
                columns |= 1 << 3 * column
        s.open[level] = columns


@part
def _uncover(s: Any, column: Any) -> None:
    """Mark the block on top of a column as free, if it is."""
    height = s.heights[column]
    if height == 0:
        return
    cell = s.cells[column * MOST_LEVELS + height - 1]
    seat = 1 if cell < 0 else 0
    part = abs(cell)
    # A lying block is free if nothing rests on its other half either.
    if part == BELOW:
        s.free[seat] |= 1 << 3 * column
    elif part == EAST and s.heights[column + 1] == height:
        s.free[seat] |= 1 << 3 * column + LYING_EAST
    elif part == WEST and s.heights[column - 1] == height:
        s.free[seat] |= 1 << 3 * (column - 1) + LYING_EAST
    elif part == NORTH and s.heights[column + SIZE] == height:
        s.free[seat] |= 1 << 3 * column + LYING_NORTH
    elif part == SOUTH and s.heights[column - SIZE] == height:
        s.free[seat] |= 1 << 3 * (column - SIZE) + LYING_NORTH


@part(forceinline=True)
def _hand_over(s: Any, freed: Any) -> None:
    """End the turn. The next player who can place has the next one; passing ends a turn and its bar."""
    if s.left[0] == 0 and s.left[1] == 0:
        _end(s, ALL_PLACED)
        return
    seat = s.turn & 1
    other = 1 - seat
    places = find_places(s, freed)
    s.has_bonus = 0
    if places and s.left[other]:
        s.turn, s.barred, s.places = other, freed, places
        return
    places = find_places(s, 0)
    if places == 0:
        _end(s, STUCK)
        return
    s.turn = seat if s.left[seat] else other
    s.barred, s.places = 0, places


@part
def _end(s: Any, reason: Any) -> None:
    s.has_bonus = 0
    s.barred = 0
    s.places = 0
    s.reason = reason


@part
def draw(s: Any, rng: Any) -> None:
    """Draw who begins, both equally likely."""
    s.turn = below(rng, SEATS)


@part
def force(s: Any, outcome: Any) -> None:
    """Let this seat begin."""
    s.turn = outcome


@part
def outcomes(_s: Any, out: Any) -> Any:
    """List the seats: either may begin."""
    for seat in range(SEATS):
        out[seat] = seat
    return SEATS


@part
def spell(_s: Any, outcome: Any, out: Any) -> Any:
    """Write who begins as notation.py does, such as `=white`."""
    for index in range(_SPELLED.shape[1]):
        out[index] = _SPELLED[outcome, index]
    return _SPELLED.shape[1]


@part
def ranks(s: Any, out: Any) -> None:
    """The player with more points wins; with equal points both share the win."""
    white, black = count_points(s)
    out[0] = 1 + (black > white)
    out[1] = 1 + (white > black)


# ── What is seen ─────────────────────────────────────────────────────────────────────────────────────────────────────

_LEFT, _LAST, _BARRED, _ACTOR = (OBSERVATION[part][0] for part in ("left", "last", "barred", "actor"))


@part
def observe(s: Any, seat: Any, out: Any) -> None:
    """Write everything, since nothing is hidden: the layout is OBSERVATION, the viewer comes first."""
    for cell in range(PLAN * MOST_LEVELS):
        out[cell] = -s.cells[cell] if seat else s.cells[cell]
    for place in range(SEATS):
        who = place ^ seat
        out[_LEFT + place] = s.left[who]
        out[_LAST + place] = find_lowest(s.last[who]) if s.last[who] else -1
    out[_BARRED] = out[_BARRED + 1] = -1
    if s.barred:
        out[_BARRED] = find_lowest(s.barred) // 3
        if s.barred & (s.barred - 1):
            out[_BARRED + 1] = find_lowest(s.barred & (s.barred - 1)) // 3
    decides = actor(s)
    out[_ACTOR] = decides if decides < 0 else decides ^ seat
    out[_ACTOR + 1] = s.turn if s.turn < 0 else s.turn ^ seat
    out[_ACTOR + 2] = s.has_bonus
    out[_ACTOR + 3] = s.placements // 100
    out[_ACTOR + 4] = s.placements % 100
    out[_ACTOR + 5] = s.reason
    out[_ACTOR + 6] = s.chains
    out[_ACTOR + 7] = s.first if s.first < 0 else s.first ^ seat
    out[_ACTOR + 8] = s.only_free_lie
    out[_ACTOR + 9] = s.free_blocks
    out[_ACTOR + 10] = s.last_ends


@part
def determinize(_s: Any, _seat: Any, _rng: Any) -> None:
    """Leave everything as it is: nothing is hidden."""


KERNEL = OpenKernel(
    name="turris",
    dtype=DTYPE,
    actions=ACTIONS,
    most_legal=ACTIONS,
    observation=OBSERVATION_LENGTH,
    actor=actor,
    legal=legal,
    step=step,
    draw=draw,
    force=force,
    ranks=ranks,
    observe=observe,
    determinize=determinize,
    outcomes=outcomes,
    spell=spell,
    most_outcomes=SEATS,
    doubts=doubts,
)
