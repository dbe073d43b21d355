"""An annotated game as a tree of positions: what was played and, beside it, branches that are checked by the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.errors import LudothequeError, MoveError, UnlawfulRecord
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match, Ply
from ludotheque.core.records.notes import Answer, Branch, Note, Place, Question


@dataclass(eq=False)
class Node:
    """A position, how it was reached, and what is noted there."""

    place: Place
    state: Any
    ply: Ply[Any, Any] | None = None
    """The ply that led here, counted from the start of the game; None at the start."""
    parent: "Node | None" = field(default=None, repr=False)
    note: Note | None = None
    children: "list[Node]" = field(default_factory=list, repr=False)
    """What follows: first what was played, if anything was, then the branches as they are noted."""


class Tree:
    """All positions of an annotated game, by their places."""

    def __init__(self, match: Match[Any, Any, Any], notes: Sequence[Note] = ()) -> None:
        """Build the tree of a match. Raises UnlawfulRecord if something noted does not follow the rules."""
        self.game = match.game
        self.root = Node(Place(0), match.start)
        self._nodes = {self.root.place: self.root}
        self._grow(self.root, match.plies, None)
        for note in notes:
            self._annotate(note)

    def find(self, place: Place) -> Node:
        """Return the node at a place. Raises LookupError."""
        if place not in self._nodes:
            raise LookupError(f"there is no position {place}")
        return self._nodes[place]

    def find_end(self, branch: str | None = None) -> Node:
        """Return the last position of a branch or, without one, of the game. Raises LookupError."""
        found = [node for node in self if node.place.branch == branch]
        if not found:
            raise LookupError(f"there is no branch {branch}; there are: {', '.join(self.branches()) or 'none'}")
        return found[-1]

    def branches(self) -> list[str]:
        """Name all branches, in the order of the notes."""
        return list(dict.fromkeys(node.place.branch for node in self if node.place.branch is not None))

    def line(self, place: Place) -> list[Node]:
        """Return all positions from the start up to a place. Raises LookupError."""
        node: Node | None = self.find(place)
        found = []
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def __iter__(self) -> Iterator[Node]:
        """Go through all positions: the game first, then each branch as it is noted."""
        return iter(self._nodes.values())

    def _grow(self, node: Node, plies: Sequence[Ply[Any, Any]], branch: str | None) -> None:
        for number, ply in enumerate(plies, start=1):
            child = Node(Place(number, branch), ply.after, ply, parent=node)
            node.children.append(child)
            self._nodes[child.place] = child
            node = child

    def _annotate(self, note: Note) -> None:
        if note.place not in self._nodes:
            raise UnlawfulRecord(0, f"Notes are given at {note.place}, which is no position of the game so far.")
        node = self._nodes[note.place]
        node.note = note
        for branch in note.branches:
            self._add_branch(node, branch)
        if note.question is not None:
            self._check_question(node, note.question)

    def _add_branch(self, node: Node, branch: Branch) -> None:
        if Place(1, branch.name) in self._nodes:
            raise UnlawfulRecord(_number(node), f"There are two branches called {branch.name}.")
        plies: list[Ply[Any, Any]] = []
        state = node.state
        for number, text in enumerate(branch.moves, start=1):
            try:
                if (actor := self.game.actor(state)) is None:
                    raise UnlawfulRecord(
                        _number(node), f"Branch {branch.name} goes on with {text}, but the game is over there."
                    )
                move = self.game.parse_move(state, text)
                after = self.game.apply(state, move)
            except MoveError as error:
                raise UnlawfulRecord(
                    _number(node), f"Branch {branch.name}, move {number}, {text}, is not lawful: {error}"
                ) from None
            plies.append(Ply(_number(node) + number, actor, move, state, after))
            state = after
        self._grow(node, plies, branch.name)

    def _check_question(self, node: Node, question: Question) -> None:
        where = f"The question at {node.place}"
        if self.game.actor(node.state) in (None, CHANCE):
            raise UnlawfulRecord(_number(node), f"{where} asks nobody: no seat has to decide there.")
        moves = [answer.move for answer in question.answers]
        if len(set(moves)) != len(moves):
            raise UnlawfulRecord(_number(node), f"{where} has two answers to the same move.")
        if not any(answer.is_right for answer in question.answers):
            raise UnlawfulRecord(_number(node), f"{where} has no right answer.")
        for answer in question.answers:
            self._check_answer(node, answer, where)

    def _check_answer(self, node: Node, answer: Answer, where: str) -> None:
        if answer.move is None:
            return
        try:
            move = self.game.parse_move(node.state, answer.move)
            self.game.apply(node.state, move)
        except LudothequeError as error:
            message = f"{where} has the answer {answer.move}, which is not lawful: {error}"
            raise UnlawfulRecord(_number(node), message) from None
        if (written := self.game.format_move(node.state, move)) != answer.move:
            raise UnlawfulRecord(_number(node), f"{where} has the answer {answer.move}, which is written {written}.")


def _number(node: Node) -> int:
    return node.ply.number if node.ply is not None else 0
