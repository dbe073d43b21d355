"""The bot that searches games with perfect information. The search is in compiled/templates/open_tree.py."""

import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, TypeGuard

from ludotheque.bots.analysis import Analysis, RankedMove
from ludotheque.bots.budget import Budget
from ludotheque.compiled.adapter import Compiled, is_compiled
from ludotheque.core.game import CHANCE, AnyGame

_LONGEST_LINE = 8


class OpenSearchBot:
    """Plays the move that Monte Carlo tree search has proven best or, while nothing is proven, has visited most.

    Raises TypeError for a game that `suits` rejects.
    """

    def __init__(
        self, game: AnyGame, rng: Random, budget: Budget, *, exploration: float = 0.6, nodes: int = 1_000_000
    ) -> None:
        if not self.suits(game):
            raise TypeError(f"{game.title} has no kernel for a search that sees everything")

        self._game = game
        self._compiled = game.compiled()
        self._rng = rng
        self._budget = budget
        self._exploration = exploration
        kernel = self._compiled.kernel
        self._module = kernel.specialise("open_tree")
        # The system allocates memory only as the tree grows. The root and its children must fit.
        self._tree = self._module.np.empty(max(nodes, 1 + kernel.most_legal), self._module.NODE)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle it without the tree, which is room to search in, and without compiled code."""
        make = partial(type(self), exploration=self._exploration, nodes=len(self._tree))
        return make, (self._game, self._rng, self._budget)

    @staticmethod
    def suits(game: AnyGame) -> TypeGuard[Compiled[Any, Any, Any]]:
        """Whether the game has a kernel for two players with perfect information, and Numba is installed."""
        return is_compiled(game) and game.compiled().kernel.is_open

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        """Choose the best move found. A forced move is played without searching."""
        moves = self._game.legal_moves(self._game.determinize(observation, self._rng))
        return moves[0] if len(moves) == 1 else self.analyse(observation, budget).moves[0].move

    def analyse(self, observation: Any, budget: Budget | None = None) -> Analysis:
        """Search until the budget is spent or the position is proven. Raises ValueError if no seat is to move."""
        begun = time.perf_counter()
        budget = budget or self._budget
        np, tree = self._module.np, self._tree
        root = self._compiled.pack_observation(observation)
        state = self._game.determinize(observation, self._rng)
        seat = self._game.actor(state)
        if seat is None or seat is CHANCE:
            raise ValueError("no seat is to decide in this observation")
        rng = np.array([self._rng.getrandbits(64)], np.uint64)
        used = np.zeros(1, np.int64)
        done, is_proven = 0, False
        while not is_proven and (more := budget.next_chunk(done, begun)) > 0:
            got = int(self._module.search(root, more, self._exploration, rng, tree, used))
            done += got
            is_proven = got < more
        share = self._expected_share(tree[0])
        return Analysis(
            shares=tuple(share if each == seat else 1 - share for each in range(self._game.seats)),
            moves=tuple(self._rank(state)),
            line=tuple(self._principal_variation(state)),
            iterations=done,
            is_proven=is_proven,
        )

    def _expected_share(self, node: Any) -> float:
        """Return the expected share of the win of the player who moved into a node; exact if the node is proven."""
        if node["proof"] != self._module.UNPROVEN:
            return float(node["proof"]) / 2
        return float(node["value"]) / max(1, int(node["visits"]))

    def _sort_children(self, node: Any) -> list[Any]:
        """Sort the children of a node, best first.

        Proven wins come first, then moves with a better value than the proven result, the proven result itself, the
        other unproven moves, and proven losses. Within each group the most visited come first.
        """
        module, sure = self._module, float(node["safe"]) / 2

        def measure(child: Any) -> tuple[float, int, float]:
            value = self._expected_share(child)
            if child["proof"] != module.UNPROVEN:
                return float(child["proof"]), int(child["visits"]), value
            return 1.5 if value > sure else 0.5, int(child["visits"]), value

        first = int(node["child"])
        return sorted(self._tree[first : first + int(node["children"])], key=measure, reverse=True)

    def _rank(self, state: Any) -> Iterator[RankedMove]:
        for child in self._sort_children(self._tree[0]):
            move = self._compiled.decode_move(state, int(child["action"]))
            proven = bool(child["proof"] != self._module.UNPROVEN)
            yield RankedMove(move, int(child["visits"]), self._expected_share(child), is_proven=proven)

    def _principal_variation(self, state: Any) -> Iterator[Any]:
        """Yield the principal variation, as far as its moves were visited."""
        node = self._tree[0]
        for _ in range(_LONGEST_LINE):
            if node["child"] < 0:
                return
            node = self._sort_children(node)[0]
            if node["visits"] == 0:
                return
            move = self._compiled.decode_move(state, int(node["action"]))
            yield move
            state = self._game.apply(state, move)
