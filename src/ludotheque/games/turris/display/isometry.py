"""The tower in perspective: blocks of light and dark wood, seen from a corner. The page around it is in picture.py.

Each cell shows up to three faces, rendered from back to front; faces of one block join without an edge. As every
face looks the same wherever it is, up to two cuts of the wood, each is defined once and used by reference.

    Seen from a corner, x runs to the right, y to the left and z up; the nearest column is (0, 0).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ludotheque.core.pictures.palette import ACCENT, CARD, MUTED
from ludotheque.core.pictures.svg import element, text
from ludotheque.games.turris.tower import SIZE, Block, Cell

UNIT = 34.0
"""The edge of a cell."""
_X, _Y, _Z = (UNIT * cos(pi / 6), -UNIT / 2), (-UNIT * cos(pi / 6), -UNIT / 2), (0.0, -UNIT)
WIDTH = 2 * SIZE * _X[0]
DEPTH = SIZE * UNIT
"""How wide and how high the plan is on paper."""

Point = tuple[float, float]
Place = tuple[int, int, int]


class Wood(NamedTuple):
    """How the blocks of one player look. The grain tells them apart without colour."""

    top: str
    left: str
    right: str
    grain: str
    edge: str
    lines: tuple[float, ...]
    """Where lines run along a long face, from 0 to 1 across it."""
    wave: float
    """How much they wave."""
    rings: tuple[float, ...]
    """The rings on an end face."""


WOODS = (
    Wood("#f3e3bf", "#e6cd9c", "#d6b77f", "#b8935a", "#8f6d3d", (0.32, 0.7), 0.025, (0.16, 0.33)),
    Wood(
        "#6b4a33", "#553825", "#43291a", "#8d684b", "#1f120a", (0.12, 0.3, 0.48, 0.66, 0.84), 0.05, (0.1, 0.2, 0.3, 0.4)
    ),
)

_FACES = {"top": (_X, _Y, _Z, "xyz"), "right": (_X, _Z, (0.0, 0.0), "xzy"), "left": (_Y, _Z, (0.0, 0.0), "yzx")}
"""For each face: its two edges, where its corner is seen from the cell's, and the axes of its edges and its normal."""


def render_tower(blocks: Sequence[Block], corner: str, barred: Iterable[Cell] = ()) -> str:
    """Render the tower as seen from the `south-west` or the `north-east` corner.

    The near corner of the plan is at 0, 0. Cells that are barred, the two of a block just taken off, are outlined.
    """
    is_turned = corner == "north-east"
    owner: dict[Place, Block] = {_place(cell, is_turned): block for block in blocks for cell in block.cells}
    ghost = sorted((_place(cell, is_turned) for cell in barred), key=_nearness)
    defined: dict[str, str] = {}
    rendered: list[str] = []
    for place in sorted({*owner, *ghost}, key=_nearness):
        if place in owner:
            for name, (x, y) in _render_cell(owner, place):
                defined.setdefault(name, _define(name))
                rendered.append(element("use", href=f"#{name}", x=round(x, 1), y=round(y, 1)))
        elif place == ghost[-1]:
            rendered.append(_render_ghost(ghost))
    return element("g", element("defs", *defined.values()), _render_plate(is_turned), *rendered)


def _place(cell: Cell, is_turned: bool) -> Place:
    column, level = cell
    x, y = column % SIZE, column // SIZE
    return (SIZE - 1 - x, SIZE - 1 - y, level - 1) if is_turned else (x, y, level - 1)


def _nearness(place: Place) -> tuple[int, Place]:
    x, y, z = place
    return z - x - y, place


def _project(x: float, y: float, z: float) -> Point:
    return x * _X[0] + y * _Y[0], x * _X[1] + y * _Y[1] + z * _Z[1]


# ── Faces of blocks ──────────────────────────────────────────────────────────────────────────────────────────────────


def _render_cell(owner: dict[Place, Block], place: Place) -> Iterator[tuple[str, Point]]:
    """Name the faces of a cell that can be seen, and where they go."""
    x, y, z = place
    block = owner[place]
    half, axis = _find_half(owner, place)
    cut = (sum(block.columns) + block.level) % 2
    hides = {"left": (x - 1, y, z), "right": (x, y - 1, z), "top": (x, y, z + 1)}
    for face, neighbour in hides.items():
        if neighbour not in owner:
            yield f"turris-{block.seat}{axis}{half}-{face}{cut}", _project(x, y, z)


def _find_half(owner: dict[Place, Block], place: Place) -> tuple[int, str]:
    """Say along which axis the block of this cell runs, and whether this is its nearer half, 0, or the other, 1."""
    for number, axis in enumerate("xyz"):
        for half, step in ((0, 1), (1, -1)):
            other = list(place)
            other[number] += step
            if owner.get((other[0], other[1], other[2])) == owner[place]:
                return half, axis
    raise AssertionError("a block fills two cells")


def _define(name: str) -> str:
    """Render one face, as `_render_cell` names it, with the corner of its cell at 0, 0."""
    seat, axis, half, face, cut = int(name[7]), name[8], int(name[9]), name[11:-1], int(name[-1])
    wood = WOODS[seat]
    along, up, offset, axes = _FACES[face]

    def at(s: float, t: float) -> Point:
        return offset[0] + s * along[0] + t * up[0], offset[1] + s * along[1] + t * up[1]

    fill = {"top": wood.top, "left": wood.left, "right": wood.right}[face]
    corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
    if axis == axes[2]:
        grain = [_ring(at, radius, cut) for radius in wood.rings]
    elif axis == axes[0]:
        grain = [[at(s / 6, _wave(wood, line, s / 6 + half, cut)) for s in range(7)] for line in wood.lines]
    else:
        grain = [[at(_wave(wood, line, t / 6 + half, cut), t / 6) for t in range(7)] for line in wood.lines]
    return element(
        "g",
        # The hair of stroke in its own colour closes the seam between two faces of one block.
        element("path", d=f"{_path(corners)}z", fill=fill, stroke=fill, stroke_width=0.6),
        element("path", d="".join(map(_path, grain)), fill="none", stroke=wood.grain, stroke_width=0.9, opacity=0.75),
        element("path", d=_outline(corners, axes, axis, half), fill="none", stroke=wood.edge, stroke_width=1.3),
        id=name,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _wave(wood: Wood, line: float, along: float, cut: int) -> float:
    return line + (0.04 if cut else 0) + wood.wave * sin(pi * along * (1.1 if cut else 0.8) + 9 * line + 2 * cut)


def _ring(at: Callable[[float, float], Point], radius: float, cut: int) -> list[Point]:
    centre = 0.44 if cut else 0.54
    angles = [2 * pi * step / 14 for step in range(15)]
    return [at(centre + radius * cos(angle), 0.5 + radius * sin(angle)) for angle in angles]


def _outline(corners: list[Point], axes: str, axis: str, half: int) -> str:
    """Render the edges of a face but for the one where the two halves of a block join."""
    sides = {("y", 0): (0, 1), ("x", 1): (1, 2), ("y", 1): (2, 3), ("x", 0): (3, 0)}
    joint = {axes[0]: ("x", 1 - half), axes[1]: ("y", 1 - half)}.get(axis)
    return "".join(_path([corners[i], corners[j]]) for side, (i, j) in sides.items() if side != joint)


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


# ── The plan under the tower ─────────────────────────────────────────────────────────────────────────────────────────


def _render_plate(is_turned: bool) -> str:
    margin, thick = 0.55, 0.3
    low, high = -margin, SIZE + margin
    front = [_project(*place) for place in ((low, high, 0), (low, low, 0), (high, low, 0))]
    below = [(x, y + thick * UNIT) for x, y in reversed(front)]
    back = _project(high, high, 0)
    lines = [[_project(i, 0, 0), _project(i, SIZE, 0)] for i in range(SIZE + 1)]
    lines += [[_project(0, i, 0), _project(SIZE, i, 0)] for i in range(SIZE + 1)]
    letters, numbers = ("cba", "321") if is_turned else ("abc", "123")
    labels = [_label(letter, i + 0.5, -0.28) for i, letter in enumerate(letters)]
    labels += [_label(number, -0.28, i + 0.5) for i, number in enumerate(numbers)]
    return element(
        "g",
        element("path", d=f"{_path([*front, *below])}z", fill="#b9ab8d", stroke="#b9ab8d", stroke_width=3),
        element("path", d=f"{_path([*front, back])}z", fill="#e9dfc8", stroke="#e9dfc8", stroke_width=3),
        element("path", d="".join(map(_path, lines)), fill="none", stroke="#cbbd9f", stroke_width=1.2),
        *labels,
        stroke_linejoin="round",
    )


def _label(name: str, x: float, y: float) -> str:
    across, down = _project(x, y, 0)
    return text(name, across, down + 4, 11.0, fill=MUTED, text_anchor="middle")


def _render_ghost(places: Sequence[Place]) -> str:
    """Outline the block that was taken off, whose cells must stay free for now. The nearer cell comes last."""
    x, y, z = (min(place[axis] for place in places) for axis in range(3))
    far_x, far_y, far_z = (max(place[axis] for place in places) + 1 for axis in range(3))
    rim = [(x, y, z), (far_x, y, z), (far_x, y, far_z), (far_x, far_y, far_z), (x, far_y, far_z), (x, far_y, z)]
    inner = [[(x, y, far_z), end] for end in ((x, y, z), (far_x, y, far_z), (x, far_y, far_z))]
    path = f"{_path([_project(*corner) for corner in rim])}z"
    path += "".join(_path([_project(*start), _project(*end)]) for start, end in inner)
    return element(
        "path", d=path, fill=CARD, fill_opacity=0.35, stroke=ACCENT, stroke_width=1.5, stroke_dasharray="4 3"
    )
