"""What the lessons of Tao claim is true: the points that they name are those that the rules give."""

import re

import pytest

import ludotheque
from ludotheque.core.game import Event
from ludotheque.core.teaching.exercise import Exercise
from ludotheque.core.teaching.lessons import HasLessons
from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.games.tao.events import ResultsChanged, RoundEnded, TurnRepeated
from ludotheque.games.tao.scoring import running_results


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
    points = re.sub(
        "(?:Water|Fire|Wood|Metal|Eau|Feu|Bois|Métal|Acqua|Fuoco|Legno|Metallo|Wasser|Feuer|Holz|Metall) \\d", "", text
    )
    return {int(number.replace("\N{MINUS SIGN}", "-")) for number in re.findall("\N{MINUS SIGN}?\\d+", points)}


@pytest.mark.parametrize(
    ("lesson", "move", "results"),
    [
        ("walk", "w2:wa4>1", (4, 0)),
        ("walk", "w2:wa4>2", (0, 4)),
        ("walk", "h:fi1>2", (1, -1)),
        ("places", "w3:wa4>1", (5, -4)),
        ("opposite", "w2:ea3>2", (0, -3)),
        ("opposite", "w2:ea3>1", (-3, 0)),
        ("opposite", "w2:me4>2", (0, -6)),
        ("opposite", "w2:me4>1", (-4, -2)),
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


def test_only_cards_of_the_opposed_element_harm_ada() -> None:
    """What is said to all other moves: they take nothing from her."""
    for node, question in LESSONS["opposite"].questions():
        game = LESSONS["opposite"].game
        for move in game.legal_moves(node.state):
            if question.answer(game.format_move(node.state, move)).move is None:
                after = game.apply(node.state, move)
                before, now = (running_results(game.setup, state.stone, state.open)[1] for state in (node.state, after))  # type: ignore[attr-defined]
                assert now >= before


def test_the_last_stone_decides_the_game_as_the_lesson_says() -> None:
    exercise = LESSONS["stones"]
    [(node, question)] = exercise.questions()
    game = exercise.game
    scores = {}
    for move in game.legal_moves(node.state):
        outcome = game.outcome(game.apply(node.state, move))
        if outcome is not None:
            scores[game.format_move(node.state, move)] = outcome.scores
    assert scores.pop("w1:wo3>2") == (8, 7)
    assert scores["w2:me1>1"] == (3, 7), "nobody gets the stone"
    events, words = try_answer("stones", "w2:me1>1")
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    assert (ended.results, ended.winner) == ((5, 5), None)
    assert all("7" in text and "3" in text for text in words.values())
    assert [move for move, score in scores.items() if score and score[0] > score[1]] == []
    assert question.answer("w1:wo3>2").is_right
