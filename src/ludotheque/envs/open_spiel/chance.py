"""Chance for OpenSpiel: draws that follow from a seed, and states that a player cannot tell from the real one."""

import os
from random import Random
from typing import Any

from ludotheque.envs.arguments import check_seat, check_seed
from ludotheque.envs.episodes import make_dealer
from ludotheque.envs.open_spiel.nodes import Node, SampledNode


class FairChance:
    """Chooses the outcomes of chance nodes by the draw function of tables, as other environments do by `chance="fair"`.

    It is a `chance_event_sampler` for OpenSpiel's `rl_environment`, too. It keeps nothing but the seed: what is drawn
    depends on the seed and on how often chance has acted in the game.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """Set the seed, a whole number from 0 to 2**64 - 1; without one it is drawn from the operating system."""
        self.number = int.from_bytes(os.urandom(8)) if seed is None else check_seed(seed)
        self._dealer = make_dealer(self.number)

    def __call__(self, state: Any) -> int:
        """Choose the outcome of a chance node. Raises ValueError for other nodes."""
        node: Node = state.node
        if not state.is_chance_node():
            raise ValueError("chance does not act here; choose one of the legal actions")
        if node.state is None:
            weights = node.tree.positions.values()  # type: ignore[attr-defined] # of an OpenSpielGame
            return self._dealer.choose(0, [f"position-{index}" for index in range(len(weights))], [*weights])
        rules = node.tree.rules
        move = self._dealer.draw(rules, node.state, node.length + 1, node.draws + 1)
        return rules.legal_moves(node.state).index(move)


class Resampler:
    """Samples states that a player cannot tell from the real one, by `determinize`: `bot.set_resampler(Resampler(1))`.

    For the ISMCTS of `open_spiel.python.algorithms`. The player has seen the same in the sampled state, and nothing
    else of the real one comes along.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng = Random(seed)  # noqa: S311 - search, not secrets

    def __call__(self, state: Any, player: int) -> Any:
        """Sample a state as a player knows it. Raises ValueError if there is no such player, or no game yet."""
        node: Node = state.node
        if node.state is None:
            raise ValueError("no position has been chosen yet; there is nothing that a player could know")
        tree: Any = node.tree
        sampled = tree.new_initial_state()
        seat = check_seat(tree.rules, player)
        world = tree.rules.determinize(tree.rules.observe(node.state, seat), self._rng)
        sampled.node = SampledNode(tree, node, seat, world)
        return sampled
