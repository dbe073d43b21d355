"""Which games there are. Ours and those of other packages are found in the same way, by entry points.

A package offers a game by an entry point of the group `ludotheque.games`: its name is the game's id, and it names a
class like `ludotheque.games.tsuro:Tsuro`. This module imports a game only when it is asked for. A game that cannot be
loaded or made is a BrokenGame, and costs nobody who asks for another one.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, cast

from ludotheque.core.errors import BrokenGame, LudothequeError, OptionError, UnknownGame
from ludotheque.core.game import AnyGame
from ludotheque.core.inputs import shorten
from ludotheque.core.options import Options as GameOptions
from ludotheque.core.tracebacks import format_error, summarize_error

GROUP = "ludotheque.games"


class GameClass(Protocol):
    """What an entry point names: a class that is called with its options to make a Game."""

    id: str
    title: str
    rules_version: int
    Options: type[GameOptions]

    def __call__(self, options: Any) -> AnyGame:
        """Fix the options of a game."""
        ...


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def list_games() -> tuple[str, ...]:
    """List the ids of all games, in alphabetical order."""
    return tuple(_entries())


@cache
def find(game_id: str) -> GameClass:
    """Load the class of a game. Raises UnknownGame or BrokenGame."""
    if game_id not in _entries():
        raise UnknownGame(f"There is no game {shorten(game_id)}; there are: {', '.join(list_games())}.")
    entry = _entries()[game_id]
    try:
        game_class = entry.load()
        _check_class(game_id, game_class)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an import may do anything, such as exit; what Rust raises is no Exception either
        message = f"The game {game_id} cannot be loaded from {entry.value}:\n{format_error(error)}"
        raise BrokenGame(message, summarize_error(error)) from error
    return cast("GameClass", game_class)


def _check_class(game_id: str, game_class: Any) -> None:
    """Check what everybody relies on who lists games: names, and options that have defaults and texts."""
    if game_class.id != game_id:
        raise ValueError(f"its entry point is called {game_id!r}, and its id is {game_class.id!r}")
    for name, kind in (("title", str), ("rules_version", int)):
        if not isinstance(getattr(game_class, name), kind):
            raise TypeError(f"its {name} is {shorten(repr(getattr(game_class, name)))}, not a value of {kind.__name__}")
    if not (isinstance(game_class.Options, type) and issubclass(game_class.Options, GameOptions)):
        raise TypeError("its Options is not derived from ludotheque.core.options.Options")
    game_class.Options().format()


def load_games() -> dict[str, GameClass | BrokenGame]:
    """Load every game, in alphabetical order; for one that cannot be loaded give the error."""
    games: dict[str, GameClass | BrokenGame] = {}
    for game_id in list_games():
        try:
            games[game_id] = find(game_id)
        except BrokenGame as error:
            games[game_id] = error
    return games


def make(game_id: str, **options: Any) -> AnyGame:
    """Make a game; options that are not given take their defaults. Raises UnknownGame, BrokenGame or OptionError."""
    game_class = find(game_id)
    try:
        with _blame(game_id):
            return game_class(game_class.Options.make(options))
    except OptionError as error:
        raise OptionError(f"{game_class.title}: {error}", error.option) from None


def make_from_text(game_id: str, options: Mapping[str, str]) -> AnyGame:
    """Make a game from options as text, as records, tables and plans keep them.

    Raises UnknownGame, BrokenGame or OptionError. Unlike those of `make`, its errors about options do not begin with
    the game's title: callers have said which game it is.
    """
    game_class = find(game_id)
    with _blame(game_id):
        return game_class(game_class.Options.parse(options))


@contextmanager
def _blame(game_id: str) -> Iterator[None]:
    """Raise BrokenGame in place of what a game raises while it is made, unless that is an error of ours."""
    try:
        yield
    except (LudothequeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        message = f"The game {game_id} cannot be made:\n{format_error(error)}"
        raise BrokenGame(message, summarize_error(error)) from error
