"""Exercises as documents: every position as whoever answers sees it, with questions and what is said to answers.

Clients that know no rules can let somebody answer without asking the server again. Positions, plies and moves have the
form in which a table sends them.
"""

from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.game import CHANCE
from ludotheque.core.match import Ply
from ludotheque.core.records.notes import Answer, Note, Place, Question
from ludotheque.core.records.tree import Node
from ludotheque.core.teaching.exercise import Exercise, find_child, set_words
from ludotheque.core.wire import encode_material
from ludotheque.server.http import schemas
from ludotheque.server.table.feed.messages import view_outcome
from ludotheque.server.table.feed.views import view_moves, view_observation, view_plies, view_scene


def view_exercise(exercise: Exercise) -> schemas.Exercise:
    """View an exercise. Only `observe` and `events` of the game are asked, for the seat that answers."""
    game = exercise.game
    nodes = _Nodes(list(exercise.tree))
    positions = [_view_position(exercise, nodes, node) for node in nodes.listed]  # with those that it adds meanwhile
    return schemas.Exercise(
        game=game.id,
        options=game.options.format(),
        names=list(exercise.seats),
        solver=exercise.solver,
        material=encode_material(game),
        positions=positions,
    )


@dataclass
class _Nodes:
    """The positions in the order in which they are sent; grows by those that only an answer leads to."""

    listed: list[Node]
    indices: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.indices = {id(node): index for index, node in enumerate(self.listed)}

    def find(self, node: Node) -> int:
        return self.indices[id(node)]

    def add(self, node: Node) -> int:
        """Add a position, with all that follow it, unless it is there."""
        if id(node) not in self.indices:
            self.indices[id(node)] = len(self.listed)
            self.listed.append(node)
            for child in node.children:
                self.add(child)
        return self.find(node)


def _view_position(exercise: Exercise, nodes: _Nodes, node: Node) -> schemas.ExercisePosition:
    game, solver, state = exercise.game, exercise.solver, node.state
    note = node.note or Note(node.place)
    actor = game.actor(state)
    outcome = game.outcome(state)
    return schemas.ExercisePosition(
        ply=0 if node.ply is None else node.ply.number,
        led_here=None if node.ply is None else view_plies(game, [node.ply], solver)[0],
        actor=None if actor is CHANCE else actor,
        observation=view_observation(game, state, solver),
        scene=view_scene(game, state),
        moves=[] if note.question is None else view_moves(game, state, solver, previews=True),
        outcome=None if outcome is None else view_outcome(outcome),
        words=set_words(note.words),
        question=None if note.question is None else _view_question(exercise, nodes, node, note.question),
        next=nodes.find(node.children[0]) if node.children else None,
    )


def _view_question(exercise: Exercise, nodes: _Nodes, node: Node, question: Question) -> schemas.ExerciseQuestion:
    return schemas.ExerciseQuestion(
        words=set_words(question.words),
        answers=[
            schemas.ExerciseAnswer(
                move=move,
                is_right=answer.is_right,
                words=set_words(answer.words),
                leads_to=None if move is None else _find_result(exercise, nodes, node, move, is_right=answer.is_right),
            )
            for answer in question.answers
            for move in _list_moves(exercise, node, question, answer)
        ],
    )


def _list_moves(exercise: Exercise, node: Node, question: Question, answer: Answer) -> list[str | None]:
    """List the moves that an answer is about. If all others are right, they are listed: each leads somewhere else."""
    if answer.move is not None or not answer.is_right:
        return [answer.move]
    game, others = exercise.game, {each.move for each in question.answers}
    written = (game.format_move(node.state, move) for move in game.legal_moves(node.state))
    return [move for move in written if move not in others]


def _find_result(exercise: Exercise, nodes: _Nodes, node: Node, written: str, *, is_right: bool) -> int | None:
    """Find the position that an answer leads to; one that is not in the tree is added. None: nothing refutes it."""
    game = exercise.game
    move: Any = game.parse_move(node.state, written)
    if (child := exercise.refute(node, move) if not is_right else find_child(node, move)) is not None:
        return nodes.add(child)
    if not is_right:
        return None
    after = game.apply(node.state, move)
    number = 1 if node.ply is None else node.ply.number + 1
    place = Place(number, written)  # a name that no branch can have
    return nodes.add(Node(place, after, Ply(number, exercise.solver, move, node.state, after), parent=node))
