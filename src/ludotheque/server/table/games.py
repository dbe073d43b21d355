"""Games as tables need them: made from the texts of a request or of the store, and shared between tables."""

from collections.abc import Mapping
from functools import lru_cache

from ludotheque.core import registry
from ludotheque.core.errors import OptionError, UnknownGame
from ludotheque.core.game import AnyGame
from ludotheque.server.errors import Refused

MOST_GAMES = 64
"""How many games with their options are cached. Strangers choose the options: the largest deck takes 130 kB."""

OptionItems = tuple[tuple[str, str], ...]
"""Options by name, as a key."""


@lru_cache(maxsize=MOST_GAMES)
def find_game(game_id: str, options: OptionItems) -> AnyGame:
    """Return the game with these options, shared by all its tables: it holds no state. Raises OptionError."""
    return registry.make_from_text(game_id, dict(options))


def make_requested_game(game_id: str, options: Mapping[str, str], seats: int | None = None) -> AnyGame:
    """Make the game that somebody asks for, by default for as many players as there are seats. Raises Refused."""
    try:
        if seats is not None and "players" in registry.find(game_id).Options.specs():
            options = {**options, "players": options.get("players", str(seats))}
        return registry.make_from_text(game_id, options)
    except UnknownGame as error:
        raise Refused("no_such_game", str(error)) from None
    except OptionError as error:
        raise Refused("bad_option", str(error), error.option) from None
