"""Games as tables need them: made from the texts of a request or of the store, and shared between tables.

Anybody's game can be installed, so its rules may raise anything, our own errors in the wrong place included.
`guard_game` makes a refusal of it: people at the table are told in a sentence, which says nothing of what was hidden,
and the log has the traceback.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import lru_cache
from types import TracebackType
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import (
    BrokenGame,
    IllegalMove,
    InvalidMove,
    LudothequeError,
    OptionError,
    StateError,
    UnknownGame,
)
from ludotheque.core.game import CHANCE, Actor, AnyGame
from ludotheque.core.inputs import is_whole, show
from ludotheque.core.match import Match, Ply, set_up
from ludotheque.server.errors import Refused

MOST_GAMES = 64
"""How many games with their options are cached. Strangers choose the options: the largest deck takes 130 kB."""

OptionItems = tuple[tuple[str, str], ...]
"""Options by name, as a key."""
NO_FAILURES = (KeyboardInterrupt, asyncio.CancelledError, GeneratorExit)
"""What ends the process or a task. All else may come from a game: a panic in Rust, for one, is no Exception."""

_log = logging.getLogger(__name__)


class GameFailed(Refused):
    """The rules of a game have raised an error that has no place there, or gave something that cannot be sent."""

    def __init__(self, title: str) -> None:
        super().__init__(
            "game_failed",
            f"The program of the game {title} has an error and fails here. Whoever runs this server finds the cause in "
            "its log.",
        )


class _GameGuard:
    """The context of `guard_game`. A class, because a generator takes four times as long, and every move has many."""

    def __init__(self, title: str, expected: tuple[type[LudothequeError], ...]) -> None:
        self._title = title
        self._passing = (Refused, *NO_FAILURES, *expected)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, self._passing):
            _log.error("The game %s failed", self._title, exc_info=error)
            raise GameFailed(self._title) from error


@lru_cache(maxsize=MOST_GAMES)
def guard_game(title: str, *expected: type[LudothequeError]) -> _GameGuard:
    """Log what a game raises, and raise GameFailed in its place, unless it is expected of the calls inside.

    Only calls of a game belong inside.
    """
    return _GameGuard(title, expected)


def check_actor(game: AnyGame, actor: object) -> None:
    """Raise ValueError for an answer of `actor` that is neither a seat nor CHANCE, nor None."""
    if not (actor is None or actor is CHANCE or (is_whole(actor) and actor in range(game.seats))):
        raise ValueError(f"{show(actor)} decides, which is neither one of {game.seats} seats nor CHANCE, nor None")


def begin_match(game: AnyGame, position: str | None) -> Match[Any, Any, Any]:
    """Begin a match without a dealer. Raises StateError for what is no position, or GameFailed."""
    with guard_game(game.title, *(() if position is None else (StateError,))):
        return set_up(game, position)


def play_text(match: Match[Any, Any, Any], text: str, actor: Actor | None = None) -> list[Ply[Any, Any]]:
    """Play a move that is written, and the chance that follows from it; by default it is made by whoever decides.

    Raises InvalidMove, or IllegalMove for one that is not legal, and nothing has changed. Raises GameFailed if the game
    fails, which may be after the move.
    """
    game, state, before = match.game, match.state, match.ply
    with guard_game(game.title, InvalidMove):
        move = match.parse_move(text)
    try:
        with guard_game(game.title, IllegalMove):
            return match.play(move, actor=actor)
    except IllegalMove as error:
        with guard_game(game.title):  # whoever plays a legal move is not to blame for what the game says of it
            decides = game.actor(state)
            is_turn = decides is not None and actor in (None, decides)
            if match.ply != before or (is_turn and move in game.legal_moves(state)):
                raise RuntimeError("the game calls a legal move illegal, or what follows from it") from error
        raise


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
            with guard_game(game.title, OptionError):
                return registry.make_from_text(game.id, options)
        except OptionError as error:
            if error.option == "players" or error.option not in options:
                raise Refused("bad_option", str(error), error.option) from None
            del options[error.option]


def make_requested_game(game_id: str, options: Mapping[str, str], seats: int | None = None) -> AnyGame:
    """Make the game that somebody asks for, by default for as many players as there are seats. Raises Refused."""
    try:
        with guard_game(game_id, UnknownGame, BrokenGame, OptionError):
            if seats is not None and "players" in registry.find(game_id).Options.specs():
                options = {**options, "players": options.get("players", str(seats))}
            return registry.make_from_text(game_id, options)
    except UnknownGame as error:
        raise Refused("no_such_game", str(error)) from None
    except BrokenGame as error:
        _log.warning("The game %s is not there for anybody: %s", game_id, error.reason)
        raise GameFailed(game_id) from None
    except OptionError as error:
        raise Refused("bad_option", str(error), error.option) from None
