"""Routes for the games: the list with all options, the material to draw, the rules to read."""

import logging
from functools import cache, lru_cache
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.bots.bot import BOTS
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame, Presented
from ludotheque.core.match import Match
from ludotheque.core.teaching.examples import HasExamples, encode_example
from ludotheque.core.teaching.rulebook import Language, Rulebook
from ludotheque.core.tracebacks import summarize_error
from ludotheque.core.wire import encode_material, encode_move, encode_observation, encode_options
from ludotheque.server.bounds import LONGEST_OPTION, MOST_OPTIONS
from ludotheque.server.cache import JsonBody
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import Deps
from ludotheque.server.http.openapi import describe_route
from ludotheque.server.http.responses import Json, compress, send_body
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.table.feed.messages import write_schema
from ludotheque.server.table.games import (
    MOST_GAMES,
    NO_FAILURES,
    check_actor,
    find_game,
    guard_game,
    make_requested_game,
)
from ludotheque.server.table.settings import check_options

_log = logging.getLogger(__name__)

router = ApiRouter(prefix="/api", tags=["games"])

OPTIONS_IN_QUERY = {
    "name": "options",
    "in": "query",
    "description": "The game's options by name, as text; what is not named takes its default.",
    "style": "form",
    "explode": True,
    "schema": {
        "type": "object",
        "maxProperties": MOST_OPTIONS,
        "additionalProperties": {"type": "string", "maxLength": LONGEST_OPTION},
    },
}


@router.get("/games", **describe_route(None, {200: schemas.GameList}, changes=False))
async def list_games(deps: Deps) -> Response:
    """List the games with their options, the levels of bots, and whether tables may have a chat."""
    return Json(schemas.GameList(_list_views(), list(BOTS), deps.config.chat))


_material = describe_route(None, {200: dict}, ["no_such_game", "bad_option"], changes=False)
_material["openapi_extra"] = {"parameters": [OPTIONS_IN_QUERY]}


@router.get("/games/{game}/material", **_material)
async def show_material(request: Request, game: str) -> Response:
    """The constant data that a client needs to draw a game: the pieces and the board."""
    made = make_requested_game(game, check_options(request.query_params))
    with guard_game(made.title):
        return Json(encode_material(made))


_rules = describe_route(None, {200: Rulebook}, ["no_such_game", "bad_option"], changes=False)
_rules["openapi_extra"] = {"parameters": [OPTIONS_IN_QUERY]}


@router.get("/games/{game}/rules/{language}", **_rules)
async def show_rules(request: Request, game: str, language: Language) -> Response:
    """The rules of a game with these options, in one language. A game without a rulebook has no sections."""
    made = make_requested_game(game, check_options(request.query_params))
    with guard_game(made.title):
        return send_body(_write_rules(game, language, tuple(made.options.format().items())), request)


@router.get(
    "/games/{game}/examples/{name}",
    **describe_route(None, {200: schemas.Example}, ["no_such_game", "no_such_page"], changes=False),
)
async def show_example(request: Request, game: str, name: str) -> Response:
    """An example that the rules show step by step."""
    made = make_requested_game(game, {})
    if not (isinstance(made, HasExamples) and name in made.examples):
        raise Refused("no_such_page", f"The rules of {made.title} show no example of that name.")
    with guard_game(made.title):
        return send_body(_write_example(game, name), request)


@router.get("/schema", **describe_route(None, {200: dict}, changes=False))
async def show_schema() -> Response:
    """The JSON Schema of all messages on the socket, in both directions."""
    return Json(write_schema())


@lru_cache(maxsize=MOST_GAMES)
def _write_rules(game_id: str, language: str, options: tuple[tuple[str, str], ...]) -> JsonBody:
    """Encode the rules for sending. They are a few kilobytes, so compressing them needs no thread."""
    game = find_game(game_id, options)
    rules = game.rulebook(language, "browser") if isinstance(game, Presented) else Rulebook(game.title, ())
    return compress(msgspec.json.encode(rules))


@cache  # no more than there are examples
def _write_example(game_id: str, name: str) -> JsonBody:
    game = cast("HasExamples", find_game(game_id, ()))
    return compress(msgspec.json.encode(encode_example(game.play_example(name))))


@cache
def _list_views() -> list[schemas.GameView]:
    """View all games that work so far; one that does not is named in the log, once, and is left out."""
    views = []
    for game_id in registry.list_games():
        try:
            views.append(_view(game_id))
        except BrokenGame as error:
            _log.warning("The game %s is left out: %s", game_id, error.reason)
        except NO_FAILURES:
            raise
        except BaseException as error:  # noqa: BLE001 - a game may do anything, and must not cost the others
            _log.warning("The game %s is left out: %s", game_id, summarize_error(error), exc_info=error)
    return views


def _view(game_id: str) -> schemas.GameView:
    """Describe a game, and try what a table would need first."""
    game_class = registry.find(game_id)
    usual = registry.make(game_id)
    players = game_class.Options.specs().get("players")
    least = (players and players.least) or usual.seats
    most = (players and players.most) or usual.seats
    view = schemas.GameView(
        game_id,
        game_class.title,
        game_class.rules_version,
        schemas.SeatRange(least, most),
        msgspec.convert(encode_options(game_class), list[schemas.OptionView]),
        _has_hidden(usual),
    )
    msgspec.json.encode(view)  # a text that is none, such as a title with half a character, would cost the whole list
    return view


def _has_hidden(game: AnyGame) -> bool:
    """Whether a player sees something at the start that a spectator does not."""
    match = Match(game, SeededDealer(bytes(32)))
    state = match.state
    check_actor(game, match.actor)
    msgspec.json.encode([encode_material(game), *map(encode_move, game.legal_moves(state))])
    mine, theirs = (encode_observation(game.observe(state, viewer)) | {"viewer": None} for viewer in (0, None))
    return mine != theirs
