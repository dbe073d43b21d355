"""What the lessons of Tsuro claim is true: every square that they name is where a marker would go."""

import re
from collections.abc import Iterator

import pytest

import ludotheque
from ludotheque.core.teaching.exercise import Exercise
from ludotheque.core.teaching.lessons import HasLessons, Lesson
from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.games.tsuro.events import MarkerLeft, MarkerMoved, MarkerPlaced, MarkersCollided, PlayerPutOut, TileLaid
from ludotheque.games.tsuro.game import Tsuro


def list_lessons() -> Iterator[Lesson]:
    for edition in ("calliope", "kosmos"):
        game = ludotheque.make("tsuro", edition=edition)
        assert isinstance(game, HasLessons)
        yield from game.lessons()


LESSONS = {lesson.id: lesson for lesson in list_lessons()}


def find_squares(text: str) -> set[str]:
    return set(re.findall(r"\b[a-g][1-7]\b", text))


def follow(exercise: Exercise, state: object, move: object) -> tuple[set[str], set[str], list[object]]:
    """Give the squares where markers come to stand by a move, that of the tile, and all events."""
    game = exercise.game
    assert isinstance(game, Tsuro)
    name = game.setup.board.format_square
    events = game.events(state, move, game.apply(state, move), exercise.solver)  # type: ignore[arg-type]
    ends = {name(event.path[-1] >> 3) for event in events if isinstance(event, MarkerMoved) and event.path[-1] >= 0}
    ends |= {name(event.spot >> 3) for event in events if isinstance(event, MarkerPlaced)}
    return ends, {name(event.square) for event in events if isinstance(event, TileLaid)}, list(events)


@pytest.mark.parametrize("lesson", LESSONS)
def test_markers_go_where_the_words_say(lesson: str) -> None:
    exercise = LESSONS[lesson].load()
    for node, question in exercise.questions():
        for move in exercise.game.legal_moves(node.state):
            answer = question.answer(exercise.game.format_move(node.state, move))
            ends, laid, events = follow(exercise, node.state, move)
            for language in LANGUAGES if any(isinstance(event, MarkerMoved) for event in events) else ():
                if answer.is_right:
                    assert find_squares(question.words[language]) <= ends | laid
                named = find_squares(answer.words.get(language, "")) - laid
                if answer.move is not None:
                    assert named <= ends
                elif named:
                    assert named & ends, "what is said to all other moves is true of each"


@pytest.mark.parametrize(
    ("lesson", "move", "kind"),
    [
        ("push", "f1=18r1", MarkerLeft),
        ("push-kosmos", "b1=24r1", PlayerPutOut),
        ("push-kosmos", "b1=24", MarkerLeft),
        ("push-kosmos", "b1=1", MarkerLeft),
        ("collision-kosmos", "b4=13r1", MarkersCollided),
        ("collision", "a6=11r1", MarkersCollided),
        ("collision", "a6=11r2", MarkersCollided),
        ("side", "a4=6r3>6", MarkerLeft),
        ("side", "a4=6r3>7", MarkerLeft),
        ("chosen", ">7", MarkersCollided),
        ("chosen", ">6", MarkerLeft),
        ("bonus", "a1=3r3", PlayerPutOut),
        ("dragon", "a4=12r1", PlayerPutOut),
    ],
)
def test_who_goes_out_does_so(lesson: str, move: str, kind: type) -> None:
    exercise = LESSONS[lesson].load()
    node = next(node for node, question in exercise.questions() if any(a.move == move for a in question.answers))
    parsed = exercise.game.parse_move(node.state, move)
    assert any(isinstance(event, kind) for event in follow(exercise, node.state, parsed)[2])


def test_only_the_answers_of_kosmos_put_somebody_out_as_asked() -> None:
    for lesson, answer, out in (("push-kosmos", "b1=24r1", [1]), ("collision-kosmos", "b4=13r1", [0, 1])):
        exercise = LESSONS[lesson].load()
        [(node, _)] = exercise.questions()
        game = exercise.game
        assert isinstance(game, Tsuro)
        found = []
        for move in game.legal_moves(node.state):
            after = game.apply(node.state, move)
            if [seat for seat in range(3) if game.is_out(after, seat)] == out:
                found.append(game.format_move(node.state, move))
        assert found == [answer]


def test_only_one_tile_stays_on_the_board_in_the_corner() -> None:
    exercise = LESSONS["edge"].load()
    [(node, _)] = exercise.questions()
    assert [exercise.game.format_move(node.state, move) for move in exercise.game.legal_moves(node.state)] == ["f1=32"]


def test_the_dragon_goes_where_the_lesson_says() -> None:
    tree = LESSONS["dragon"].load().tree
    holders = [node.state.dragon for node in tree]
    assert holders[:13] == [None] * 13
    assert holders[13:16] == [0, 0, 0], "taken with the first tile, kept while the pile is empty"
    last = tree.find_end().state
    assert (last.dragon, last.pile, [len(hand) for hand in last.hands]) == (0, (), [2, 3, 0])
