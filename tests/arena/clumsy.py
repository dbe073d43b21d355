"""Bots that do things wrong, and one that needs no help to be found."""

import time
from random import Random
from typing import Any

from ludotheque.bots.budget import Budget
from ludotheque.bots.random import RandomBot
from ludotheque.core.game import AnyGame


class Raising:
    """Raises on its second move."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._random, self._moves = RandomBot(game, rng), 0

    def choose(self, observation: Any) -> Any:
        self._moves += 1
        if self._moves == 2:
            raise RuntimeError("I have lost my glasses")
        return self._random.choose(observation)


class Cheating:
    """Answers with something that is no move."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        pass

    def choose(self, observation: Any) -> Any:
        return "I win"


class Sleepy(RandomBot[Any, Any]):
    """Takes its time."""

    def choose(self, observation: Any, budget: Budget | None = None) -> Any:
        time.sleep(0.05)
        return super().choose(observation, budget)


NOT_A_BOT = 7
