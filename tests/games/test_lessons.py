"""Lessons of all games: every step can be solved, and everything that is said is there in every language."""

from collections.abc import Iterator

import pytest

import ludotheque
from ludotheque.core.exercise import Exercise, find_child
from ludotheque.core.game import Presented
from ludotheque.core.lessons import HasLessons, Lesson
from ludotheque.core.notes import Answer, Question, Words
from ludotheque.core.rulebook import LANGUAGES
from ludotheque.core.tree import Node

COURSES: dict[str, list[dict[str, str]]] = {
    "tsuro": [{"edition": edition} for edition in ("calliope", "davinci", "kosmos")],
    "tao": [{}],
    "turris": [{}],
}
"""The games that are learned by doing, with the options that have a course of their own."""


def list_lessons() -> dict[str, Lesson]:
    """Every lesson, once, by the name that a test is called."""
    found: dict[str, Lesson] = {}
    for game_id, courses in COURSES.items():
        for options in courses:
            game = ludotheque.make(game_id, **options)
            assert isinstance(game, HasLessons)
            found |= {f"{game_id}-{lesson.id}": lesson for lesson in game.lessons()}
    return found


LESSONS = list_lessons()


@pytest.fixture(params=LESSONS, scope="module")
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return LESSONS[request.param]


def said(exercise: Exercise) -> Iterator[Words]:
    """Give all words of an exercise."""
    for node in exercise.tree:
        if node.note is not None:
            yield node.note.words
            yield from (branch.words for branch in node.note.branches)
    for _, question in exercise.questions():
        yield question.words
        yield from (answer.words for answer in question.answers)


def test_every_language_has_the_words(lesson: Lesson) -> None:
    assert tuple(lesson.title) == LANGUAGES
    exercise = lesson.load()
    for words in filter(None, said(exercise)):
        assert tuple(words) == LANGUAGES
        texts = list(words.values())
        assert len({len(text.split("\n")) for text in texts}) == 1, "the same paragraphs"
        assert not any(character in text for text in texts for character in "'\"")
        assert len({*texts}) == len(texts)
    for node, question in exercise.questions():
        assert question.words, node.place


def test_every_step_can_be_solved(lesson: Lesson) -> None:
    exercise = lesson.load()
    reached: set[str] = set()
    waiting = [exercise.start]
    while waiting:
        node = waiting.pop()
        reached.add(str(node.place))
        if node.note is not None and node.note.question is not None:
            right = [move for move, answer in answers(exercise, node, node.note.question) if answer.is_right]
            assert right, "there is a way on"
            waiting += filter(None, (find_child(node, move) for move in right))
        waiting += node.children
    noted = {str(node.place) for node in exercise.tree if node.note is not None}
    assert noted <= reached
    assert len(noted) <= 6, "short"


def answers(exercise: Exercise, node: Node, question: Question) -> Iterator[tuple[object, Answer]]:
    """Give every legal move with what is said to it."""
    for move in exercise.game.legal_moves(node.state):
        yield move, question.answer(exercise.game.format_move(node.state, move))


def test_every_answer_is_explained(lesson: Lesson) -> None:
    """A wrong move has words or, if not, the game says what it would do. At least one line is said about right ones."""
    exercise = lesson.load()
    assert isinstance(exercise.game, Presented)
    for node, question in exercise.questions():
        for move, answer in answers(exercise, node, question):
            assert answer.words or exercise.game.describe_move(node.state, move)
        used = {answer.move for _, answer in answers(exercise, node, question)}
        assert used == {answer.move for answer in question.answers}, "no answer is about nothing"


def test_what_was_played_is_a_right_answer(lesson: Lesson) -> None:
    exercise = lesson.load()
    for node, _ in exercise.questions():
        for child in node.children:
            assert child.ply is not None
            assert exercise.judge(node, child.ply.move).is_right


@pytest.mark.parametrize("game_id", COURSES)
def test_a_course_takes_five_to_ten_minutes(game_id: str) -> None:
    """At about half a minute a question, reading included."""
    for options in COURSES[game_id]:
        game = ludotheque.make(game_id, **options)
        assert isinstance(game, HasLessons)
        questions = sum(len(list(lesson.load().questions())) for lesson in game.lessons())
        assert 6 <= questions <= 24
