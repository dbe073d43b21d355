"""Which games there are. Ours and those of other packages come through the same door, the entry points.

A package offers a game by an entry point of the group `ludotheque.games`: its name is the game's id, and it names a
class like `ludotheque.games.tsuro:Tsuro`. This module imports a game only when it is asked for.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, cast

from ludotheque.core.errors import OptionError, UnknownGame
from ludotheque.core.game import AnyGame
from ludotheque.core.inputs import shorten
from ludotheque.core.options import Options as GameOptions

GROUP = "ludotheque.games"


class GameClass(Protocol):
    """What an entry point names: a class that makes a Game from its options."""

    id: str
    title: str
    rules_version: int
    Options: type[GameOptions]

    def __call__(self, options: Any) -> AnyGame:
        """Make the game with its options fixed."""
        ...


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def list_games() -> tuple[str, ...]:
    """List the ids of all games, in alphabetical order."""
    return tuple(_entries())


@cache
def find(game_id: str) -> GameClass:
    """Give the class of a game. Raises UnknownGame."""
    if game_id not in _entries():
        raise UnknownGame(f"There is no game {shorten(game_id)}; there are: {', '.join(list_games())}.")
    return cast("GameClass", _entries()[game_id].load())


def make(game_id: str, **options: Any) -> AnyGame:
    """Make a game; options that are not given take their defaults. Raises UnknownGame or OptionError."""
    game_class = find(game_id)
    try:
        return game_class(game_class.Options.make(options))
    except OptionError as error:
        raise OptionError(f"{game_class.title}: {error}", error.option) from None


def make_from_text(game_id: str, options: Mapping[str, str]) -> AnyGame:
    """Make a game from options as text, as records, tables and plans keep them. Raises UnknownGame or OptionError.

    Unlike those of `make`, its errors do not begin with the game's title: callers have said which game it is.
    """
    game_class = find(game_id)
    return game_class(game_class.Options.parse(options))
