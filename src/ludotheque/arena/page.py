"""The page that reports are written on: one HTML file that needs nothing else, for light and dark screens and paper."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, PAPER

_MUTED, _TRACK = "#6e6252", "#efe6d3"

_COLOURS = f"""
:root {{ color-scheme: light dark; --paper: {PAPER}; --card: {CARD}; --ink: {INK}; --muted: {_MUTED}; --faint: {FAINT};
  --track: {_TRACK}; --accent: {ACCENT}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #1d1915; --card: #28231d; --ink: #f1e8d8; --muted: #b3a48e;
  --faint: #453c31; --track: #3a3229; --accent: #e2785c; }} }}
"""

_PLOTS = """
svg text { font: 14px ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif; fill: var(--ink);
  font-variant-numeric: tabular-nums; }
svg .value { font-weight: 600; } svg .tick { fill: var(--muted); font-size: 12.5px; }
.track { fill: var(--track); } .bar { fill: var(--accent); } .area { fill: var(--accent); opacity: .14; }
.curve { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
.whisker { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linecap: round; }
.mark { fill: none; stroke: var(--ink); stroke-width: 1.25; stroke-dasharray: 3 4; opacity: .75; }
.axis { stroke: var(--muted); } .grid { stroke: var(--faint); }
"""

_STYLE = f"""{_COLOURS}* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', sans-serif; }}
main {{ max-width: 68rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) 4rem; }}
h1, h2 {{ font-family: ui-serif, 'Iowan Old Style', Palatino, Georgia, serif; font-weight: 600; line-height: 1.15;
  text-wrap: balance; }}
h1 {{ font-size: clamp(2rem, 1.4rem + 3vw, 3.25rem); margin: .15em 0 .3em; letter-spacing: -.015em; }}
h2 {{ font-size: 1.3rem; margin: 0 0 .35rem; }}
p {{ margin: 0; }}
.kicker {{ color: var(--accent); font-weight: 600; font-size: .85rem; letter-spacing: .08em;
  text-transform: uppercase; }}
.lead {{ color: var(--muted); max-width: 46rem; overflow-wrap: anywhere; }}
.figures {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1px;
  margin: 2rem 0 1.25rem; background: var(--faint); border: 1px solid var(--faint); border-radius: 14px;
  overflow: hidden; }}
.figures div {{ background: var(--card); padding: 1rem 1.2rem; display: flex; flex-direction: column-reverse;
  justify-content: flex-end; }}
.figures dd {{ margin: 0; font-size: 1.75rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums;
  letter-spacing: -.01em; }}
.figures dt {{ color: var(--muted); font-size: .875rem; line-height: 1.35; }}
.cards {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; }}
.cards > :last-child:nth-child(odd) {{ grid-column: 1 / -1; }}
.cards + .cards, .cards.wide {{ margin-bottom: 1.25rem; }}
section {{ background: var(--card); border: 1px solid var(--faint); border-radius: 14px;
  padding: 1.35rem 1.5rem 1.25rem; min-width: 0; display: flex; flex-direction: column; }}
section > p {{ color: var(--muted); font-size: .95rem; margin-bottom: 1.1rem; }}
svg.chart {{ margin-top: auto; }}
svg {{ display: block; width: 100%; height: auto; }}{_PLOTS}.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .5rem .6rem; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap; }}
tr:last-child td {{ border-bottom: 0; }}
th {{ color: var(--muted); font-size: .875rem; font-weight: 500; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
th:last-child, td:last-child {{ padding-right: 0; }}
ul {{ margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere; }}
footer {{ color: var(--muted); font-size: .875rem; margin-top: 2rem; }}
@media (max-width: 30rem) {{ section {{ padding: 1.1rem 1.1rem 1rem; }} svg text {{ font-size: 17px; }}
  svg .tick {{ font-size: 15.5px; }} .figures {{ grid-template-columns: 1fr 1fr; }}
  .figures div {{ padding: .8rem 1rem; }} .figures > :last-child:nth-child(odd) {{ grid-column: 1 / -1; }}
  table {{ font-size: .9rem; }} th, td {{ padding: .45rem .4rem; }} }}
@media print {{ :root {{ color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --muted: #444; --faint: #bbb;
  --track: #eee; --accent: {ACCENT}; }} main {{ padding: 0; max-width: none; }}
  section, .figures {{ break-inside: avoid; }} .cards:not(.wide) {{ grid-template-columns: 1fr 1fr; gap: .8rem; }}
  * {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
"""


def write_page(kicker: str, title: str, lead: str, parts: Iterable[str], footer: str) -> str:
    """Write a page; `parts` are HTML, everything else is plain text."""
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body><main>\n"
        f'<header><p class="kicker">{escape(kicker)}</p><h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>'
        "</header>\n"
        f"{body}\n<footer>{escape(footer)}</footer>\n</main></body></html>\n"
    )


def write_figures(figures: Sequence[tuple[str, str]]) -> str:
    """Write a few large figures with their captions."""
    written = "".join(f"<div><dt>{escape(what)}</dt><dd>{escape(figure)}</dd></div>" for figure, what in figures)
    return f'<dl class="figures">{written}</dl>'


def write_cards(cards: Sequence[str], *, wide: bool = False) -> str:
    """Lay cards out beside each other where there is room, or each over the whole width."""
    return f'<div class="cards{" wide" * wide}">{"".join(cards)}</div>'


def write_card(heading: str, note: str, content: str) -> str:
    """Write a card: a heading, a sentence, and a plot, table or list as HTML."""
    return f"<section><h2>{escape(heading)}</h2><p>{escape(note)}</p>{content}</section>"


def write_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table whose first column names the rows."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def write_list(items: Iterable[str]) -> str:
    """Write a list of sentences."""
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def list_options(options: Mapping[str, str]) -> str:
    """Write a sentence with the options of a game; long ones, such as a whole deck, are truncated."""
    written = {name: value if len(value) <= 24 else f"{value[:20]}…" for name, value in options.items()}
    sentence = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in written.items()).capitalize()
    return sentence if sentence.endswith("…") else f"{sentence}."


def write_plot(plot: str) -> str:
    """Make a plot a file of its own, in the colours of the page by day, written out: some viewers know no variables."""
    style = f"svg {{ background: {CARD}; }} {_PLOTS}"
    for name, colour in {"ink": INK, "muted": _MUTED, "faint": FAINT, "track": _TRACK, "accent": ACCENT}.items():
        style = style.replace(f"var(--{name})", colour)
    opening, closing, rest = plot.partition(">")
    return f"{opening}{closing}<style>{style}</style>{rest}\n"
