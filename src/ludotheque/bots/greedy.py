"""The bot that looks one move ahead and takes the move with the best evaluation."""

from random import Random
from typing import Any, Generic

from ludotheque.bots.budget import Budget
from ludotheque.core.game import CHANCE, Evaluated, Game, M, O


class GreedyBot(Generic[M, O]):
    """Tries every legal move in one sampled state and takes the one with the best evaluation for its seat.

    Ties are broken at random. In a game without `Evaluated` only outcomes count, so it still takes an immediate win.
    """

    def __init__(self, game: Game[Any, M, O], rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, observation: O, budget: Budget | None = None) -> M:  # noqa: ARG002 - it takes almost no time
        """Choose the move with the best evaluation. Raises ValueError if no seat is to move."""
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
