"""The bot that searches any game with a kernel, hidden information included, by compiled/templates/tree.py."""

import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from ludotheque.bots.analysis import Analysis, RankedMove, rank_moves
from ludotheque.bots.budget import Budget
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.playout import pick

_LONGEST_LINE = 8


class SearchBot:
    """Plays the most visited move of information-set Monte Carlo tree search. Raises TypeError without a kernel."""

    def __init__(
        self,
        game: AnyGame,
        rng: Random,
        budget: Budget,
        *,
        exploration: float = 1.5,
        noise: float = 0.08,
        nodes: int = 200_000,
    ) -> None:
        if not is_compiled(game):
            raise TypeError(f"{game.title} has no kernel to search with")

        self._game = game
        self._compiled = game.compiled()
        self._rng = rng
        self._budget = budget
        self._module = self._compiled.kernel.specialise("tree")
        # The replies of one opponent are kept in the tree even if the hand is hidden; those of several are too many.
        replies = self._compiled.kernel.open_replies or game.seats == 2
        self._parameters = exploration, noise, replies
        self._tree = self._module.np.zeros(nodes, self._module.NODE)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle it without the tree, which is room to search in, and without compiled code."""
        exploration, noise, _ = self._parameters
        make = partial(type(self), exploration=exploration, noise=noise, nodes=len(self._tree))
        return make, (self._game, self._rng, self._budget)

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        """Choose the most visited move. A forced move is played without searching."""
        state = self._game.determinize(observation, self._rng)
        moves = self._game.legal_moves(state)
        return moves[0] if len(moves) == 1 else self.analyse(observation, budget).moves[0].move

    def analyse(self, observation: Any, budget: Budget | None = None) -> Analysis:
        """Search until the budget is spent. Raises ValueError if no seat is to move."""
        begun = time.perf_counter()
        np, tree, budget = self._module.np, self._tree, budget or self._budget
        root = self._compiled.pack_observation(observation)
        state = self._game.determinize(observation, self._rng)
        seat = self._game.actor(state)  # the viewer is the seat to move
        if seat is None or seat is CHANCE:
            raise ValueError("no seat is to decide in this observation")
        rng = np.array([self._rng.getrandbits(64)], np.uint64)
        used, totals = np.ones(1, np.int64), np.zeros((2, self._game.seats))
        tree[0] = self._module.ROOT
        done = 0
        while (more := budget.next_chunk(done, begun)) > 0:
            self._module.search(root, seat, more, *self._parameters, rng, tree, used, totals)
            done += more
        return Analysis(
            shares=tuple(float(share) / done for share in totals[0]),
            moves=self._rank(state, seat),
            line=tuple(self._principal_variation(state)),
            iterations=done,
        )

    def _rank(self, state: Any, seat: int) -> tuple[RankedMove, ...]:
        children = self._children(self._tree[0])
        ranked = []
        for move in self._game.legal_moves(state):
            child = children.get((seat, self._compiled.encode_move(state, move)))
            visits, value = (0, 0.0) if child is None else (int(child["visits"]), float(child["value"]))
            ranked.append(RankedMove(move, visits, value / max(1, visits)))
        return rank_moves(ranked)

    def _children(self, node: Any) -> dict[tuple[int, int], Any]:
        """Map the children of a node by mover and action."""
        children, at = {}, node["child"]
        while at >= 0:
            child = self._tree[at]
            children[int(child["mover"]), int(child["action"])] = child
            at = child["sibling"]
        return children

    def _principal_variation(self, state: Any) -> Iterator[Any]:
        """Yield the principal variation in one sampled state; plies of chance are drawn at random."""
        children = self._children(self._tree[0])
        for _ in range(_LONGEST_LINE):
            while (actor := self._game.actor(state)) is CHANCE:
                state = self._game.apply(state, pick(self._game, state, self._rng))
            known = [
                (children[key], move)
                for move in (() if actor is None else self._game.legal_moves(state))
                if (key := (actor, self._compiled.encode_move(state, move))) in children
            ]
            if not known:
                return
            child, move = max(known, key=lambda entry: (int(entry[0]["visits"]), float(entry[0]["value"])))
            yield move
            state = self._game.apply(state, move)
            children = self._children(child)
