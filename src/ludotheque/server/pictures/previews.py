"""What the preview of a link to a table says, in the language of whoever asks, as Open Graph tags.

It names nobody: sites copy previews and keep them, and nobody could take a name back. Players are seats.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.server.pictures.pictures import find_stop, is_public, list_log_stops
from ludotheque.server.table.log import MatchLog

NAME = "Ludothèque"
WIDTH, HEIGHT = 1200, 630
"""The size of the picture, as core/pictures/raster.py draws it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a preview says, and after which ply its picture is."""

    title: str
    description: str
    alt: str
    ply: int | None = None


def describe_site(language: str) -> Preview:
    """Describe the server as a whole: what is said of every table that nobody may know of, or that does not exist."""
    return Preview(NAME, _read_words()[language]["site"], NAME)


def describe_table(log: MatchLog, ply: int | None, language: str) -> Preview:
    """Describe a table as anybody may know it, a finished game at a ply; by default it is the last one."""
    if not is_public(log):
        return describe_site(language)
    words, game = _read_words()[language], log.game.title
    players = _count(words["players"], log.game.seats, language)
    if log.row.status != "over":
        return Preview(
            words["live"].format(game=game),
            words["running"].format(players=players),
            words["board_now"].format(game=game),
        )
    stops = list_log_stops(log)
    at, last = find_stop(log, ply), len(stops) - 1
    place = {"game": game, "move": stops.index(at), "last": last}
    return Preview(
        _tell_winners(words, game, log.row.outcome or {}) if at == stops[-1] else words["move"].format(**place),
        words["finished"].format(players=players, moves=_count(words["moves"], last, language)),
        words["board"].format(**place),
        at,
    )


def _tell_winners(words: Mapping[str, Any], game: str, outcome: Mapping[str, Any]) -> str:
    winners = [words["player"].format(seat=seat + 1) for seat, rank in enumerate(outcome["ranks"]) if rank == 1]
    *others, last = winners
    together = f"{', '.join(others)}{words['and']}{last}" if others else last
    return str(words["share" if others else "wins"].format(game=game, winners=together))


def _count(forms: Mapping[str, str], count: int, language: str) -> str:
    is_one = count == 1 or (count == 0 and language == "fr")
    return forms["one" if is_one else "other"].format(count=count)


@cache
def _read_words() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((files(__package__) / "words.toml").read_text("utf-8"))


def format_tags(preview: Preview, language: str, origin: str, table: str | None) -> str:
    """Write the tags of a page's head. `origin` is what addresses begin with; `table` is None if it may not be known.

    The address of the page itself is told only where there is something to know of its table.
    """
    ply = "" if preview.ply is None else f"?ply={preview.ply}"
    said_in = "" if language == "en" else f"{'&' if ply else '?'}lang={language}"
    path = f"/api/tables/{table}/picture.png{ply}{said_in}" if table is not None else "/api/picture.png"
    tags = {
        "og:type": "website",
        "og:site_name": NAME,
        "og:locale": _read_words()[language]["locale"],
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": f"{origin}{path}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": preview.alt,
    }
    if table is not None:
        tags["og:url"] = f"{origin}/table/{table}{ply}"
    lines = [f'<meta property="{name}" content="{escape(content)}" />' for name, content in tags.items()]
    return "\n    ".join(["", *lines, '<meta name="twitter:card" content="summary_large_image" />'])


def choose_language(header: str, spoken: Sequence[str] = LANGUAGES) -> str:
    """Choose from `Accept-Language` the language that is wanted most and spoken here; otherwise English."""
    best, best_weight = "en", 0.0
    for part in header[:1000].split(","):
        tag, _, parameter = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        weight = _read_weight(parameter)
        if language in spoken and weight > best_weight:
            best, best_weight = language, weight
    return best


def _read_weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip() == "q" and 0 <= weight <= 1 else 0.0
