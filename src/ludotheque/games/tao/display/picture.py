"""An observation of Tao as an SVG picture: the path round the elements, the players with their cards, the hand.

figures.py renders single items; this module lays them out.
"""

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, MUTED
from ludotheque.core.pictures.svg import document, element, text
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.display.figures import (
    ELEMENT_COLOURS,
    LARGE,
    element_sign,
    place,
    render_card,
    render_marker,
    render_stone,
)
from ludotheque.games.tao.display.panel import PANEL, render_panel
from ludotheque.games.tao.display.words import name_element, note_reconstruction
from ludotheque.games.tao.observation import Observation
from ludotheque.games.tao.options import PLACES
from ludotheque.games.tao.setup import Setup, make_setup
from ludotheque.games.tao.state import AT_START, GONE

TABLE, HEIGHT = 760.0, 800.0
CENTRE = TABLE / 2, 386.0
PATH_RADIUS = 292.0
RAISE = 20.0
RING_RADIUS = 112.0
SPOT = 37.0

GROUND = "#ece2cb"

Point = tuple[float, float]


def render_picture(observation: Observation) -> str:
    """Render everything that the viewer knows."""
    setup = make_setup(observation.options)
    width = TABLE + PANEL + 34
    return document(
        width,
        HEIGHT,
        *_render_ground(),
        *_render_elements(setup, observation),
        *_render_path(observation),
        place(TABLE, 0, *render_panel(setup, observation, HEIGHT)),
        text(note_reconstruction(observation.options), 34, HEIGHT - 20, 12, fill=MUTED),
        title=f"Tao, {setup.seats} players, round {observation.round}",
    )


def _on_circle(radius: float, turns: float) -> Point:
    """A point on a circle round the middle of the table; turns are counted clockwise from the top."""
    angle = 2 * pi * turns - pi / 2
    return CENTRE[0] + radius * cos(angle), CENTRE[1] + radius * sin(angle)


def _render_ground() -> Iterator[str]:
    x, y = CENTRE
    yield element("circle", cx=x, cy=y, r=PATH_RADIUS + 74, fill=GROUND)
    yield element("circle", cx=x, cy=y, r=PATH_RADIUS + 68, fill="none", stroke=FAINT, stroke_width=1.5)
    yield element(
        "circle",
        cx=x,
        cy=y,
        r=PATH_RADIUS,
        fill="none",
        stroke=MUTED,
        stroke_width=2.5,
        stroke_dasharray="1 9",
        stroke_linecap="round",
    )


# ── The elements ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_elements(setup: Setup, observation: Observation) -> Iterator[str]:
    """The ring of elements, the star of what opposes what, and the stone where it stands."""
    x, y = CENTRE
    yield element("circle", cx=x, cy=y, r=RING_RADIUS + 66, fill=CARD, stroke=FAINT, stroke_width=1.5)
    yield element("circle", cx=x, cy=y, r=RING_RADIUS, fill="none", stroke=FAINT, stroke_width=5)
    for number, other in enumerate(setup.opposite):
        if number != observation.stone and other is not None:
            yield _render_arrow(number, other, FAINT, 2)
    stone = observation.stone
    opposite = setup.opposite[stone]
    if opposite is not None:
        yield _render_arrow(stone, opposite, ACCENT, 3.5)
    for number in range(len(ELEMENTS)):
        yield from _render_element(number, is_in_play=number == stone, is_opposite=number == opposite)
    sx, sy = _on_circle(RING_RADIUS + 27, stone / len(ELEMENTS) + 0.064)
    colour = ELEMENT_COLOURS[ELEMENTS[observation.round - 1]]
    yield place(sx, sy, render_stone(colour, str(observation.round), 17))


def _render_arrow(start: int, end: int, colour: str, width: float) -> str:
    """An arrow from the rim of one element to the rim of another."""
    (x1, y1), (x2, y2) = (_on_circle(RING_RADIUS, number / len(ELEMENTS)) for number in (start, end))
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    near, far = SPOT + 4, length - SPOT - 7
    tip = x1 + ux * far, y1 + uy * far
    head = " ".join(
        f"{tip[0] - 11 * ux + side * 6 * uy:.1f},{tip[1] - 11 * uy - side * 6 * ux:.1f}" for side in (1, -1)
    )
    return element(
        "g",
        element(
            "line",
            x1=x1 + ux * near,
            y1=y1 + uy * near,
            x2=tip[0] - 9 * ux,
            y2=tip[1] - 9 * uy,
            stroke=colour,
            stroke_width=width,
        ),
        element("polygon", points=f"{tip[0]:.1f},{tip[1]:.1f} {head}", fill=colour),
    )


def _render_element(number: int, *, is_in_play: bool, is_opposite: bool) -> Iterator[str]:
    name = ELEMENTS[number]
    colour = ELEMENT_COLOURS[name]
    x, y = _on_circle(RING_RADIUS, number / len(ELEMENTS))
    yield element("circle", cx=x, cy=y, r=SPOT, fill=CARD)
    look = {"fill": colour, "fill_opacity": 1.0 if is_in_play else 0.13, "stroke": colour}
    if is_opposite:
        look |= {"stroke": ACCENT, "stroke_dasharray": "5 4"}
    yield element("circle", cx=x, cy=y, r=SPOT, stroke_width=3 if is_in_play or is_opposite else 1.5, **look)
    ink = CARD if is_in_play else colour
    yield place(x, y - 6, element_sign(name, ink, colour if is_in_play else CARD), scale=1.25)
    nx, ny = _on_circle(RING_RADIUS + SPOT + 13, number / len(ELEMENTS))
    yield text(str(number + 1), nx, ny + 5, 14, fill=MUTED, text_anchor="middle")
    yield text(name_element(number), x, y + 25, 11.5, fill=ink, font_weight="bold", text_anchor="middle")


# ── The path ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_path(observation: Observation) -> Iterator[str]:
    for number in range(PLACES):
        if number < len(observation.path) and observation.path[number] != GONE:
            continue
        x, y = _on_circle(PATH_RADIUS, (number + 0.5) / PLACES)
        yield element("circle", cx=x, cy=y, r=9, fill=GROUND, stroke=FAINT, stroke_width=2)
    if observation.marker == AT_START:
        yield place(*_on_circle(PATH_RADIUS, 0), render_marker(22))
    else:
        yield place(*_on_circle(PATH_RADIUS, (observation.marker + 0.5) / PLACES), render_marker(30))
    for number, card in enumerate(observation.path):
        if card != GONE:
            yield _render_path_card(observation, number, card)


def _render_path_card(observation: Observation, number: int, card: int) -> str:
    turns = (number + 0.5) / PLACES
    if number not in observation.next_places:
        return place(*_on_circle(PATH_RADIUS, turns), render_card(observation.cards[card], LARGE))
    x, y = _on_circle(PATH_RADIUS + RAISE, turns)
    width, height = LARGE
    shadow = element(
        "rect", x=-width / 2 + 3, y=-height / 2 + 6, width=width, height=height, rx=9, fill=INK, opacity=0.18
    )
    badge = element("circle", r=12, fill=ACCENT, stroke=CARD, stroke_width=2) + text(
        str(observation.next_places.index(number) + 1), 0, 5, 14, fill=CARD, font_weight="bold", text_anchor="middle"
    )
    return place(
        x,
        y,
        shadow,
        render_card(observation.cards[card], LARGE, stroke=ACCENT, stroke_width=2.6),
        place(width / 2 - 4, -height / 2 + 4, badge),
    )
