"""Pictures in other languages: games draw in English, and their texts are replaced by templates.

A game has its templates as data, `pictures.toml` beside its display: for each language the English text and what is
said instead, such as `"Player {seat}" = "Spieler {seat}"`. What stands for `{seat}` is translated in the same way, if
there is a template for it. Of several that fit, the one with the longest text is taken; without one, a text stays.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import unescape
from importlib.resources import files
from xml.sax.saxutils import escape

from ludotheque.core.teaching.rulebook import LANGUAGES

DRAWN_IN = "en"
"""The language in which games draw."""
FILE = "pictures.toml"

_TEXT = re.compile(r"(<text[^>]*>)([^<]*)(?=</text>)")
_PLACE = re.compile(r"\\\{(\w+)\\\}")


def translate_picture(picture: str, package: str, language: str) -> str:
    """Translate the texts of an SVG document by the templates in a package. Raises KeyError for an unknown language."""
    if language == DRAWN_IN:
        return picture
    templates = _read_templates(package, language)
    return _TEXT.sub(lambda found: found[1] + escape(_translate(unescape(found[2]), templates)), picture)


def find_untranslated(picture: str, package: str, language: str) -> set[str]:
    """Find the texts of a picture that say something and have no template."""
    templates = _read_templates(package, language)
    texts = {unescape(found[2]) for found in _TEXT.finditer(picture)}
    return {text for text in texts if re.search(r"[^\W\d_]{2}", text) and _find(text, templates) is None}


def _translate(text: str, templates: Mapping[re.Pattern[str], str]) -> str:
    found = _find(text, templates)
    if found is None:
        return text
    match, said = found
    return said.format(**{name: _translate(value, templates) for name, value in match.groupdict().items()})


def _find(text: str, templates: Mapping[re.Pattern[str], str]) -> tuple[re.Match[str], str] | None:
    for pattern, said in templates.items():
        if match := pattern.fullmatch(text):
            return match, said
    return None


@cache
def _read_templates(package: str, language: str) -> Mapping[re.Pattern[str], str]:
    if language not in LANGUAGES:
        raise KeyError(language)
    words: Mapping[str, str] = tomllib.loads((files(package) / FILE).read_text("utf-8"))[language]
    patterns = sorted(words, key=lambda text: -len(re.sub(r"\{\w+\}", "", text)))  # what says most comes first
    return {re.compile(_PLACE.sub(r"(?P<\1>.+)", re.escape(text))): words[text] for text in patterns}
