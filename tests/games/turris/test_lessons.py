"""What the lessons of Turris claim is true: levels, bonuses, points, and what would not have been allowed."""

import pytest

import ludotheque
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Presented
from ludotheque.core.records.tree import Node
from ludotheque.core.teaching.exercise import Exercise
from ludotheque.core.teaching.lessons import HasLessons
from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.games.turris.events import BonusEarned
from ludotheque.games.turris.scoring import look


def list_lessons() -> dict[str, Exercise]:
    game = ludotheque.make("turris")
    assert isinstance(game, HasLessons)
    return {lesson.id: lesson.load() for lesson in game.lessons()}


LESSONS = list_lessons()


def find_question(lesson: str, number: int = 0) -> Node:
    return [node for node, _ in LESSONS[lesson].questions()][number]


@pytest.mark.parametrize(
    ("lesson", "number", "move"),
    [("build", 1, "c3^"), ("lie", 0, "a1b1"), ("levels", 0, "a1^"), ("levels", 0, "a2^"), ("take", 1, "xc2^")],
)
def test_what_is_said_not_to_be_allowed_is_not(lesson: str, number: int, move: str) -> None:
    game, node = LESSONS[lesson].game, find_question(lesson, number)
    with pytest.raises(IllegalMove):
        game.apply(node.state, game.parse_move(node.state, move))


def test_only_the_answer_is_on_the_level_asked_for() -> None:
    for lesson, level in (("lie", 2), ("levels", 3)):
        game, node = LESSONS[lesson].game, find_question(lesson)
        assert isinstance(game, Presented)
        for move in game.legal_moves(node.state):
            told = game.describe_move(node.state, move)
            assert (f"level {level}" in told) == (game.format_move(node.state, move) == "a1a2"), told


@pytest.mark.parametrize(
    ("lesson", "move"), [("middle", "a2b2"), ("middle", "b1b2"), ("take", "b2^"), ("views", "b2^")]
)
def test_the_middle_earns_a_bonus(lesson: str, move: str) -> None:
    exercise = LESSONS[lesson]
    game = exercise.game
    [node] = [node for node, question in exercise.questions() if any(each.move == move for each in question.answers)]
    parsed = game.parse_move(node.state, move)
    events = game.events(node.state, parsed, game.apply(node.state, parsed), 0)
    assert any(isinstance(event, BonusEarned) for event in events)


def test_the_last_block_scores_what_the_lesson_says() -> None:
    exercise, node = LESSONS["views"], find_question("views")
    game = exercise.game
    scored = {}
    for move in game.legal_moves(node.state):
        outcome = game.outcome(game.apply(node.state, move))
        if outcome is not None and outcome.scores is not None:
            scored[game.format_move(node.state, move)] = outcome.scores
            answer = exercise.judge(node, move)
            for language in LANGUAGES:
                assert all(str(points) in answer.words[language] for points in outcome.scores)
    assert max(scored, key=lambda move: scored[move][0]) == "b1^"
    assert exercise.judge(node, game.parse_move(node.state, "b1^")).is_right


def test_the_view_from_the_south_is_as_large_as_the_lesson_says() -> None:
    exercise, node = LESSONS["area"], find_question("area")
    game = exercise.game
    assert look(node.state.blocks)[0].points[0] == 3
    for move in game.legal_moves(node.state):
        [south, *_] = look(game.apply(node.state, move).blocks)
        assert south.name == "south"
        answer = exercise.judge(node, move)
        if answer.move is None:
            assert south.points[0] <= 3, "it adds nothing"
        else:
            assert south.points[0] == (5 if answer.is_right else 4)
            assert all(str(south.points[0]) in text for text in answer.words.values())
