"""Turris a second time, as literally as it can be read, to hold the product against. Slow on purpose.

Nothing is imported from the product. A tower is a list of blocks, a block a colour and a set of cells (x, y, z) with z
from 1. There is no map of heights and no table of placements: every conceivable pair of cells is tried.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

Cell = tuple[int, int, int]
Cells = frozenset[Cell]
Tower = list[tuple[int, Cells]]

PLAN = list(product(range(3), range(3)))
STEPS: list[Cell] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


@dataclass(frozen=True)
class House:
    """The readings that tables differ in, as they are agreed for one game."""

    free_blocks: int = 1
    """a) 1: the first block is placed freely; 2: the second player's first block is, too."""
    only_free_lie: bool = False
    """d) Whether the rule is taken word for word on the ground, where nothing can be bridged."""


def neighbours(cell: Cell) -> list[Cell]:
    x, y, z = cell
    return [(x + dx, y + dy, z + dz) for dx, dy, dz in STEPS]


def filled(tower: Tower) -> dict[Cell, int]:
    """Which block, by its number in the list, fills each cell."""
    return {cell: number for number, (_, cells) in enumerate(tower) for cell in cells}


def conceivable(tower: Tower) -> Iterable[Cells]:
    """Every block that could hang anywhere in the air around the tower, overlaps included."""
    top = max((z for _, cells in tower for _, _, z in cells), default=0)
    for (x, y), z in product(PLAN, range(1, top + 3)):
        yield frozenset({(x, y, z), (x, y, z + 1)})
        if x < 2:
            yield frozenset({(x, y, z), (x + 1, y, z)})
        if y < 2:
            yield frozenset({(x, y, z), (x, y + 1, z)})


def is_standing(cells: Cells) -> bool:
    return len({(x, y) for x, y, _ in cells}) == 1


def keeps_rule_e(cells: Iterable[Cell]) -> bool:
    """Count the levels that are begun or passed over but not complete."""
    levels: dict[int, int] = {}
    for _, _, z in cells:
        levels[z] = levels.get(z, 0) + 1
    return sum(levels.get(z, 0) < 9 for z in range(1, max(levels, default=0) + 1)) <= 3


def may_place(house: House, placed: int, taken: dict[Cell, int], cells: Cells, barred: frozenset[Cell]) -> bool:
    """Whether a block may be placed among the cells that are taken already, after so many blocks were placed."""
    if any(cell in taken for cell in cells) or cells & barred:
        return False
    below = [(x, y, z - 1) for x, y, z in cells]
    # b) every cell rests on the ground, on a filled cell, or on the other half of the same standing block
    if any(z > 0 and (x, y, z) not in taken and (x, y, z) not in cells for x, y, z in below):
        return False
    if not keeps_rule_e([*taken, *cells]):
        return False
    # f) "already": before this block
    for x, y, z in cells:
        if (x, y) == (1, 1) and not any((i, j, z) in taken for i, j in PLAN if (i, j) != (1, 1)):
            return False
    # a) the first block of the game, or the first one of each player, is placed freely
    is_free = placed == 0 or (placed == 1 and house.free_blocks == 2)
    touched = {taken[near] for cell in cells for near in neighbours(cell) if near in taken}
    if not (touched or is_free):
        return False
    if is_standing(cells):  # c) "except the first block of the game"
        beside = any(near in taken for cell in cells for near in neighbours(cell) if near[2] == cell[2])
        return beside or placed == 0
    under = {taken[cell] for cell in below if cell in taken}
    is_on_ground = all(z == 0 for _, _, z in below)
    if is_on_ground and house.only_free_lie:
        return is_free
    return is_on_ground or len(under) == 2  # d)


def may_take_off(tower: Tower, number: int, me: int) -> bool:
    """Whether block `number` may be taken off by player `me`. The list is in the order of placing."""
    seat, cells = tower[number]
    if seat == me or number == max(index for index, (owner, _) in enumerate(tower) if owner == seat):
        return False
    taken = filled(tower)
    if any((x, y, z + 1) in taken and (x, y, z + 1) not in cells for x, y, z in cells):
        return False
    return keeps_rule_e(cell for cell in taken if cell not in cells)


def placements(house: House, placed: int, tower: Tower, barred: frozenset[Cell]) -> set[Cells]:
    taken = filled(tower)
    return {cells for cells in conceivable(tower) if may_place(house, placed, taken, cells, barred)}


def removals(tower: Tower, me: int) -> set[Cells]:
    return {tower[number][1] for number in range(len(tower)) if may_take_off(tower, number, me)}


RAYS = {
    "south": ([(x, 0) for x in range(3)], (0, 1)),
    "east": ([(2, y) for y in range(3)], (-1, 0)),
    "north": ([(x, 2) for x in range(3)], (0, -1)),
    "west": ([(0, y) for y in range(3)], (1, 0)),
}
"""For each side: where its three rays start, and the step that each takes into the tower."""


def cast(tower: Tower, view: str) -> dict[tuple[int, int], int]:
    """Cast a ray through every square of a view; give the colour it meets by the square's two coordinates."""
    taken = filled(tower)
    seen: dict[tuple[int, int], int] = {}
    if view == "roof":
        for x, y in PLAN:
            for z in range(30, 0, -1):
                if (x, y, z) in taken:
                    seen[x, y] = tower[taken[x, y, z]][0]
                    break
        return seen
    starts, (dx, dy) = RAYS[view]
    for place, (x, y) in enumerate(starts):
        for z in range(1, 31):
            for distance in range(3):
                cell = (x + dx * distance, y + dy * distance, z)
                if cell in taken:
                    seen[place, z] = tower[taken[cell]][0]
                    break
    return seen


def largest(seen: dict[tuple[int, int], int], colour: int) -> int:
    """Flood every square anew and keep the largest flood."""
    squares = {square for square, owner in seen.items() if owner == colour}
    best = 0
    for square in squares:
        flood = {square}
        while True:
            wider = flood | {(a, b) for a, b in squares if flood & {(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)}}
            if wider == flood:
                break
            flood = wider
        best = max(best, len(flood))
    return best


def points(tower: Tower) -> list[tuple[int, int]]:
    """White's and black's points in the five views: south, east, north, west, roof."""
    views = [cast(tower, view) for view in (*RAYS, "roof")]
    return [(largest(seen, 0), largest(seen, 1)) for seen in views]
