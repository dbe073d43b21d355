"""Opponents for people, by level: the same search with more or less time. Compiled where it can be."""

from collections.abc import Callable
from random import Random
from typing import Any

from ludotheque.bots.budget import Budget
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.bots.sampling import SamplingBot
from ludotheque.bots.search import SearchBot
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.game import AnyGame

LEVELS = {
    "easy": Budget(iterations=16),
    "medium": Budget(iterations=200),
    "hard": Budget(milliseconds=100),
    "master": Budget(milliseconds=1000),
}
INFORMED = LEVELS | {"easy": Budget(iterations=2), "medium": Budget(iterations=64)}
"""The same for games whose kernel has a prior: there a few iterations go a long way. Measured in docs/bots.md."""


def make_searcher(game: AnyGame, rng: Random, budget: Budget) -> Any:
    """Make the best searching bot that there is for a game."""
    if not is_compiled(game):
        return SamplingBot(game, rng, budget)
    return (OpenSearchBot if OpenSearchBot.suits(game) else SearchBot)(game, rng, budget)


def level(name: str) -> Callable[[AnyGame, Random], Any]:
    """Give the maker of the bot of a level."""

    def make(game: AnyGame, rng: Random) -> Any:
        is_informed = is_compiled(game) and game.compiled().kernel.is_informed
        return make_searcher(game, rng, (INFORMED if is_informed else LEVELS)[name])

    return make
