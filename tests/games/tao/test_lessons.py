"""What the lessons of Tao claim is true: the points that they name are those that the rules give."""

import re

import pytest

import ludotheque
from ludotheque.core.exercise import Exercise
from ludotheque.core.game import Event
from ludotheque.core.lessons import HasLessons
from ludotheque.core.rulebook import LANGUAGES
from ludotheque.games.tao.events import ResultsChanged, RoundEnded, TurnRepeated


def list_lessons() -> dict[str, Exercise]:
    game = ludotheque.make("tao")
    assert isinstance(game, HasLessons)
    return {lesson.id: lesson.load() for lesson in game.lessons()}


LESSONS = list_lessons()


def try_answer(lesson: str, written: str) -> tuple[list[Event], dict[str, str]]:
    """Give what happens by a move that a lesson has an answer to, and what is said."""
    exercise = LESSONS[lesson]
    for node, question in exercise.questions():
        for answer in question.answers:
            if answer.move == written:
                game = exercise.game
                move = game.parse_move(node.state, written)
                return [*game.events(node.state, move, game.apply(node.state, move), 0)], dict(answer.words)
    raise LookupError(written)


def find_numbers(text: str) -> set[int]:
    """Find the points in a text, without the values of cards, which stand after the name of an element."""
    points = re.sub("(?:Water|Fire|Wood|Eau|Feu|Bois|Acqua|Fuoco|Legno|Wasser|Feuer|Holz) \\d", "", text)
    return {int(number.replace("\N{MINUS SIGN}", "-")) for number in re.findall("\N{MINUS SIGN}?\\d+", points)}


@pytest.mark.parametrize(
    ("lesson", "move", "results"),
    [
        ("walk", "w2:wa4>1", (4, 0)),
        ("walk", "w2:wa4>2", (0, 4)),
        ("walk", "h:fi1>2", (1, -1)),
        ("tiger", "stone:wood", (3, 0)),
        ("tiger", "stone:metal", (-1, 0)),
        ("dragon", "stone:fire", (4, 0)),
        ("dragon", "stone:earth", (0, -4)),
        ("bird", "fi4<>2:wa4", (2, -2)),
        ("bird", "fi2bi<>2:wa2to", (-2, 2)),
        ("unicorn", "cover:fi4", (3, 0)),
        ("unicorn", "cover:wa3", (-4, 0)),
        ("tortoise", "h:wa2to>1", (2, 0)),
        ("tortoise", "w3:wa4>1", (6, 0)),
    ],
)
def test_the_points_are_those_of_the_rules(lesson: str, move: str, results: tuple[int, int]) -> None:
    events, words = try_answer(lesson, move)
    [changed] = [event for event in events if isinstance(event, ResultsChanged)]
    assert changed.results == results
    for language in LANGUAGES:
        named = find_numbers(words[language])
        assert named & {*results} - {0}, "the result is named"


def test_the_tortoise_gives_another_turn() -> None:
    events, _ = try_answer("tortoise", "h:wa2to>1")
    assert any(isinstance(event, TurnRepeated) for event in events)


def test_the_stone_goes_to_whom_the_lesson_says() -> None:
    events, _ = try_answer("tie", "w1:fi1>2")
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    assert (ended.results, ended.points, ended.winner, ended.decided_by) == ((2, 2), (5, 3), 0, "points")
    events, _ = try_answer("tie", "w1:fi1>1")
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    assert (ended.results, ended.winner) == ((1, 3), 1)
