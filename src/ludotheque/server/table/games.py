"""Games as tables need them: made from the texts of a request or of the store, and shared between tables.

Anybody's game can be installed, so its rules may raise anything. `guard_game` makes a refusal of it: people at the
table are told in a sentence, which says nothing of what was hidden, and the log has the traceback.
"""

import logging
from collections.abc import Mapping
from functools import lru_cache
from types import TracebackType

from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, LudothequeError, OptionError, UnknownGame
from ludotheque.core.game import AnyGame
from ludotheque.server.errors import Refused

MOST_GAMES = 64
"""How many games with their options are cached. Strangers choose the options: the largest deck takes 130 kB."""

OptionItems = tuple[tuple[str, str], ...]
"""Options by name, as a key."""

_log = logging.getLogger(__name__)


class GameFailed(Refused):
    """The rules of a game have raised an error that is none of ours, or gave something that cannot be sent."""

    def __init__(self, title: str) -> None:
        super().__init__(
            "game_failed",
            f"The program of the game {title} has an error and fails here. Whoever runs this server finds the cause in "
            "its log.",
        )


class _GameGuard:
    """The context of `guard_game`. A class, because a generator takes four times as long, and every move has many."""

    def __init__(self, title: str) -> None:
        self._title = title

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, LudothequeError):
            _log.error("The game %s failed", self._title, exc_info=error)
            raise GameFailed(self._title) from error


@lru_cache(maxsize=MOST_GAMES)
def guard_game(title: str) -> _GameGuard:
    """Log what a game raises, and raise GameFailed in its place. Only calls of a game belong inside."""
    return _GameGuard(title)


@lru_cache(maxsize=MOST_GAMES)
def find_game(game_id: str, options: OptionItems) -> AnyGame:
    """Return the game with these options, shared by all its tables: it holds no state. Raises OptionError."""
    return registry.make_from_text(game_id, dict(options))


def resize_game(game: AnyGame, seats: int) -> AnyGame:
    """Make the same game for another number of players. Raises Refused if it is not for so many.

    Options that do not fit that number return to their defaults.
    """
    players = game.options.specs().get("players")
    if players is None or not players.accepts(seats):
        least, most = (game.seats, game.seats) if players is None else (players.least, players.most)
        number = f"{least}" if least == most else f"{least} to {most}"
        raise Refused("seat_count", f"{game.title} is for {number} players, so it cannot have {seats} seats.")
    options = {**game.options.format(), "players": str(seats)}
    while True:
        try:
            with guard_game(game.title):
                return registry.make_from_text(game.id, options)
        except OptionError as error:
            if error.option == "players" or error.option not in options:
                raise Refused("bad_option", str(error), error.option) from None
            del options[error.option]


def make_requested_game(game_id: str, options: Mapping[str, str], seats: int | None = None) -> AnyGame:
    """Make the game that somebody asks for, by default for as many players as there are seats. Raises Refused."""
    try:
        if seats is not None and "players" in registry.find(game_id).Options.specs():
            options = {**options, "players": options.get("players", str(seats))}
        with guard_game(game_id):
            return registry.make_from_text(game_id, options)
    except UnknownGame as error:
        raise Refused("no_such_game", str(error)) from None
    except BrokenGame as error:
        _log.warning("The game %s is not there for anybody: %s", game_id, error.reason)
        raise GameFailed(game_id) from None
    except OptionError as error:
        raise Refused("bad_option", str(error), error.option) from None
