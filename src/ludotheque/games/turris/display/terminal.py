"""A position of Turris for a terminal: the tower level by level, the five views, the blocks left. 80 columns suffice.

Cells without a wall between them are one lying block; an arrow shows whether a standing block continues above
or below. Black blocks are shaded, so that colour is never needed:

    ┌───┬───────┐
    │ W▲│▒B▒▒▒B▒│
"""

from collections.abc import Sequence

from ludotheque.core.game import Seat
from ludotheque.core.pictures.palette import paint, paint_seat
from ludotheque.games.turris.display.words import describe_status
from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import COLOURS
from ludotheque.games.turris.scoring import View, look
from ludotheque.games.turris.tower import SIZE, Block, Cell, format_column

_LEVELS_IN_A_ROW = 4
_LETTERS = "WB"
_FILLS = " ▒"
_BARRED = " x "
_FREE = " · "
_CORNERS = dict(
    zip(
        [(up, down, left, right) for up in (0, 1) for down in (0, 1) for left in (0, 1) for right in (0, 1)],
        " ╶╴─╷┌┐┬╵└┘┴│├┤┼",
        strict=True,
    )
)
"""The character where walls meet, by whether there is one up, down, left, right."""


def render_terminal(observation: Observation, *, colour: bool) -> str:
    """Render the observation in lines of at most 80 characters, with ANSI colours if wanted."""
    lines = [paint(describe_status(observation), "bold", colour=colour), _render_left(observation, colour=colour), ""]
    owner = {cell: block for block in observation.blocks for cell in block.cells}
    top = max([1, *(level for _, level in (*owner, *observation.barred))])
    levels = [_render_level(owner, observation.barred, level, colour=colour) for level in range(1, top + 1)]
    for first in range(0, top, _LEVELS_IN_A_ROW):
        lines += [*_join(levels[first : first + _LEVELS_IN_A_ROW], gap=3), ""]
    views = look(observation.blocks)
    tallest = max(len(view.grid) for view in views)
    lines += _join([_render_view(view, tallest, colour=colour) for view in views], gap=3)
    totals = [sum(view.points[seat] for view in views) for seat in range(len(COLOURS))]
    lines += ["", f"White {totals[0]}, black {totals[1]} points. Capital letters are each player's largest areas."]
    if observation.barred:
        cells = " and ".join(f"{format_column(column)} at level {level}" for column, level in observation.barred)
        lines.append(f"Not to be filled this turn (x): {cells}.")
    return "\n".join(lines)


def _render_left(observation: Observation, *, colour: bool) -> str:
    return "   ".join(
        f"{paint_seat(_LETTERS[seat], seat, colour=colour)} {name}{' (you)' * (seat == observation.viewer)}: "
        f"{observation.left[seat]} left"
        for seat, name in enumerate(COLOURS)
    )


def _join(panels: Sequence[Sequence[str]], *, gap: int) -> list[str]:
    """Put panels side by side. The lines of a panel are equally wide, and the panels equally high."""
    return [(" " * gap).join(lines) for lines in zip(*panels, strict=True)]


# ── A level of the tower ─────────────────────────────────────────────────────────────────────────────────────────────


def _render_level(owner: dict[Cell, Block], barred: Sequence[Cell], level: int, *, colour: bool) -> list[str]:
    """Render one level from above, row 3 first: fifteen characters wide, nine lines high."""
    lines = [f"  level {level}".ljust(15)]
    for edge in range(SIZE, -1, -1):
        lines.append(f"  {_render_edge(owner, level, edge, colour=colour)}")
        if edge:
            row = range((edge - 1) * SIZE, edge * SIZE)
            lines.append(f"{edge} {_render_row(owner, barred, level, row, colour=colour)}")
    return [*lines, "    a   b   c  "]


def _render_row(owner: dict[Cell, Block], barred: Sequence[Cell], level: int, row: range, *, colour: bool) -> str:
    line = "│"
    for column in row:
        block = owner.get((column, level))
        if block is None:
            line += _BARRED if (column, level) in barred else _FREE
        else:
            line += _paint_block(_mark(block, level), block, colour=colour)
        line += _wall(owner, level, column, column + 1 if column + 1 in row else None, "│", colour=colour)
    return line


def _mark(block: Block, level: int) -> str:
    """Write a cell: its owner and, for a standing block, where it continues."""
    fill, letter = _FILLS[block.seat], _LETTERS[block.seat]
    arrow = fill if not block.is_standing else "▲" if level == block.level else "▼"
    return f"{fill}{letter}{arrow}"


def _paint_block(text: str, block: Block, *, colour: bool) -> str:
    return paint_seat(text, block.seat, colour=colour)


def _is_joined(owner: dict[Cell, Block], level: int, one: int | None, other: int | None) -> bool:
    """Whether two columns of a level belong to the same block; None is outside the tower."""
    if one is None or other is None:
        return False
    block = owner.get((one, level))
    return block is not None and block == owner.get((other, level))


def _wall(owner: dict[Cell, Block], level: int, one: int | None, other: int | None, wall: str, *, colour: bool) -> str:
    """Render the wall between two columns of a level, or what fills its place inside a block."""
    if one is None or not _is_joined(owner, level, one, other):
        return wall
    block = owner[one, level]
    return _paint_block(_FILLS[block.seat] * len(wall), block, colour=colour)


def _render_edge(owner: dict[Cell, Block], level: int, edge: int, *, colour: bool) -> str:
    """Render the line between the rows below and above an edge, counted from 0 at the south."""
    line = ""
    for place in range(SIZE + 1):
        south_west, south_east = _find_column(place - 1, edge - 1), _find_column(place, edge - 1)
        north_west, north_east = _find_column(place - 1, edge), _find_column(place, edge)
        up = edge < SIZE and not _is_joined(owner, level, north_west, north_east)
        down = edge > 0 and not _is_joined(owner, level, south_west, south_east)
        left = place > 0 and not _is_joined(owner, level, south_west, north_west)
        right = place < SIZE and not _is_joined(owner, level, south_east, north_east)
        line += _CORNERS[up, down, left, right]
        if place < SIZE:
            line += _wall(owner, level, south_east, north_east, "───", colour=colour)
    return line


def _find_column(x: int, y: int) -> int | None:
    return x + SIZE * y if 0 <= x < SIZE and 0 <= y < SIZE else None


# ── A view ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_view(view: View, height: int, *, colour: bool) -> list[str]:
    """Render a view on the ground: its name, its squares, its points. Eleven characters wide."""
    rows = [" " * 9] * (height - len(view.grid))
    rows += [
        "".join(f" {_render_square(view, row, place, seat, colour=colour)} " for place, seat in enumerate(seats))
        for row, seats in enumerate(view.grid)
    ]
    white, black = view.points
    return [view.name.ljust(11), *(f"{row}  " for row in rows), f" W {white:<2}  B {black:<2}"]


def _render_square(view: View, row: int, place: int, seat: Seat | None, *, colour: bool) -> str:
    if seat is None:
        return "·"
    letter = _LETTERS[seat]
    return paint_seat(letter, seat, colour=colour) if (row, place) in view.areas[seat] else letter.lower()
