"""Plots as inline SVG: bars with intervals, a histogram, a curve, shares. Their colours are those of page.py."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from ludotheque.core.pictures.palette import CARD, PAPER, SEAT_COLOURS
from ludotheque.core.pictures.svg import element, seat_mark

WIDTH = 480
"""Narrow enough that text stays readable when a phone scales a plot to its own width."""

_ROW, _BAR = 50, 12
_HEIGHT, _LEFT, _TOP = 190, 34, 26


@dataclass(frozen=True)
class Bar:
    """One bar: its label, its value, half of its interval, and the value as text."""

    name: str
    value: float
    error: float
    label: str


def render_bars(bars: Sequence[Bar], most: float, title: str, parity: float | None = None) -> str:
    """Render bars below each other, from 0 to `most`, with their intervals and a dashed line at parity."""
    scale = WIDTH / most
    height = _ROW * len(bars) + (18 if parity is not None else 0)
    drawn = []
    for index, bar in enumerate(bars):
        y = index * _ROW
        middle = y + 33
        drawn += [
            _text(bar.name, 0, y + 18, "name"),
            _text(bar.label, WIDTH, y + 18, "value", text_anchor="end"),
            element("rect", x=0, y=middle - _BAR / 2, width=WIDTH, height=_BAR, rx=_BAR / 2, class_="track"),
            element("path", d=_outline(middle, min(most, bar.value) * scale), class_="bar"),
        ]
        if parity is not None:
            drawn.append(element("path", d=f"M{parity * scale:.1f} {middle - 10}v20", class_="mark"))
        if bar.error:
            low, high = (max(1.0, min(most, bar.value + side * bar.error) * scale - 1) for side in (-1, 1))
            whisker = f"M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 4}v8M{high:.1f} {middle - 4}v8"
            drawn.append(element("path", d=whisker, class_="whisker"))
    if parity is not None:
        x = parity * scale
        drawn.append(_text("parity", x, height - 4, "tick", text_anchor=_anchor(x)))
    return _svg("bars", height, title, drawn)


def scale_around(parity: float, bars: Sequence[Bar]) -> float:
    """Choose where an axis of shares ends: parity is in the middle if possible, and every interval is visible."""
    return min(1.0, max(2 * parity, *(1.05 * (bar.value + bar.error) for bar in bars)))


def _outline(middle: float, length: float) -> str:
    """Outline a bar: round where it begins, straight where its value is read unless it fills the track."""
    half = _BAR / 2
    begin = min(length, half)
    end = half if length > WIDTH - half else 0
    return (
        f"M{length - end:.1f} {middle - half}H{begin:.1f}a{begin:.1f} {half} 0 0 0 0 {_BAR}H{length - end:.1f}"
        f"a{end} {half} 0 0 0 0 {-_BAR}z"
    )


def render_histogram(values: Counter[int], title: str, unit: str) -> str:
    """Render how often values come up, in at most about forty bars, with a line at the mean."""
    least, most = min(values), max(values)
    step = max(1, -(-(most - least + 1) // 40))
    total = values.total()
    binned: Counter[int] = Counter()
    for value, count in values.items():
        binned[(value - least) // step] += count
    bins, tallest = (most - least) // step + 1, max(binned.values())
    wide, base = WIDTH / bins, _HEIGHT - 24
    drawn = [element("path", d=f"M0 {base}H{WIDTH}", class_="axis")]
    for index in range(bins):
        tall = (base - _TOP) * binned[index] / tallest
        low = least + index * step
        says = f"{low}{f'–{low + step - 1}' if step > 1 else ''} {unit}: {binned[index] / total:.1%}"
        gap = min(2.0, wide / 6)
        hover = element("title", escape(says))
        drawn.append(
            element(
                "rect",
                hover,
                x=index * wide + gap / 2,
                y=base - tall,
                width=wide - gap,
                height=tall,
                rx=1,
                class_="bar",
            )
        )
    for tick in _ticks(least, most, 6):
        x = ((tick - least) / step + 0.5 / step) * wide
        drawn.append(
            _text(f"{tick:g}", x, _HEIGHT - 6, "tick", text_anchor="middle" if 12 < x < WIDTH - 12 else _anchor(x))
        )
    mean = sum(value * count for value, count in values.items()) / total
    x = ((mean - least) / step + 0.5 / step) * wide
    drawn += [
        element("path", d=f"M{x:.1f} {_TOP - 6}V{base}", class_="mark"),
        _text(f"mean {mean:.1f}", x, _TOP - 11, "value", text_anchor=_anchor(x)),
    ]
    return _svg("chart", _HEIGHT, title, drawn)


def render_curve(values: Sequence[float], title: str) -> str:
    """Render values over the numbers 1, 2, 3, ..., from 0 upwards."""
    base, wide = _HEIGHT - 24, WIDTH - _LEFT - 6
    ticks = list(_ticks(0, max(values), 4))
    scale = (base - 10) / max(*values, ticks[-1])

    def place(index: float) -> float:
        return _LEFT + wide * index / max(1, len(values) - 1)

    points = " ".join(f"{place(index):.1f},{base - value * scale:.1f}" for index, value in enumerate(values))
    drawn = []
    for tick in ticks:
        y = base - tick * scale
        drawn += [
            element("path", d=f"M{_LEFT} {y:.1f}H{WIDTH}", class_="axis" if tick == 0 else "grid"),
            _text(f"{tick:g}", _LEFT - 8, y + 4, "tick", text_anchor="end"),
        ]
    drawn += [
        element("polygon", points=f"{place(0):.1f},{base} {points} {place(len(values) - 1):.1f},{base}", class_="area"),
        element("polyline", points=points, class_="curve"),
    ]
    for tick in _ticks(1, len(values), 7):
        if tick >= 1:
            drawn.append(_text(f"{tick:g}", place(tick - 1), _HEIGHT - 6, "tick", text_anchor="middle"))
    return _svg("chart", _HEIGHT, title, drawn)


def render_stack(shares: Sequence[Sequence[float]], names: Sequence[str], title: str) -> str:
    """Render how shares that add up to 1 change: an area for each seat in its colour, with its mark, and a key."""
    seats, last = len(names), max(1, len(shares) - 1)
    tall, row = 200, 22
    sums = [[sum(each[:seat]) for seat in range(seats + 1)] for each in shares]

    def place(index: int, level: float) -> str:
        return f"{WIDTH * index / last:.1f},{tall * (1 - min(1.0, level)):.1f}"

    drawn = []
    for seat in range(seats):
        above = [place(index, sums[index][seat + 1]) for index in range(len(shares))]
        below = [place(index, sums[index][seat]) for index in reversed(range(len(shares)))]
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        hover = element("title", escape(names[seat]))
        drawn.append(
            element("polygon", hover, points=" ".join(above + below), fill=colour, stroke=PAPER, stroke_width=1)
        )
        widest = max(range(len(shares)), key=lambda index: shares[index][seat] * (0.1 < index / last < 0.9 or 0.5))
        if shares[widest][seat] > 0.12:
            x = min(WIDTH - 14.0, max(14.0, WIDTH * widest / last))
            drawn.append(
                seat_mark(
                    seat,
                    x,
                    tall * (1 - (sums[widest][seat] + shares[widest][seat] / 2)),
                    9,
                    stroke_width=2.5,
                    stroke=CARD,
                )
            )
    for seat, name in enumerate(names):
        x, y = (seat % 2) * WIDTH / 2, tall + 24 + row * (seat // 2)
        drawn += [seat_mark(seat, x + 9, y - 5, 7), _text(name, x + 24, y, "name")]
    return _svg("chart", tall + 12 + row * -(-seats // 2), title, drawn)


def _ticks(low: float, high: float, about: int) -> Iterator[float]:
    """Choose about so many round numbers from low to high."""
    rough = max(1e-9, (high - low) / about)
    magnitude = 10 ** floor(log10(rough))
    step = max(1, next(magnitude * factor for factor in (1, 2, 5, 10) if magnitude * factor >= rough))
    tick = -(-low // step) * step
    while tick <= high:
        yield tick
        tick += step


def _anchor(x: float) -> str:
    """Anchor text at the edges of a plot so that it stays inside."""
    return "start" if x < 50 else "end" if x > WIDTH - 50 else "middle"


def _text(content: str, x: float, y: float, kind: str, **attributes: object) -> str:
    return element("text", escape(content), x=x, y=y, class_=kind, **attributes)


def _svg(kind: str, height: float, title: str, drawn: Sequence[str]) -> str:
    box = f"0 0 {WIDTH} {height}"
    return element(
        "svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, class_=kind, role="img", aria_label=title
    )
