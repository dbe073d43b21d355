"""What the laws are held against: a game, the option sets under which it is played, and the values of its tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hypothesis.strategies import SearchStrategy

from ludotheque.core import registry
from ludotheque.core.errors import OptionError
from ludotheque.core.game import AnyGame
from ludotheque.core.options import OptionSpec


@dataclass(frozen=True, eq=False)
class Subject:
    """A registered game that the laws are held against."""

    id: str
    option_sets: Sequence[Mapping[str, Any]] = ()
    """The option sets worth trying; none: the defaults, and every other value of each option by itself."""
    tables: Mapping[str, SearchStrategy[Any]] = field(default_factory=dict)
    """For options that are tables: values to try, beside the default. Each must be allowed by itself."""

    def __str__(self) -> str:
        return self.id

    @property
    def specs(self) -> dict[str, OptionSpec]:
        """The options of the game."""
        return registry.find(self.id).Options.specs()

    @cached_property
    def games(self) -> list[AnyGame]:
        """The game under each of its option sets. Raises OptionError for a set that it does not allow."""
        sets = self.option_sets or list(list_usual_sets(self.id))
        return [registry.make(self.id, **options) for options in sets]


def list_usual_sets(game_id: str) -> Iterator[dict[str, Any]]:
    """List the defaults, then one set for every other value of an option; of a number, its limits.

    With a value that needs others go the first values that it needs. What the game does not allow is left out.
    """
    specs, usual = registry.find(game_id).Options.specs(), registry.find(game_id).Options()
    yield {}
    for name, spec in specs.items():
        around = {other: specs[other].parse(allowed[0]) for other, allowed in spec.needs.items()}
        for value in _list_values(spec):
            options = {**around, name: value}
            if value != getattr(usual, name) and _is_allowed(game_id, options):
                yield options


def _list_values(spec: OptionSpec) -> list[Any]:
    if spec.kind == "number":
        return [spec.least, spec.most]
    return [False, True] if spec.kind == "switch" else [spec.parse(text) for text in spec.choices]


def _is_allowed(game_id: str, options: Mapping[str, Any]) -> bool:
    try:
        registry.make(game_id, **options)
    except OptionError:
        return False
    return True


def name_game(game: AnyGame) -> str:
    """Name a game and what is unusual about its options, for the reports of pytest."""
    usual = type(game.options)().format()
    unusual = [f"{key}={text}" for key, text in game.options.format().items() if text != usual[key]]
    return "-".join([game.id, *unusual])[:80]
