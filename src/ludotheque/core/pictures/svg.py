"""A few lines for writing SVG: elements, a document, and the marks of the seats. What to show is up to the games."""

from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

from ludotheque.core.pictures.palette import INK, PAPER, SEAT_COLOURS, SEAT_SHAPES

FONT = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif"

_CORNERS = {"square": (4, 0.125), "triangle": (3, -0.25), "diamond": (4, 0), "pentagon": (5, -0.25), "hexagon": (6, 0)}
"""For the regular polygons: the number of corners, and the direction of the first one, in turns from the right."""


def element(name: str, *children: str, **attributes: object) -> str:
    """Write an element. Underscores in attribute names become hyphens, numbers are rounded to hundredths."""
    written = "".join(
        f" {key.strip('_').replace('_', '-')}={quoteattr(_format(value))}" for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(content: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Write a line of text, its baseline starting at a point unless `text_anchor` says otherwise."""
    return element("text", escape(content), x=x, y=y, font_size=size, **({"fill": INK} | attributes))


def document(width: float, height: float, *children: str, title: str) -> str:
    """Write a whole picture on paper; `title` is what a screen reader says."""
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=width, height=height, rx=14, fill=PAPER),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_format(width)} {_format(height)}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
    )


def seat_mark(seat: int, x: float, y: float, radius: float, **attributes: object) -> str:
    """Render the mark of a seat: its colour and its shape, with an outline that shows on any ground."""
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    look = {"fill": SEAT_COLOURS[seat % len(SEAT_COLOURS)], "stroke": INK, "stroke_width": radius / 6} | attributes
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=radius * 0.9, **look)
    if shape == "star":
        points = [(radius * (1.15 if i % 2 == 0 else 0.5), i / 10 - 0.25) for i in range(10)]
    elif shape == "cross":
        points = [(radius * r, i / 4 + a) for i in range(4) for r, a in ((1.1, -0.055), (1.1, 0.055), (0.53, 0.125))]
    else:
        corners, first = _CORNERS[shape]
        points = [(radius * 1.08, i / corners + first) for i in range(corners)]
    placed = " ".join(f"{_format(x + r * cos(2 * pi * a))},{_format(y + r * sin(2 * pi * a))}" for r, a in points)
    return element("polygon", points=placed, stroke_linejoin="round", **look)


def _format(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)
