"""Opponents for people, by level: the same search with more or less time. Compiled where it can be."""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from ludotheque.bots.budget import Budget
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.bots.sampling import SamplingBot
from ludotheque.bots.search import SearchBot
from ludotheque.core.game import AnyGame

LEVELS = {
    "easy": Budget(iterations=16),
    "medium": Budget(iterations=200),
    "hard": Budget(milliseconds=100),
    "master": Budget(milliseconds=1000),
}


def make_searcher(game: AnyGame, rng: Random, budget: Budget) -> Any:
    """Make the best searching bot that there is for a game: compiled if it has a kernel and Numba is installed."""
    if find_spec("numba") is not None and hasattr(game, "kernel"):
        return (OpenSearchBot if OpenSearchBot.suits(game) else SearchBot)(game, rng, budget)
    return SamplingBot(game, rng, budget)


def level(name: str) -> Callable[[AnyGame, Random], Any]:
    """Give the maker of the bot of a level."""

    def make(game: AnyGame, rng: Random) -> Any:
        return make_searcher(game, rng, LEVELS[name])

    return make
