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
        return registry.make_from_text(game_id, options)
    except UnknownGame as error:
        raise Refused("no_such_game", str(error)) from None
    except OptionError as error:
        raise Refused("bad_option", str(error), error.option) from None
