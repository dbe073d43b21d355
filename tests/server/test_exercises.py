"""What others hold is in no exercise: every lesson and every puzzle that ships is told again from another deal."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import ludotheque
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.match import Ply
from ludotheque.core.records.tree import Node
from ludotheque.core.teaching.exercise import Exercise
from ludotheque.core.teaching.lessons import HasLessons
from ludotheque.puzzles.collection import list_puzzles
from ludotheque.puzzles.record import load_puzzle
from ludotheque.server.http.exercises import view_exercise
from ludotheque.server.table.feed.views import view_moves, view_observation, view_plies, view_scene

COURSES: list[tuple[str, dict[str, Any]]] = [
    *(("tsuro", {"edition": edition}) for edition in ("calliope", "davinci", "kosmos")),
    ("tao", {}),
    ("turris", {}),
]
HIDING = {"tsuro", "tao"}
"""The games in which something is hidden."""


def list_lessons() -> dict[str, Exercise]:
    found: dict[str, Exercise] = {}
    for game_id, options in COURSES:
        game = ludotheque.make(game_id, **options)
        assert isinstance(game, HasLessons)
        found |= {f"{game_id}-{lesson.id}": lesson.load() for lesson in game.lessons()}
    return found


LESSONS = list_lessons()


def deal_again(game: AnyGame, state: Any, solver: Seat) -> Any:
    """Deal what the solver cannot see in another way; the state itself if there is no other."""
    observation = game.observe(state, solver)
    deals = (game.determinize(observation, Random(number)) for number in range(20))
    return next((deal for deal in deals if deal != state), state)


def list_nodes(exercise: Exercise) -> Iterator[Node]:
    """Go through all positions, those of refutations included."""
    yield from exercise.tree
    for first in exercise.refutations.values():
        node: Node | None = first
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


def show(game: AnyGame, state: Any, solver: Seat, *, previews: bool) -> bytes:
    """Show a position to the solver, as documents do."""
    shown = (view_observation(game, state, solver), view_scene(game, state))
    return msgspec.json.encode((*shown, view_moves(game, state, solver, previews=True) if previews else []))


def tell_otherwise(game: AnyGame, ply: Ply[Any, Any], solver: Seat) -> Iterator[Ply[Any, Any]]:
    """Give plies that may have led to the same position, as far as the solver can tell: other deals, other draws."""
    before = deal_again(game, ply.before, solver)
    seen = game.observe(ply.after, solver)
    moves = list(game.legal_moves(before))
    for move in [ply.move] if ply.move in moves or ply.actor == solver else moves:
        after = game.apply(before, move)
        if game.observe(after, solver) == seen and (before, move) != (ply.before, ply.move):
            yield Ply(ply.number, ply.actor, move, before, after)


def check_secrets(exercise: Exercise) -> int:
    """Hold all that is sent of every position against another deal; return how many deals were another."""
    game, solver, others = exercise.game, exercise.solver, 0
    for node in list_nodes(exercise):
        other = deal_again(game, node.state, solver)
        others += other != node.state
        asks = node.note is not None and node.note.question is not None
        assert show(game, other, solver, previews=asks) == show(game, node.state, solver, previews=asks), node.place
        if node.ply is not None:
            for ply in tell_otherwise(game, node.ply, solver):
                assert view_plies(game, [ply], solver) == view_plies(game, [node.ply], solver), node.place
    return others


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_lesson_tells_what_others_hold(lesson: str) -> None:
    others = check_secrets(LESSONS[lesson])
    assert (others > 0) == (lesson.partition("-")[0] in HIDING)


@pytest.mark.parametrize("motif", sorted({(puzzle.game_id, puzzle.motif) for puzzle in list_puzzles()}), ids=str)
def test_no_puzzle_and_nothing_that_refutes_an_answer_tells_what_others_hold(motif: tuple[str, str]) -> None:
    puzzles = [puzzle for puzzle in list_puzzles() if (puzzle.game_id, puzzle.motif) == motif]
    others = sum(check_secrets(load_puzzle(puzzle)) for puzzle in puzzles[:2])
    assert (others > 0) == (motif[0] in HIDING)


@pytest.mark.no_cover  # some seconds
@pytest.mark.parametrize("game_id", sorted({puzzle.game_id for puzzle in list_puzzles()}))
def test_no_position_that_is_set_as_a_puzzle_tells_what_others_hold(game_id: str) -> None:
    for puzzle in list_puzzles(game_id):
        other = deal_again(puzzle.game, puzzle.state, puzzle.seat)
        one, two = (show(puzzle.game, state, puzzle.seat, previews=True) for state in (puzzle.state, other))
        assert one == two, puzzle.id


def test_documents_hold_these_views_and_nothing_else_of_a_position() -> None:
    """So what is held against other deals above is all there is."""
    for exercise in LESSONS.values():
        game, solver = exercise.game, exercise.solver
        document = view_exercise(exercise)
        for node, position in zip(exercise.tree, document.positions, strict=False):  # there may be more, after answers
            assert position.observation == view_observation(game, node.state, solver)
            assert position.scene == view_scene(game, node.state)
            assert position.led_here == (None if node.ply is None else view_plies(game, [node.ply], solver)[0])
            if position.question is not None:
                assert position.moves == view_moves(game, node.state, solver, previews=True)
