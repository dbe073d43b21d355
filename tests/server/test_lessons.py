"""Lessons over HTTP: one document that tells everything that its solver may know, and nothing else."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

import ludotheque
from ludotheque.core.match import Match
from ludotheque.core.records.notes import parse_notes
from ludotheque.core.records.verify import make_record
from ludotheque.core.teaching.exercise import load_exercise
from ludotheque.core.teaching.lessons import HasLessons, Lesson
from ludotheque.server.http import schemas
from ludotheque.server.http.exercises import view_exercise
from tests.server.server_harness import Visitor, refusal


def find_lessons(game_id: str, **options: Any) -> list[Lesson]:
    game = ludotheque.make(game_id, **options)
    assert isinstance(game, HasLessons)
    return list(game.lessons())


@pytest.mark.parametrize("edition", ["calliope", "kosmos"])
async def test_lessons_are_listed_and_sent_as_exercises(stranger: Visitor, edition: str) -> None:
    answer = await stranger.get("/api/games/tsuro/lessons", params={"edition": edition})
    listed = msgspec.convert(answer.json(), schemas.LessonList).lessons
    lessons = find_lessons("tsuro", edition=edition)
    assert [(each.id, each.title) for each in listed] == [(lesson.id, dict(lesson.title)) for lesson in lessons]
    for each, lesson in zip(listed, lessons, strict=True):
        sent = await stranger.get(f"/api/games/tsuro/lessons/{each.id}", params={"edition": edition})
        assert sent.headers["content-encoding"] == "gzip"
        document = msgspec.convert(sent.json(), schemas.Exercise)
        assert sent.json() == msgspec.json.decode(msgspec.json.encode(view_exercise(lesson.load())))
        assert each.questions == sum(position.question is not None for position in document.positions)


def test_every_right_answer_leads_to_what_it_does() -> None:
    for lesson in [*find_lessons("tsuro"), *find_lessons("tsuro", edition="kosmos")]:
        document = view_exercise(lesson.load())
        for position in document.positions:
            legal = {move["move"]: move for move in position.moves}
            assert bool(legal) == (position.question is not None)
            for answer in position.question.answers if position.question else ():
                assert answer.move is None or answer.move in legal
                assert (answer.leads_to is not None) == answer.is_right
                if answer.leads_to is not None and answer.move is not None:
                    led_here = document.positions[answer.leads_to].led_here
                    assert led_here is not None
                    assert led_here.actor == document.solver
                    uncertain = {"SwapOffered"}  # what only the move itself uncovers is in no preview
                    happened = [event for event in led_here.events if event["type"] not in uncertain]
                    assert legal[answer.move]["events"] == happened


def view_with(hidden: str) -> schemas.Exercise:
    """View an exercise for seat 1 in which Ada was dealt these tiles."""
    match = Match(ludotheque.make("tsuro", players=2))
    for move in f"+6 +14 +24 {hidden} a4.6 f3.2".split():
        match.play(match.parse_move(move))
    notes = parse_notes(enumerate(['[Notes "1"]', "@ 8", "?", "+ a4=6", "- *"]))
    return view_exercise(load_exercise(replace(make_record(match, ("", "Ada")), notes=notes)))


def test_what_others_hold_is_in_no_document() -> None:
    assert view_with("+1 +2 +3") == view_with("+33 +34 +35")


async def test_only_lessons_that_there_are_can_be_asked_for(stranger: Visitor) -> None:
    assert refusal(await stranger.get("/api/games/chess/lessons")) == (404, "no_such_game")
    assert refusal(await stranger.get("/api/games/chess/lessons/path")) == (404, "no_such_game")
    assert refusal(await stranger.get("/api/games/tsuro/lessons?edition=first")) == (400, "bad_option")
    assert refusal(await stranger.get("/api/games/tsuro/lessons/castling")) == (404, "no_such_page")
    assert refusal(await stranger.get("/api/games/tsuro/lessons/dragon?edition=kosmos")) == (404, "no_such_page")
    assert refusal(await stranger.get("/api/games/tsuro/lessons/..%2Findex")) == (404, "no_such_page")


@pytest.mark.usefixtures("with_nim")
async def test_a_game_without_lessons_has_an_empty_list(stranger: Visitor) -> None:
    assert (await stranger.get("/api/games/nim/lessons")).json() == {"lessons": []}
    assert refusal(await stranger.get("/api/games/nim/lessons/path")) == (404, "no_such_page")
