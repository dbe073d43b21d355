"""Puzzles over HTTP: the list with the one of the day, and documents that tell what the solver may know, no more."""

from datetime import UTC, datetime
from random import Random

import msgspec
import pytest

from ludotheque.core.teaching.exercise import load_exercise
from ludotheque.puzzles.collection import find_puzzle_of, list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import write_record
from ludotheque.server.http import schemas
from ludotheque.server.http.exercises import view_exercise
from tests.server.server_harness import Visitor, refusal


def pick(game: str) -> Puzzle:
    return list_puzzles(game)[0]


async def test_all_puzzles_are_listed_with_the_one_of_today(stranger: Visitor) -> None:
    before = datetime.now(UTC).date()
    listed = msgspec.convert((await stranger.get("/api/puzzles")).json(), schemas.PuzzleList)
    after = datetime.now(UTC).date()
    assert listed.today in [schemas.PuzzleOfTheDay(day.isoformat(), find_puzzle_of(day).id) for day in (before, after)]
    assert [(each.id, each.game, each.motif, each.difficulty) for each in listed.puzzles] == [
        (puzzle.id, puzzle.game_id, puzzle.motif, puzzle.difficulty) for puzzle in list_puzzles()
    ]
    assert {(each.game, each.motif) for each in listed.motifs} == {
        (puzzle.game_id, puzzle.motif) for puzzle in list_puzzles()
    }


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_a_puzzle_is_sent_as_an_exercise(stranger: Visitor, game: str) -> None:
    puzzle = pick(game)
    answer = await stranger.get(f"/api/puzzles/{puzzle.id}")
    assert answer.headers["content-encoding"] == "gzip"
    sent = msgspec.convert(answer.json(), schemas.Puzzle)
    assert (sent.id, sent.game, sent.fails) == (puzzle.id, game, list(puzzle.fails))
    start = sent.exercise.positions[0]
    assert start.question is not None
    assert [each.move for each in start.question.answers if each.is_right] == [puzzle.answer]
    assert len(start.moves) == len(puzzle.game.legal_moves(puzzle.state))


@pytest.mark.parametrize("game", ["tsuro", "tao"])
def test_what_is_hidden_in_a_puzzle_is_not_sent(game: str) -> None:
    """Another deal that the solver cannot tell from this one gives the same position, moves and answers."""
    puzzle = pick(game)
    seat = puzzle.game.actor(puzzle.state)
    assert isinstance(seat, int)
    seen = puzzle.game.observe(puzzle.state, seat)
    deals = (puzzle.game.determinize(seen, Random(number)) for number in range(99))
    other = next(deal for deal in deals if deal != puzzle.state)
    position = puzzle.game.format_state(other)
    again = Puzzle(game, puzzle.motif, puzzle.options, position, puzzle.answer, puzzle.fails)
    one, two = (view_exercise(load_exercise(write_record(each))).positions[0] for each in (puzzle, again))
    assert msgspec.json.encode(one) == msgspec.json.encode(two)


async def test_a_puzzle_that_is_not_there_is_refused(stranger: Visitor) -> None:
    answer = await stranger.get("/api/puzzles/tsuro-00000000")
    assert refusal(answer) == (404, "no_such_page")


async def test_nothing_at_a_server_makes_puzzles_of_the_games_that_are_played_there(stranger: Visitor) -> None:
    """Nobody has to say no: puzzles are read, and made of records only by who is given them, with consent."""
    document = (await stranger.get("/api/openapi.json")).json()
    about = {path: set(ways) for path, ways in document["paths"].items() if "puzzle" in path}
    assert about == {"/api/puzzles": {"get"}, "/api/puzzles/{puzzle}": {"get"}}
