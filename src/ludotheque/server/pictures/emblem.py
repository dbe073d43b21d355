"""The picture that stands for the server as a whole: what the preview of a link shows that may show no game."""

from ludotheque.core.pictures.palette import ACCENT, CARD, INK, MUTED, SEAT_COLOURS
from ludotheque.core.pictures.svg import document, element, seat_mark, text

WIDTH, HEIGHT = 1200.0, 630.0
_PATH = "#a8977a"


def draw_emblem() -> str:
    """Draw the mark, the name and the eight seats as an SVG document."""
    mark = element("g", *_list_mark(), transform="translate(120 155) scale(10)")
    name = text("Ludothèque", 510, 330, 104, font_family="'Young Serif', 'Alegreya Sans', serif")
    rule = element("line", x1=516, y1=384, x2=1100, y2=384, stroke=MUTED, stroke_width=2, stroke_opacity=0.5)
    seats = [seat_mark(seat, 534 + 78 * seat, 440, 18) for seat in range(len(SEAT_COLOURS))]
    return document(WIDTH, HEIGHT, mark, name, rule, *seats, title="Ludothèque")


def _list_mark() -> list[str]:
    """List the parts of the icon that tabs show, in a square of 32 units: a tile with two paths and a marker."""
    card = {"x": 1, "y": 1, "width": 30, "height": 30, "rx": 7}
    under, over = "M11 0 C11 14 21 12 32 21", "M0 21 C12 21 12 10 21 0"
    return [
        element("clipPath", element("rect", **card), id="card"),
        element("rect", fill=CARD, **card),
        element(
            "g",
            element("path", d=under, stroke=_PATH, stroke_width=3),
            element("path", d=over, stroke=CARD, stroke_width=7),
            element("path", d=over, stroke=ACCENT, stroke_width=3.6),
            fill="none",
            clip_path="url(#card)",
        ),
        element("rect", fill="none", stroke=INK, stroke_width=1.2, **card),
        element("circle", cx=8.5, cy=20, r=4.6, fill=SEAT_COLOURS[0], stroke=INK, stroke_width=1.2),
    ]
