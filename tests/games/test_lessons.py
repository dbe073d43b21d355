"""Lessons of all games: every step can be solved, and everything that is said is there in every language."""

from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque
from ludotheque.core.game import Presented
from ludotheque.core.records.notes import Answer, Question, Words
from ludotheque.core.records.tree import Node
from ludotheque.core.teaching.exercise import Exercise, find_child
from ludotheque.core.teaching.lessons import HasLessons, Lesson
from ludotheque.core.teaching.rulebook import LANGUAGES, Facts, Rulebook, RulebookSource

TAUGHT: dict[str, dict[str, str]] = {
    "tsuro": {
        "idea.goal": "path side",
        "start.board": "start side",
        "start.boards": "side",
        "start.tiles": "path side",
        "start.different_tiles": "path",
        "start.paths": "path side",
        "start.notch": "start",
        "start.outer_side": "side",
        "start.two_markers": "markers",
        "start.choice": "side chosen",
        "start.hand": "start side",
        "start.dragon": "dragon",
        "start.first": "start side",
        "turn.play": "path side others others-kosmos",
        "turn.two_parts": "markers",
        "out.over_edge": "edge push side push-kosmos",
        "out.collision": "collision collision-kosmos",
        "out.on_notch": "collision",
        "out.both_markers": "markers",
        "out.allowed": "side push-kosmos",
        "out.banned_edge": "edge",
        "out.hand_lost": "push-kosmos chosen",
        "out.hand_returned": "dragon",
        "drawing.most": "dragon push-kosmos",
        "drawing.dragon_taken": "dragon",
        "drawing.dragon_first": "dragon",
        "drawing.dragon_passed": "dragon",
        "bonus.swap": "bonus",
        "end.winner": "push collision push-kosmos collision-kosmos",
    },
    "tao": {
        "idea.goal": "stones",
        "round.path": "walk places",
        "round.stone": "walk opposite stones",
        "round.first": "tie",
        "turn.card": "walk",
        "turn.from_path": "walk places",
        "turn.from_hand": "walk",
        "turn.skipped": "walk places",
        "guardians.powers": "tiger dragon bird unicorn tortoise",
        "guardians.tiger": "tiger",
        "guardians.dragon": "dragon",
        "guardians.bird": "bird",
        "guardians.unicorn": "unicorn",
        "guardians.tortoise": "tortoise",
        "round_end.last_cards": "tie",
        "round_end.score": "walk opposite tie",
        "round_end.ties": "tie stones",
        "round_end.opposed_overcomes": "walk opposite",
        "game_end.winner": "stones",
        "game_end.equal": "stones",
    },
    "turris": {
        "idea.goal": "area views",
        "tower.pieces": "build",
        "turn.alternate": "build",
        "turn.contact": "build",
        "turn.first_free": "build",
        "turn.support": "lie",
        "turn.standing": "build",
        "turn.lying": "lie",
        "turn.lying_on_ground": "build",
        "turn.open_levels": "levels",
        "turn.middle": "middle take",
        "bonus.earned": "middle take",
        "bonus.place": "middle",
        "bonus.chains": "middle",
        "bonus.take_off": "take",
        "bonus.safe": "take",
        "bonus.barred": "take",
        "bonus.decline": "middle take",
        "end.all_placed": "views",
        "end.count": "area views",
    },
}
"""For each paragraph of the rules to read: the lessons in which it is learned by doing."""
LEFT_TO_READ: dict[str, dict[str, str]] = {
    "tsuro": {"end.ranks": "decides nothing that one does"},
    "tao": {
        "round.aside": "nobody ever sees these cards",
        "guardians.no_target": "happens by itself",
        "round_end.last_power": "happens by itself",
    },
    "turris": {
        "tower.fixed": "the board shows it",
        "turn.chance_begins": "the board shows it",
        "bonus.empty": "happens by itself",
        "passing.stuck": "happens by itself, and rarely",
        "passing.freed": "happens by itself, and rarely",
        "end.last_played": "rare, and the board asks",
        "end.points": "an example",
    },
}
"""What is not, with the reason."""
READ_ONLY = {"rulings", "notation", "example"}
"""Sections that hold no rules of their own."""

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


READ_A_MINUTE = 950
"""Letters that people read in a minute, much the same in all four languages (International Reading Speed Texts)."""
ANSWERING, OPENING = 20, 5
"""Seconds to find and play an answer, and to go on to the next lesson."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", COURSES)
def test_a_course_takes_five_to_ten_minutes(game_id: str, language: str) -> None:
    """For somebody who answers right: what is told, asked and said to it is read, and each task is done."""
    for options in COURSES[game_id]:
        game = ludotheque.make(game_id, **options)
        assert isinstance(game, HasLessons)
        seconds, read = 0, 0
        for lesson in game.lessons():
            exercise = lesson.load()
            questions = [question for _, question in exercise.questions()]
            right = [next(answer for answer in question.answers if answer.is_right) for question in questions]
            notes = [node.note for node in exercise.tree if node.note is not None]
            words: list[Words] = [note.words for note in notes]
            words += [question.words for question in questions]
            words += [answer.words for answer in right]
            read += sum(len("".join(told.get(language, "").split())) for told in words)
            seconds += OPENING + ANSWERING * len(questions)
        assert 5 <= round(read / READ_A_MINUTE + seconds / 60) <= 10, options


TOLD: list[tuple[str, dict[str, Any]]] = [
    ("tsuro", {"edition": "calliope", "elimination_bonus": True}),
    ("tsuro", {"edition": "davinci"}),
    ("tsuro", {"edition": "kosmos"}),
    ("tsuro", {"edition": "kosmos", "players": 2}),
    ("tao", {}),
    ("tao", {"players": 3}),
    ("turris", {}),
]
"""The options under which the rules are held against the lessons."""


def list_rules(game: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """List the paragraphs of the rules that players are told under these options, but for figures."""
    fill = RulebookSource.fill
    told: set[str] = set()

    def note(source: RulebookSource, facts: Facts) -> Rulebook:
        told.update(
            f"{section.id}.{paragraph.id}"
            for section in source.outline
            if section.id not in READ_ONLY
            for paragraph in section.paragraphs
            if paragraph.kind != "figure" and paragraph.is_shown({**source.words, **facts})
        )
        return fill(source, facts)

    with monkeypatch.context() as patch:
        patch.setattr(RulebookSource, "fill", note)
        game.rulebook("en", "browser")
    return told


@pytest.mark.parametrize(("game_id", "options"), TOLD, ids=str)
def test_every_rule_that_players_are_told_is_learned_by_doing(
    game_id: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or it is said why it is left to read."""
    game = ludotheque.make(game_id, **options)
    assert isinstance(game, Presented)
    assert isinstance(game, HasLessons)
    given = {lesson.id for lesson in game.lessons()}
    told = list_rules(game, monkeypatch)
    assert told
    for rule in told - set(LEFT_TO_READ[game_id]):
        assert given & set(TAUGHT[game_id].get(rule, "").split()), rule


@pytest.mark.parametrize("game_id", COURSES)
def test_every_lesson_teaches_a_rule_and_asks_something(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named = {lesson for lessons in TAUGHT[game_id].values() for lesson in lessons.split()}
    assert named == {name.partition("-")[2] for name in LESSONS if name.startswith(f"{game_id}-")}
    assert all(any(True for _ in LESSONS[f"{game_id}-{lesson}"].load().questions()) for lesson in named)
    told: set[str] = set()
    for each, options in TOLD:
        game = ludotheque.make(each, **options)
        assert isinstance(game, Presented)
        told |= list_rules(game, monkeypatch) if each == game_id else set()
    assert {*TAUGHT[game_id], *LEFT_TO_READ[game_id]} == told, "and nothing is said of rules that are not told"


@pytest.mark.parametrize(("game_id", "options"), TOLD, ids=str)
def test_a_lesson_is_played_by_the_rules_that_it_is_given_for(game_id: str, options: dict[str, Any]) -> None:
    """Calliope and daVinci have the same rules, and share their lessons."""
    game = ludotheque.make(game_id, **options)
    assert isinstance(game, HasLessons)
    for lesson in game.lessons():
        played = lesson.load().game.options.format()
        if game_id == "tsuro":
            assert (played["edition"] == "kosmos") == (options["edition"] == "kosmos"), lesson.id
