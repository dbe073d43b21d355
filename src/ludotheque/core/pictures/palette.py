"""The colours and symbols that pictures and terminals share: warm paper, ink, one accent, and eight seats.

Seats use the palette of Okabe and Ito, which colour-blind people can tell apart; each seat also has a shape and a
letter of its own, so that nothing is conveyed by colour alone.
"""

PAPER = "#f7f1e3"
CARD = "#fffaf0"
INK = "#2d2620"
FAINT = "#d8ccb4"
MUTED = "#8a7d6b"
ACCENT = "#b5452c"

SEAT_COLOURS = ("#e69f00", "#0072b2", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#3d3d3d", "#f0e442")
SEAT_SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross")

_ANSI_SEATS = (214, 33, 36, 175, 166, 117, 250, 226)
_ANSI_STYLES = {"bold": "1", "faint": "2", "reverse": "7", "accent": "38;5;167"}


def paint_seat(text: str, seat: int, *, colour: bool) -> str:
    """Colour a text for a terminal as a seat; unchanged if there is no colour."""
    return f"\x1b[1;38;5;{_ANSI_SEATS[seat % len(_ANSI_SEATS)]}m{text}\x1b[0m" if colour else text


def paint(text: str, style: str, *, colour: bool) -> str:
    """Style a text for a terminal as `bold`, `faint`, `reverse` or `accent`; unchanged if there is no colour."""
    return f"\x1b[{_ANSI_STYLES[style]}m{text}\x1b[0m" if colour else text
