"""The bot that plays random legal moves: the baseline that every other bot must beat."""

from random import Random
from typing import Any, Generic

from ludotheque.bots.budget import Budget
from ludotheque.core.game import Game, M, O


class RandomBot(Generic[M, O]):
    """Plays every legal move with the same probability."""

    def __init__(self, game: Game[Any, M, O], rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, observation: O, budget: Budget | None = None) -> M:  # noqa: ARG002 - it takes almost no time
        """Choose a legal move. Every state consistent with the observation has the same legal moves."""
        # As `legal_moves_for`, but sampled with the bot's own generator, so that seeded games stay what they were.
        return self._rng.choice(self._game.legal_moves(self._game.determinize(observation, self._rng)))
