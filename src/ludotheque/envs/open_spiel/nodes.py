"""The histories of a game as a tree: a node is a state of the rules, how it was reached, and what each seat saw of it.

Nodes are values: OpenSpiel copies its states all the time, and all copies share them.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.core import wire
from ludotheque.core.game import CHANCE, Actor, AnyGame, Seat
from ludotheque.envs.spaces import encode_observation

IS_PLAYED, OWN_ACTION, SEEN = range(3)
"""The columns of a row that tells of a ply: 1; the viewer's action + 1, or 0 if it was not theirs; the observation."""


class GameTree(Protocol):
    """What is the same at all nodes of a game. It is pickled by the name of the game."""

    rules: AnyGame
    compiled: CompiledGame[Any, Any, Any]


class Node:
    """A history of a game, and the state that it leads to."""

    is_sampled: ClassVar[bool] = False
    """Whether nobody has played this."""

    __slots__ = (
        "_told",
        "_vectors",
        "actions",
        "actor",
        "children",
        "draws",
        "length",
        "move",
        "number",
        "parent",
        "state",
        "tree",
    )

    def __init__(
        self, tree: GameTree, parent: "Node | None", actor: Actor | None, move: Any, number: int, state: Any
    ) -> None:
        self.tree = tree
        self.parent = parent
        self.actor = actor
        """Who made the last ply; None at the first node."""
        self.move, self.number = move, number
        """The last ply, as a move and as an action; the choice of a position has no move."""
        self.state = state
        """None if a position is still to be chosen."""
        self.length: int = 0 if parent is None else parent.length + 1
        """How many plies there have been, the choice of a position included."""
        self.draws: int = 0 if parent is None else parent.draws + (actor is CHANCE and move is not None)
        """How often chance has acted by the rules."""
        self.children: dict[int, Node] = {}
        """Nodes that were reached from here by an action, if the game keeps them."""
        self.actions: list[int] | None = None
        """The legal actions, once somebody has asked for them."""
        self._told: dict[Seat | None, tuple[str, dict[str, Any]]] = {}
        self._vectors: dict[Seat, NDArray[np.int8]] = {}

    def follow(self, actor: Actor, move: Any, number: int, state: Any) -> "Node":
        """Give the node after a ply."""
        return Node(self.tree, self, actor, move, number, state)

    def list_path(self) -> list["Node"]:
        """List all nodes from the first to this one."""
        path = [self]
        while (parent := path[-1].parent) is not None:
            path.append(parent)
        return path[::-1]

    # ── What a seat has seen ─────────────────────────────────────────────────────────────────────────────────────────

    def tell(self, viewer: Seat | None) -> list[str]:
        """Tell everything that a viewer has seen, one line a ply. None is a spectator."""
        first, *others = self.list_path()
        return [*first.tell_past(viewer), *(node.tell_ply(viewer) for node in others)]

    def tell_past(self, viewer: Seat | None) -> list[str]:
        """Tell what a viewer had seen when the path began."""
        return [self.tell_ply(viewer)]

    def tell_ply(self, viewer: Seat | None) -> str:
        """Tell what a viewer saw of the last ply: their own move, all events, and what changed in their observation."""
        return self._tell(viewer)[0]

    def show(self, viewer: Seat | None) -> dict[str, Any]:
        """Give what a viewer sees of the state, as plain data."""
        return self._tell(viewer)[1]

    def write_rows(self, viewer: Seat, rows: NDArray[np.float32]) -> None:
        """Write everything that a seat has seen, one row a ply."""
        first, *others = self.list_path()
        first.write_past(viewer, rows)
        for node in others:
            node.write_row(viewer, rows[node.length])

    def write_past(self, viewer: Seat, rows: NDArray[np.float32]) -> None:
        """Write what a seat had seen when the path began."""
        self.write_row(viewer, rows[self.length])

    def write_row(self, viewer: Seat, row: NDArray[np.float32]) -> None:
        """Write what a seat saw of the last ply."""
        row[IS_PLAYED] = 1
        row[OWN_ACTION] = self.number + 1 if self.actor == viewer else 0
        self.write_vector(viewer, row[SEEN:])

    def write_vector(self, viewer: Seat, vector: NDArray[np.float32]) -> None:
        """Write what a seat sees of the state; zeros if there is none yet."""
        if self.state is None:
            vector[:] = 0
            return
        if viewer not in self._vectors:
            rules = self.tree.rules
            self._vectors[viewer] = encode_observation(rules, rules.observe(self.state, viewer), viewer)
        vector[:] = self._vectors[viewer]

    def _tell(self, viewer: Seat | None) -> tuple[str, dict[str, Any]]:
        if viewer not in self._told:
            rules, before = self.tree.rules, self.parent
            seen = {} if self.state is None else wire.encode_observation(rules.observe(self.state, viewer))
            if before is None or before.state is None:
                line = format_seen(seen)
            else:
                known = before.show(viewer)
                events = rules.events(before.state, self.move, self.state, viewer)
                own = [rules.format_move(before.state, self.move)] if self.actor == viewer else []
                changed = {name: value for name, value in seen.items() if value != known[name]}
                told = "".join(format_seen(wire.encode_event(event)) for event in events)
                line = " ".join([*own, told, format_seen(changed)])
            self._told[viewer] = line, seen
        return self._told[viewer]

    # ── Copies ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Node"], tuple[Any, ...]]:
        """Pickle the path as a list: nodes inside nodes would be too deep for it."""
        first, *others = self.list_path()
        return _restore, (first._reduce_first(), [(node.actor, node.move, node.number, node.state) for node in others])

    def _reduce_first(self) -> tuple[Any, ...]:
        return Node, self.tree, None, None, None, 0, self.state


class SampledNode(Node):
    """A state that a seat cannot tell from the real one, without the history that would have led to it.

    That seat has seen what it really saw. Of the others nobody knows what they would have seen: they have what a
    spectator really saw, then what they see of this state.
    """

    is_sampled = True
    __slots__ = ("seat", "source")

    def __init__(self, tree: GameTree, source: Node, seat: Seat, state: Any) -> None:
        super().__init__(tree, None, source.actor, source.move, source.number, state)
        self.source, self.seat = source, seat
        self.length, self.draws = source.length, source.draws

    def tell_past(self, viewer: Seat | None) -> list[str]:
        """Tell what the seat has seen, or what another might have."""
        return self.source.tell(viewer) if viewer == self.seat else [*self.source.tell(None), self.tell_ply(viewer)]

    def write_past(self, viewer: Seat, rows: NDArray[np.float32]) -> None:
        """Write what the seat has seen; of another only what it sees now."""
        if viewer == self.seat:
            self.source.write_rows(viewer, rows)
        else:
            self.write_row(viewer, rows[self.length])

    def _reduce_first(self) -> tuple[Any, ...]:
        return SampledNode, self.tree, self.source, self.seat, self.state


def format_seen(seen: Any) -> str:
    """Write plain data as one line."""
    return json.dumps(seen, separators=(",", ":"), ensure_ascii=False)


def _restore(first: Sequence[Any], others: Sequence[tuple[Any, Any, int, Any]]) -> Node:
    kind, *arguments = first
    node: Node = kind(*arguments)
    for actor, move, number, state in others:
        node = node.follow(actor, move, number, state)
    return node
