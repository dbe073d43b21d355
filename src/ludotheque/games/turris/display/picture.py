"""A position of Turris as an SVG picture: the tower from two opposite corners, the five views, the blocks left.

The tower itself is rendered in isometry.py. The picture grows with the tower.
"""

from collections.abc import Iterator, Sequence

from ludotheque.core.game import CHANCE
from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, MUTED
from ludotheque.core.pictures.svg import document, element, text
from ludotheque.games.turris.display.isometry import DEPTH, UNIT, WIDTH, WOODS, render_tower
from ludotheque.games.turris.display.words import describe_status
from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import BLOCKS, COLOURS
from ludotheque.games.turris.scoring import Square, View, look

_MARGIN = 36.0
_HEAD = 108.0
"""Where the header ends."""
_TOWER = WIDTH + 84.0
"""The room for one tower."""
_SQUARE = 22.0
_GRID = 3 * _SQUARE
_GAP = 30.0
_PANEL = 4 * _GRID + 3 * _GAP
_WIDTH = 2 * _MARGIN + 2 * _TOWER + 40 + _PANEL
_LEAST_LEVELS = 5


def render_picture(observation: Observation, levels: int = _LEAST_LEVELS) -> str:
    """Render the observation as an SVG document, with room for so many levels, or for more if the tower has more."""
    views = look(observation.blocks)
    levels = max(levels, _count_levels(observation))
    tower = levels * UNIT + DEPTH + 92
    panel = levels * _SQUARE + _GRID + 178
    height = _HEAD + max(tower, panel) + 24
    return document(
        _WIDTH,
        height,
        *_render_head(observation),
        *_render_towers(observation, height),
        *_render_views(views, levels, _MARGIN + 2 * _TOWER + 40),
        title=f"Turris: {describe_status(observation)}",
    )


def render_series(observations: Sequence[Observation]) -> list[str]:
    """Render positions of one game, all with room for the highest tower among them."""
    levels = max(map(_count_levels, observations), default=0)
    return [render_picture(observation, max(levels, _LEAST_LEVELS)) for observation in observations]


def _count_levels(observation: Observation) -> int:
    return max((block.top for block in observation.blocks), default=0)


# ── Header: what is going on, and the blocks that are left ───────────────────────────────────────────────────────────


def _render_head(observation: Observation) -> Iterator[str]:
    status = describe_status(observation)
    is_calm = observation.actor is None or observation.actor is CHANCE or not observation.has_bonus
    note = " · the outlined cells stay free this turn" if observation.barred else ""
    yield text(f"Turris{note}", _MARGIN, 46, 14.0, fill=MUTED, letter_spacing=0.6)
    yield text(status, _MARGIN, 78, 25.0, font_weight=600, fill=INK if is_calm else ACCENT)
    left = _WIDTH - _MARGIN - _PANEL
    for seat, colour in enumerate(COLOURS):
        y = 33.0 + 30 * seat
        yield text(colour.capitalize(), left, y + 15, 13.0, fill=MUTED)
        for number in range(BLOCKS):
            yield _render_spare(seat, left + 52 + 13.4 * number, y, is_left=number < observation.left[seat])
        yield text(str(observation.left[seat]), left + _PANEL, y + 15, 13.0, text_anchor="end", font_weight=600)
    yield element("line", x1=_MARGIN, x2=_WIDTH - _MARGIN, y1=_HEAD, y2=_HEAD, stroke=FAINT)


def _render_spare(seat: int, x: float, y: float, *, is_left: bool) -> str:
    wood = WOODS[seat]
    if not is_left:
        return element("rect", x=x, y=y, width=9, height=20, rx=2, fill="none", stroke=FAINT)
    grain = "".join(f"M{x + 9 * line:.1f} {y + 3:.1f}v14" for line in wood.lines[::2])
    return element(
        "g",
        element("rect", x=x, y=y, width=9, height=20, rx=2, fill=wood.top, stroke=wood.edge),
        element("path", d=grain, stroke=wood.grain, stroke_width=0.8),
    )


# ── The tower from two corners ───────────────────────────────────────────────────────────────────────────────────────


def _render_towers(observation: Observation, height: float) -> Iterator[str]:
    for number, corner in enumerate(("south-west", "north-east")):
        x = _MARGIN + _TOWER * (number + 0.5)
        yield element(
            "g",
            render_tower(observation.blocks, corner, observation.barred),
            transform=f"translate({x:.1f} {height - 92:.1f})",
        )
        yield text(f"from the {corner}", x, height - 30, 13.0, fill=MUTED, text_anchor="middle")


# ── The five views ───────────────────────────────────────────────────────────────────────────────────────────────────


def _render_views(views: tuple[View, ...], levels: int, left: float) -> Iterator[str]:
    *sides, roof = views
    ground = _HEAD + 56 + levels * _SQUARE
    for number, view in enumerate(sides):
        x = left + number * (_GRID + _GAP)
        yield text(view.name.capitalize(), x + _GRID / 2, _HEAD + 34, 13.0, fill=MUTED, text_anchor="middle")
        yield _render_empty(x, ground - levels * _SQUARE, levels)
        yield from _render_view(view, x, ground - len(view.grid) * _SQUARE)
        yield element(
            "line", x1=x - 8, x2=x + _GRID + 8, y1=ground + 1.5, y2=ground + 1.5, stroke=MUTED, stroke_width=2
        )
        yield from _render_points(view.points, x + _GRID / 2, ground + 24)
    top = ground + 66
    yield text("Roof", left + _GRID / 2, top - 10, 13.0, fill=MUTED, text_anchor="middle")
    yield _render_empty(left, top, 3)
    yield from _render_view(roof, left, top)
    yield from _render_points(roof.points, left + _GRID / 2, top + _GRID + 22)
    yield from _render_totals(views, left + _GRID + _GAP, top)


def _render_empty(x: float, y: float, rows: int) -> str:
    """Render the squared paper behind a view."""
    height = rows * _SQUARE
    lines = "".join(f"M{x + i * _SQUARE:.1f} {y:.1f}v{height:g}" for i in (1, 2))
    lines += "".join(f"M{x:.1f} {y + i * _SQUARE:.1f}h{_GRID:g}" for i in range(1, rows))
    return element(
        "g",
        element("rect", x=x, y=y, width=_GRID, height=height, rx=2, fill=CARD),
        element("path", d=lines, stroke=FAINT, stroke_width=0.6),
    )


def _render_view(view: View, left: float, top: float) -> Iterator[str]:
    """Render a view square by square; the largest area of each player is lit, the rest is faint."""
    lit = view.areas[0] | view.areas[1]
    for row, seats in enumerate(view.grid):
        for place, seat in enumerate(seats):
            if seat is not None:
                x, y = left + place * _SQUARE, top + row * _SQUARE
                yield _render_square(seat, x, y, is_lit=(row, place) in lit)
    for seat, area in enumerate(view.areas):
        if area:
            edge = _outline(area, left, top)
            yield element(
                "path", d=edge, stroke=(INK, ACCENT)[seat], stroke_width=2.2, stroke_linecap="round", fill="none"
            )


def _render_square(seat: int, x: float, y: float, *, is_lit: bool) -> str:
    wood = WOODS[seat]
    grain = "".join(f"M{x + 3:.1f} {y + _SQUARE * line:.1f}h{_SQUARE - 6:g}" for line in wood.lines)
    return element(
        "g",
        element("rect", x=x, y=y, width=_SQUARE, height=_SQUARE, fill=wood.top, stroke=wood.edge, stroke_width=0.6),
        element("path", d=grain, stroke=wood.grain, stroke_width=0.9),
        opacity=1 if is_lit else 0.35,
    )


def _outline(area: frozenset[Square], left: float, top: float) -> str:
    """Render the sides of squares behind which the area does not go on."""
    path = ""
    for row, place in sorted(area):
        x, y = left + place * _SQUARE, top + row * _SQUARE
        sides = {
            (row - 1, place): f"M{x:.1f} {y:.1f}h{_SQUARE:g}",
            (row + 1, place): f"M{x:.1f} {y + _SQUARE:.1f}h{_SQUARE:g}",
            (row, place - 1): f"M{x:.1f} {y:.1f}v{_SQUARE:g}",
            (row, place + 1): f"M{x + _SQUARE:.1f} {y:.1f}v{_SQUARE:g}",
        }
        path += "".join(side for beside, side in sides.items() if beside not in area)
    return path


def _render_points(points: tuple[int, int], x: float, y: float) -> Iterator[str]:
    """Write both players' points under a view, the higher number bold."""
    for seat, number in enumerate(points):
        at = x + (-20, 20)[seat]
        wood = WOODS[seat]
        yield element("rect", x=at - 16, y=y - 11, width=11, height=11, rx=2, fill=wood.top, stroke=wood.edge)
        weight = 700 if number > points[1 - seat] else 400
        yield text(str(number), at - 1, y - 0.5, 14.0, font_weight=weight)


def _render_totals(views: tuple[View, ...], x: float, y: float) -> Iterator[str]:
    for seat, colour in enumerate(COLOURS):
        points = [view.points[seat] for view in views]
        wood = WOODS[seat]
        line = y + 24 + 44 * seat
        yield element("rect", x=x, y=line - 19, width=24, height=24, rx=3, fill=wood.top, stroke=wood.edge)
        yield text(str(sum(points)), x + 38, line, 24.0, font_weight=700)
        yield text(f"{colour} {' + '.join(map(str, points))}", x + 78, line - 2, 12.5, fill=MUTED)
