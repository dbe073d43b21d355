"""Exercises: annotated records that somebody answers, position by position. Lessons and puzzles are made of them.

Whoever answers goes from stop to stop: to every position where something is noted. At a question they choose a move. A
right answer is played, and the exercise goes on from there: in the branch that begins with this move or, if there is
none, where the game itself goes on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.errors import RecordError
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.records.notes import Answer, Question, Words
from ludotheque.core.records.record import Record
from ludotheque.core.records.tree import Node, Tree
from ludotheque.core.records.verify import verify
from ludotheque.core.teaching.rulebook import set_french_spaces


@dataclass(frozen=True)
class Exercise:
    """A verified record with questions to one seat."""

    tree: Tree
    seats: tuple[str, ...]
    """Who sits where."""
    solver: Seat
    """Who is asked."""
    refutations: Mapping[str, Node] = field(default_factory=dict)
    """What a wrong answer to the first question may lead to, by its move, where the record has no branch for it."""

    @property
    def game(self) -> AnyGame:
        """The game that is played, with the options of the record."""
        return self.tree.game

    @property
    def start(self) -> Node:
        """The first stop: the first position where something is noted."""
        return find_stop(self.tree.root)

    def questions(self) -> Iterator[tuple[Node, Question]]:
        """Go through all questions, with their positions."""
        for node in self.tree:
            if node.note is not None and node.note.question is not None:
                yield node, node.note.question

    def judge(self, node: Node, move: Any) -> Answer:
        """Find what is said to a move at the question of a position."""
        if node.note is None or node.note.question is None:
            raise ValueError(f"nothing is asked at {node.place}")
        return node.note.question.answer(self.game.format_move(node.state, move))

    def refute(self, node: Node, move: Any) -> Node | None:
        """Find the position that a wrong answer leads to, with what may follow it; None if there is nothing to show."""
        child = find_child(node, move)
        if child is None and node is self.tree.root:
            child = self.refutations.get(self.game.format_move(node.state, move))
        return child


def load_exercise(record: Record) -> Exercise:
    """Make an exercise of a record. Raises RecordError if it is not true, or asks nobody or more than one seat."""
    tree = verify(record).tree  # which refuses questions to chance
    asked = {
        actor
        for node in tree
        if node.note is not None and node.note.question is not None
        if isinstance(actor := tree.game.actor(node.state), int)
    }
    if len(asked) != 1:
        raise RecordError(
            f"An exercise has questions to one seat; this record has questions to {len(asked) or 'none'}."
        )
    return Exercise(tree, record.seats, asked.pop())


def find_child(node: Node, move: Any) -> Node | None:
    """Find the position that the tree has after a move."""
    return next((child for child in node.children if child.ply is not None and child.ply.move == move), None)


def find_stop(node: Node) -> Node:
    """Go on, from this position or later, to the next one where something is noted, or to the end."""
    while node.note is None and node.children:
        node = node.children[0]
    return node


def set_words(words: Words) -> dict[str, str]:
    """Give words as they are shown: files have plain spaces where French has narrow ones."""
    return {language: set_french_spaces(text) if language == "fr" else text for language, text in words.items()}
