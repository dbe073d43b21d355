"""The Bot protocol, and bots by name. How each one chooses is in a module of its own."""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.random import RandomBot
from ludotheque.core.game import AnyGame, M_co, O_contra


class Bot(Protocol[O_contra, M_co]):
    """Chooses moves for one seat of one game."""

    def choose(self, observation: O_contra) -> M_co:
        """Give a legal move for the observation's viewer, who must be the one to decide."""
        ...


BOTS: dict[str, Callable[[AnyGame, Random], Bot[Any, Any]]] = {"greedy": GreedyBot, "random": RandomBot}
"""What each bot is called, and how one is made for a game."""
