"""Routes for the lessons of a game: their list, and each as an exercise."""

from functools import cache, lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.game import AnyGame
from ludotheque.core.teaching.lessons import HasLessons, Lesson
from ludotheque.server.cache import JsonBody
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.exercises import view_exercise
from ludotheque.server.http.openapi import describe_route
from ludotheque.server.http.responses import compress, send_body
from ludotheque.server.http.routes.games import OPTIONS_IN_QUERY
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.table.games import MOST_GAMES, find_game, guard_game, make_requested_game
from ludotheque.server.table.settings import check_options

router = ApiRouter(prefix="/api", tags=["games"])

_lessons = describe_route(None, {200: schemas.LessonList}, ["no_such_game", "bad_option"], changes=False)
_lessons["openapi_extra"] = {"parameters": [OPTIONS_IN_QUERY]}

_lesson = describe_route(None, {200: schemas.Exercise}, ["no_such_game", "bad_option", "no_such_page"], changes=False)
_lesson["openapi_extra"] = {"parameters": [OPTIONS_IN_QUERY]}


@router.get("/games/{game}/lessons", **_lessons)
async def list_lessons(request: Request, game: str) -> Response:
    """List the lessons of a game with these options. A game that has none has an empty list."""
    made = make_requested_game(game, check_options(request.query_params))
    with guard_game(made.title):
        return send_body(_write_list(game, tuple(made.options.format().items())), request)


@router.get("/games/{game}/lessons/{name}", **_lesson)
async def show_lesson(request: Request, game: str, name: str) -> Response:
    """A lesson, as an exercise to be answered: all its positions, questions and answers."""
    made = make_requested_game(game, check_options(request.query_params))
    with guard_game(made.title):
        lesson = next((each for each in _list(made) if each.id == name), None)
        if lesson is None:
            raise Refused("no_such_page", f"{made.title} has no lesson of that name.")
        return send_body(_write_lesson(lesson), request)


def _list(game: AnyGame) -> list[Lesson]:
    return list(game.lessons()) if isinstance(game, HasLessons) else []


@lru_cache(maxsize=MOST_GAMES)
def _write_list(game_id: str, options: tuple[tuple[str, str], ...]) -> JsonBody:
    lessons = [
        schemas.LessonView(lesson.id, dict(lesson.title), sum(1 for _ in lesson.load().questions()))
        for lesson in _list(find_game(game_id, options))
    ]
    return compress(msgspec.json.encode(schemas.LessonList(lessons)))


@cache  # no more than there are lessons
def _write_lesson(lesson: Lesson) -> JsonBody:
    return compress(msgspec.json.encode(view_exercise(lesson.load())))
