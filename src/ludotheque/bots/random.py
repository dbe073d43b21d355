"""The bot that plays any legal move: the yardstick below which nothing should fall."""

from random import Random
from typing import Any, Generic

from ludotheque.bots.budget import Budget
from ludotheque.core.game import Game, M, O


class RandomBot(Generic[M, O]):
    """Every legal move is equally likely."""

    def __init__(self, game: Game[Any, M, O], rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, observation: O, budget: Budget | None = None) -> M:  # noqa: ARG002 - takes no time to speak of
        """Give a legal move. Any state that fits the observation has the same ones."""
        return self._rng.choice(self._game.legal_moves(self._game.determinize(observation, self._rng)))
