"""The bot that looks one move ahead and takes what looks best."""

from random import Random
from typing import Any, Generic

from ludotheque.bots.budget import Budget
from ludotheque.core.game import CHANCE, Evaluated, Game, M, O


class GreedyBot(Generic[M, O]):
    """Tries every legal move in a state that fits the observation and keeps the one that leads to the best guess.

    Ties are broken at random. In a game that has no evaluation it still takes a win that is there to be taken.
    """

    def __init__(self, game: Game[Any, M, O], rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, observation: O, budget: Budget | None = None) -> M:  # noqa: ARG002 - takes no time to speak of
        """Give the legal move after which the seat seems to stand best."""
        game = self._game
        state = game.determinize(observation, self._rng)
        seat = game.actor(state)
        if seat is None or seat is CHANCE:
            raise ValueError("no seat is to decide in this observation")
        rated = [
            (self._rate(game.apply(state, move), seat), self._rng.random(), move) for move in game.legal_moves(state)
        ]
        return max(rated, key=lambda entry: entry[:2])[2]

    def _rate(self, state: Any, seat: int) -> float:
        if isinstance(self._game, Evaluated):
            return self._game.evaluate(state, seat)
        outcome = self._game.outcome(state)
        return 1 / self._game.seats if outcome is None else outcome.shares[seat]
