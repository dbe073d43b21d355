"""Lessons: a game learned by doing, one exercise after the other.

A game keeps them as data in a folder `lessons` beside its module: a record for each, `<id>.ludo`, and `index.toml`,
which has them in their order:

    [[lessons]]
    id = "edge"
    when = { edition = ["calliope", "davinci"] }      # options, and the values for which it is given; may be left out
    title = { en = "Stay on the board", fr = "…", it = "…", de = "…" }
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Protocol, runtime_checkable

from ludotheque.core.options import Options
from ludotheque.core.records.record import parse_record
from ludotheque.core.teaching.exercise import Exercise, load_exercise, set_words


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game. Its exercise has options of its own, whatever those of the game are."""

    package: str
    """Beside which module its file is."""
    id: str
    title: Mapping[str, str] = field(compare=False)
    """By language."""

    def load(self) -> Exercise:
        """Read and verify its record."""
        return _load(self.package, self.id)


@runtime_checkable
class HasLessons(Protocol):
    """A game that can be learned by doing. Optional: without it there are only the rules to read."""

    def lessons(self) -> Sequence[Lesson]:
        """List the lessons for these options, in their order."""
        ...


def find_lessons(package: str, options: Options) -> list[Lesson]:
    """List the lessons in the folder `lessons` of a package that are given under these options."""
    texts = options.format()
    return [
        Lesson(package, entry["id"], set_words(entry["title"]))
        for entry in _read_index(package)
        if all(texts[name] in values for name, values in entry.get("when", {}).items())
    ]


@cache  # one for each game
def _read_index(package: str) -> list[dict[str, Any]]:
    lessons: list[dict[str, Any]] = tomllib.loads(_read(package, "index.toml"))["lessons"]
    return lessons


@cache  # no more than there are lessons
def _load(package: str, lesson: str) -> Exercise:
    return load_exercise(parse_record(_read(package, f"{lesson}.ludo")))


def _read(package: str, name: str) -> str:
    return (resources.files(package) / "lessons" / name).read_text(encoding="utf-8")
