"""The bot that searches: compiled tree search where a game has a kernel. The search itself is in tree.py."""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from ludotheque.bots.budget import Budget
from ludotheque.core.game import AnyGame


@dataclass(frozen=True)
class RankedMove:
    """What a search thinks of a move."""

    move: Any
    visits: int
    value: float
    """The share of the win that the player who decides can expect."""


@dataclass(frozen=True)
class Analysis:
    """What a search found out."""

    shares: tuple[float, ...]
    """For each seat, the share of the win that it can expect."""
    moves: tuple[RankedMove, ...]
    """All legal moves, the best first."""
    line: tuple[int, ...]
    """The line that was looked at most, as actions of the kernel, beginning with the best move."""
    iterations: int


class SearchBot:
    """Plays what information-set Monte Carlo tree search looked at most."""

    def __init__(
        self, game: AnyGame, rng: Random, budget: Budget, *, exploration: float = 0.6, nodes: int = 200_000
    ) -> None:
        # Imported when needed: Numba is optional and takes its time.
        from ludotheque.core.kernel import Compiled, specialise  # noqa: PLC0415 - see above

        if not isinstance(game, Compiled):
            raise TypeError(f"{game.title} has no kernel to search with")
        self._game: Any = game
        self._rng = rng
        self._budget = budget
        self._exploration = exploration
        self._module = specialise(game.kernel(), "bots/tree")
        self._tree = self._module.np.zeros(nodes, self._module.NODE)

    def choose(self, observation: Any) -> Any:
        """Give the move that was looked at most."""
        state = self._game.determinize(observation, self._rng)
        moves = self._game.legal_moves(state)
        return moves[0] if len(moves) == 1 else self.analyse(observation).moves[0].move

    def analyse(self, observation: Any) -> Analysis:
        """Search, and say what was found."""
        np, tree = self._module.np, self._tree
        root = self._game.pack_observation(observation)
        state = self._game.determinize(observation, self._rng)
        seat = self._game.actor(state)  # whoever decides is the one who sees
        rng = np.array([self._rng.getrandbits(64)], np.uint64)
        used, shares = np.ones(1, np.int64), np.zeros(self._game.seats)
        tree[0] = (0, -1, 0, 0, 0.0, -1, -1)
        begun = time.perf_counter()
        done = 0
        while (more := self._next_chunk(done, begun)) > 0:
            self._module.search(root, seat, more, self._exploration, rng, tree, used, shares)
            done += more
        return Analysis(
            shares=tuple(float(share) / done for share in shares),
            moves=self._rank(state),
            line=self._follow(),
            iterations=done,
        )

    def _next_chunk(self, done: int, begun: float) -> int:
        """Say how many iterations to do next; at the least a few, however late it is."""
        if self._budget.iterations is not None:
            return self._budget.iterations - done
        taken = 1000 * (time.perf_counter() - begun)
        left = (self._budget.milliseconds or 0.0) - taken
        if done == 0:
            return 32
        return 0 if left <= 0 else max(1, min(int(done * left / taken), 20_000) // 2)

    def _rank(self, state: Any) -> tuple[RankedMove, ...]:
        visits, values = self._children(0)
        ranked = []
        for move in self._game.legal_moves(state):
            action = self._game.encode_move(state, move)
            count = visits.get(action, 0)
            ranked.append(RankedMove(move, count, values.get(action, 0.0) / max(1, count)))
        return tuple(sorted(ranked, key=lambda entry: (-entry.visits, -entry.value)))

    def _children(self, node: int) -> tuple[dict[int, int], dict[int, float]]:
        visits, values = {}, {}
        child = int(self._tree[node]["child"])
        while child >= 0:
            entry = self._tree[child]
            visits[int(entry["action"])] = int(entry["visits"])
            values[int(entry["action"])] = float(entry["value"])
            child = int(entry["sibling"])
        return visits, values

    def _follow(self, most: int = 8) -> tuple[int, ...]:
        """Follow the children that were looked at most."""
        line: list[int] = []
        node = 0
        while len(line) < most:
            child, best, best_visits = int(self._tree[node]["child"]), -1, 0
            while child >= 0:
                if self._tree[child]["visits"] > best_visits:
                    best, best_visits = child, int(self._tree[child]["visits"])
                child = int(self._tree[child]["sibling"])
            if best < 0:
                break
            line.append(int(self._tree[best]["action"]))
            node = best
        return tuple(line)
