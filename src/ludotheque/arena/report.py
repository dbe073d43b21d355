"""The report of a tournament: one HTML file with tables and plots, that needs nothing else to be read."""

from collections.abc import Sequence
from html import escape

from ludotheque.arena.standings import Standing, Standings
from ludotheque.arena.tournament import Plan
from ludotheque.core.palette import ACCENT, CARD, FAINT, INK, MUTED, PAPER
from ludotheque.core.svg import element, text

_STYLE = f"""
body {{ background: {PAPER}; color: {INK}; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }}
h1, h2 {{ line-height: 1.2; }} h2 {{ margin-top: 2.5rem; }}
table {{ border-collapse: collapse; width: 100%; background: {CARD}; }}
th, td {{ padding: .4rem .7rem; border-bottom: 1px solid {FAINT}; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
.note {{ color: {MUTED}; }} svg {{ max-width: 100%; height: auto; }}
"""

_WIDTH, _ROW, _LEFT, _RIGHT = 760, 34, 190, 60


def write_report(plan: Plan, standings: Standings) -> str:
    """Write the report."""
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items())
    title = f"{plan.game}: {', '.join(plan.labels())}"
    best_rating = max(entrant.rating + entrant.rating_error for entrant in standings.entrants)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class=note>{standings.games} games. {escape(options)}. Seed {escape(plan.seed) or '(empty)'}.</p>",
        _table(standings.entrants),
        "<p class=note>Intervals hold the truth 95 times in 100.</p>",
        "<h2>Share of the wins</h2>",
        _plot(
            [(e.name, e.share, e.share_error) for e in standings.entrants], 1.0, 1 / len(plan.entrants), percent=True
        ),
        "<p class=note>The dashed line is parity.</p>",
        "<h2>Rating</h2>",
        _plot([(e.name, e.rating, e.rating_error) for e in standings.entrants], max(50.0, best_rating), 25.0),
        "<p class=note>Plackett–Luce; everybody starts at 25, the dashed line.</p>",
        "<h2>Seats</h2>",
        _plot(
            [(f"seat {seat}", share, 0.0) for seat, share in enumerate(standings.wins_per_seat, start=1)],
            1.0,
            1 / len(standings.wins_per_seat),
            percent=True,
        ),
        "<h2>Length of the games, in plies</h2>",
        _histogram(standings.plies),
        "<h2>How games ended</h2>",
        "<ul>"
        + "".join(f"<li>{escape(reason)}: {count}</li>" for reason, count in standings.reasons.items())
        + "</ul>",
    ]
    if standings.failures:
        failures = "".join(f"<li>{escape(failure)}</li>" for failure in standings.failures)
        parts += ["<h2>Failures</h2>", f"<ul>{failures}</ul>"]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>{body}</body></html>\n"
    )


def _table(entrants: Sequence[Standing]) -> str:
    head = "<tr><th>bot</th><th>share</th><th>mean rank</th><th>rating</th><th>ms a move</th><th>failures</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(entrant.name)}</td><td>{entrant.share:.1%} ± {entrant.share_error:.1%}</td>"
        f"<td>{entrant.mean_rank:.2f}</td><td>{entrant.rating:.1f} ± {entrant.rating_error:.1f}</td>"
        f"<td>{entrant.milliseconds_a_move:.1f}</td><td>{entrant.failures}</td></tr>"
        for entrant in entrants
    )
    return f"<table>{head}{rows}</table>"


def _plot(rows: Sequence[tuple[str, float, float]], most: float, mark: float, *, percent: bool = False) -> str:
    """Draw bars with their intervals, and a dashed line for comparison."""
    scale = (_WIDTH - _LEFT - _RIGHT) / most
    drawn = []
    for index, (name, value, error) in enumerate(rows):
        y = index * _ROW
        middle = y + _ROW / 2
        low, high = _LEFT + max(0.0, value - error) * scale, _LEFT + min(most, value + error) * scale
        drawn += [
            text(name, _LEFT - 12, middle + 5, 14, text_anchor="end"),
            element("rect", x=_LEFT, y=y + 7, width=max(1.0, value * scale), height=_ROW - 14, rx=3, fill=ACCENT),
            element("line", x1=low, y1=middle, x2=high, y2=middle, stroke=INK, stroke_width=2.0),
            text(f"{value:.1%}" if percent else f"{value:.1f}", high + 8, middle + 5, 13, fill=MUTED),
        ]
    height = len(rows) * _ROW
    x = _LEFT + mark * scale
    drawn.append(element("line", x1=x, y1=0, x2=x, y2=height, stroke=INK, stroke_dasharray="4 4", stroke_width=1))
    return _svg(height, drawn)


def _histogram(lengths: Sequence[int], bins: int = 24) -> str:
    """Draw how many games took how long."""
    least, most = min(lengths), max(lengths)
    width = max(1, -(-(most - least + 1) // bins))
    counts = [0] * ((most - least) // width + 1)
    for length in lengths:
        counts[(length - least) // width] += 1
    bar, height = (_WIDTH - _RIGHT) / len(counts), 160
    drawn = []
    for index, count in enumerate(counts):
        tall = 150 * count / max(counts)
        drawn.append(element("rect", x=index * bar, y=height - tall, width=bar * 0.9, height=tall, fill=ACCENT))
    drawn += [
        text(str(least), 0, height + 18, 13, fill=MUTED),
        text(str(most), _WIDTH - _RIGHT, height + 18, 13, fill=MUTED, text_anchor="end"),
    ]
    return _svg(height + 24, drawn)


def _svg(height: float, drawn: Sequence[str]) -> str:
    return element("svg", *drawn, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_WIDTH} {height}", width=_WIDTH)
