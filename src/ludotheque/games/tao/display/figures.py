"""The items of Tao as SVG: symbols of elements and powers, cards, stones, the marker. Layout is in picture.py.

Every symbol is a path in a box of 24 by 24 round the origin, so that no font is needed.
"""

from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, MUTED
from ludotheque.core.pictures.svg import element, text
from ludotheque.games.tao.cards import Card

ELEMENT_COLOURS = {
    "water": "#2b6c9b",
    "wood": "#4a7a37",
    "fire": "#c4402a",
    "earth": "#a97c1f",
    "metal": "#646b77",
}

SMALL = 44.0, 58.0
LARGE = 82.0, 110.0
"""Width and height of cards before a player, and of those on the path and in the hand."""

_ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def place(x: float, y: float, *children: str, scale: float = 1.0, **attributes: object) -> str:
    """Translate and scale elements that are centred on the origin."""
    size = f" scale({scale:.3g})" if scale != 1 else ""
    return element("g", *children, transform=f"translate({x:.1f} {y:.1f}){size}", **attributes)


_WAVES = "".join(f"M -10.5 {y} q 3.5 -5 7 0 t 7 0 t 7 0 " for y in (-6, 1, 8))
_LEAVES = "M 0 4 C -10 4 -11.5 -3 -11 -8 C -4 -8 0.5 -4 0 4 Z M 0 1 C 0 -7 5 -11.5 11 -11.5 C 11 -4 7.5 1 0 1 Z"
_FLAME = (
    "M 1 -12 C 2 -6 9 -3 8.6 4 C 8.2 9 4.5 11.6 0 11.6 C -4.8 11.6 -8.6 8.6 -8.6 4 C -8.6 0 -5.5 -2 -5 -6.5 "
    "C -2.6 -5 -1.6 -3.4 -1.6 -1.2 C 0.8 -4 1.6 -8 1 -12 Z"
)
_EMBER = (
    "M 0.6 1.5 C 1.4 3.6 4 4.6 3.6 7 C 3.3 8.8 1.8 9.8 0 9.8 C -2 9.8 -3.6 8.6 -3.6 6.8 C -3.6 4.6 -0.6 4 0.6 1.5 Z"
)
_PEAKS = "M -11.5 9 L -3.5 -8.5 L 1 0.5 L 4 -4 L 11.5 9 Z"
_SNOW = "M -3.5 -8.5 L -6 -3 L -3.7 -4.4 L -1.2 -3.8 Z"
_COIN = "M 10.5 0 A 10.5 10.5 0 1 0 -10.5 0 A 10.5 10.5 0 1 0 10.5 0 Z M -3.8 -3.8 H 3.8 V 3.8 H -3.8 Z"


def element_sign(name: str, colour: str, ground: str = CARD) -> str:
    """Render the symbol of an element: waves, a sprout, a flame, mountains, a coin."""
    line = {"stroke": colour, **_ROUND}
    match name:
        case "water":
            return element("path", d=_WAVES, stroke_width=2.7, **line)
        case "wood":
            stem = element("path", d="M 0 11 V 1", stroke_width=2.6, **line)
            return element("path", d=_LEAVES, fill=colour) + stem
        case "fire":
            return element("path", d=_FLAME, fill=colour) + element("path", d=_EMBER, fill=ground)
        case "earth":
            peaks = element("path", d=_PEAKS, fill=colour, stroke=colour, stroke_width=1.5, stroke_linejoin="round")
            return peaks + element("path", d=_SNOW, fill=ground)
        case _:
            rim = element("circle", r=7.9, fill="none", stroke=ground, stroke_width=0.9)
            return element("path", d=_COIN, fill=colour, fill_rule="evenodd") + rim


_POWER_SIGNS = {
    "tiger": "M -4 -6.5 l -6.5 6.5 l 6.5 6.5 M 4 -6.5 l 6.5 6.5 l -6.5 6.5",
    "dragon": (
        "M -8 -6.5 l -6.5 6.5 l 6.5 6.5 M -2 -6.5 l -6.5 6.5 l 6.5 6.5 "
        "M 8 -6.5 l 6.5 6.5 l -6.5 6.5 M 2 -6.5 l 6.5 6.5 l -6.5 6.5"
    ),
    "bird": "M -10 -4 H 9 m -4.5 -4.5 l 4.5 4.5 l -4.5 4.5 M 10 5 H -9 m 4.5 -4.5 l -4.5 4.5 l 4.5 4.5",
    "unicorn": "M 2 -9.5 h -11 v 14 h 3 M -4 -5 h 12 v 15 h -12 Z M -0.5 2.5 l 2 2.5 l 4 -5",
    "tortoise": "M 8 -5.5 A 9.2 9.2 0 1 0 9.2 1 M 8.8 -11 V -5 H 2.8",
}
"""One step or two steps either way, an exchange, a card over a card, once more."""


def power_sign(power: str, colour: str) -> str:
    """Render the symbol of a power."""
    return element("path", d=_POWER_SIGNS[power], stroke=colour, stroke_width=2.4, **_ROUND)


def render_card(card: Card, size: tuple[float, float], *, stroke: str = FAINT, stroke_width: float = 1.2) -> str:
    """Render a card round the origin: value, symbol and, if it has one, the band of its power."""
    width, height = size
    unit = width / LARGE[0]
    colour = ELEMENT_COLOURS[card.element]
    left, top = -width / 2, -height / 2
    rendered = [
        element("rect", x=left, y=top, width=width, height=height, rx=9 * unit, fill=CARD),
        element("rect", x=left, y=top, width=width, height=height, rx=9 * unit, fill=colour, fill_opacity=0.07),
        _render_value(card.value, left + 9 * unit, top + 27 * unit, 25 * unit, colour),
    ]
    middle = 2 * unit if card.power else 10 * unit
    rendered.append(
        place(0 if size == LARGE else 2 * unit, middle, element_sign(card.element, colour), scale=1.75 * unit)
    )
    if card.power:
        rendered += _render_band(card.power, colour, size)
    rendered.append(
        element(
            "rect",
            x=left,
            y=top,
            width=width,
            height=height,
            rx=9 * unit,
            fill="none",
            stroke=stroke,
            stroke_width=stroke_width,
        )
    )
    return element("g", element("title", card.title), *rendered)


def _render_value(value: int, x: float, y: float, size: float, colour: str) -> str:
    return text(str(value), x, y, size, fill=colour, font_weight="bold")


def _render_band(power: str, colour: str, size: tuple[float, float]) -> list[str]:
    """The foot of a guardian's card, in its colour: the symbol of the power and, where there is room, its name."""
    width, height = size
    unit = width / LARGE[0]
    top, radius = height / 2 - 27 * unit, 9 * unit
    band = (
        f"M {-width / 2:.2f} {top:.2f} h {width:.2f} v {height / 2 - top - radius:.2f} "
        f"a {radius:.2f} {radius:.2f} 0 0 1 {-radius:.2f} {radius:.2f} h {2 * radius - width:.2f} "
        f"a {radius:.2f} {radius:.2f} 0 0 1 {-radius:.2f} {-radius:.2f} Z"
    )
    rendered = [element("path", d=band, fill=colour)]
    if size == LARGE:
        rendered.append(place(-width / 2 + 15.5, top + 13.5, power_sign(power, CARD), scale=0.6))
        rendered.append(text(power.capitalize(), -width / 2 + 29, top + 17.3, 10.5, fill=CARD, font_weight="bold"))
    else:
        rendered.append(place(0, top + 13.5 * unit, power_sign(power, CARD), scale=1.02 * unit))
    return rendered


def render_back(width: float, height: float, **attributes: object) -> str:
    """Render the back of a card round the origin."""
    look = {"fill": INK, "stroke": CARD, "stroke_width": 1} | attributes
    return element(
        "g",
        element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=width * 0.14, **look),
        element("circle", r=width * 0.26, fill="none", stroke=CARD, stroke_width=width * 0.06, stroke_opacity=0.7),
    )


def render_cover() -> str:
    """What lies over a covered small card: a veil with the symbol of the Unicorn."""
    width, height = SMALL
    veil = {"fill": "#efe6d0", "fill_opacity": 0.68}
    slash = f"M {-width / 2 + 5} {height / 2 - 5} L {width / 2 - 5} {-height / 2 + 5}"
    disc = element("circle", r=15, fill=CARD, stroke=MUTED, stroke_width=1.2)
    return (
        element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=5, **veil)
        + element("path", d=slash, stroke=MUTED, stroke_width=1.6)
        + place(0, 0, disc, power_sign("unicorn", MUTED), scale=0.75)
    )


def render_stone(colour: str, label: str, radius: float, **attributes: object) -> str:
    """Render a stone round the origin: a faceted gem with its value."""
    half = radius * 0.42
    corners = [(half, -radius), (radius, -half), (radius, half), (half, radius)]
    corners += [(-x, -y) for x, y in corners]
    outline, facet = (" ".join(f"{x * k:.2f},{y * k:.2f}" for x, y in corners) for k in (1, 0.62))
    rim = {"stroke": INK, "stroke_width": radius * 0.11, "stroke_linejoin": "round"}
    return element(
        "g",
        element("polygon", points=outline, fill=colour, **rim),
        element("polygon", points=facet, fill=CARD, fill_opacity=0.22),
        text(label, 0, radius * 0.36, radius, fill=CARD, font_weight="bold", text_anchor="middle"),
        **attributes,
    )


def render_marker(radius: float) -> str:
    """Render the yin-yang marker round the origin."""
    half, eye = radius / 2, radius * 0.15
    big, small = f"A {radius} {radius}", f"A {half} {half}"
    dark = f"M 0 {-radius} {big} 0 0 1 0 {radius} {small} 0 0 1 0 0 {small} 0 0 0 0 {-radius} Z"
    return element(
        "g",
        element("circle", r=radius + 4, fill=ACCENT, fill_opacity=0.16),
        element("circle", r=radius, fill=CARD),
        element("path", d=dark, fill=INK),
        element("circle", cy=-half, r=eye, fill=INK),
        element("circle", cy=half, r=eye, fill=CARD),
        element("circle", r=radius, fill="none", stroke=INK, stroke_width=radius * 0.09),
    )
