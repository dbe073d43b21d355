"""Routes for the puzzles that ship: their list with the one of the day, and each as an exercise."""

from datetime import UTC, date, datetime
from functools import cache, lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.errors import PuzzleError
from ludotheque.core.teaching.exercise import set_words
from ludotheque.puzzles.collection import find_puzzle, find_puzzle_of, list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import load_puzzle, tell
from ludotheque.server.cache import JsonBody
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.exercises import view_exercise
from ludotheque.server.http.openapi import describe_route
from ludotheque.server.http.responses import compress, send_body
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.table.games import guard_game

router = ApiRouter(prefix="/api", tags=["games"])


@router.get("/puzzles", **describe_route(None, {200: schemas.PuzzleList}, changes=False))
def list_all(request: Request) -> Response:
    """List the puzzles, and say which one is that of today: the same for everybody, by the date in UTC."""
    return send_body(_write_list(datetime.now(UTC).date()), request)


@router.get("/puzzles/{puzzle}", **describe_route(None, {200: schemas.Puzzle}, ["no_such_page"], changes=False))
def show_puzzle(request: Request, puzzle: str) -> Response:
    """A puzzle, as an exercise to be answered."""
    try:
        found = find_puzzle(puzzle)
    except PuzzleError as error:
        raise Refused("no_such_page", str(error)) from None
    with guard_game(found.game.title):
        return send_body(_write_puzzle(found.id), request)


@lru_cache(maxsize=2)  # around midnight there are two days
def _write_list(day: date) -> JsonBody:
    puzzles = list_puzzles()
    motifs = {(puzzle.game_id, puzzle.motif): puzzle for puzzle in puzzles}
    answer = schemas.PuzzleList(
        today=schemas.PuzzleOfTheDay(day.isoformat(), find_puzzle_of(day).id),
        motifs=[
            schemas.MotifView(game, motif, _title(example))
            for (game, motif), example in sorted(motifs.items(), key=_place_motif)
        ],
        puzzles=[schemas.PuzzleEntry(each.id, each.game_id, each.motif, each.difficulty) for each in puzzles],
    )
    return compress(msgspec.json.encode(answer))


def _place_motif(entry: tuple[tuple[str, str], Puzzle]) -> tuple[str, int]:
    """Sort motifs by game, and within a game as it has them."""
    (game, motif), puzzle = entry
    return game, puzzle.game.motifs.index(motif)  # type: ignore[attr-defined]  # it has puzzles


def _title(puzzle: Puzzle) -> dict[str, str]:
    return set_words(tell(puzzle, "title"))


@cache  # no more than there are puzzles; to prove one and to draw it takes some tenths of a second
def _write_puzzle(puzzle_id: str) -> JsonBody:
    puzzle = find_puzzle(puzzle_id)
    answer = schemas.Puzzle(
        id=puzzle.id,
        game=puzzle.game_id,
        motif=puzzle.motif,
        title=_title(puzzle),
        difficulty=puzzle.difficulty,
        fails=list(puzzle.fails),
        exercise=view_exercise(load_puzzle(puzzle)),
    )
    return compress(msgspec.json.encode(answer))
