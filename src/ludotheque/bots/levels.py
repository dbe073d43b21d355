"""Opponents for people, by level: the same search with more or less time. Compiled where the game has a kernel."""

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
"""The budgets for games whose kernel has a prior, with which few iterations are strong. Measured in docs/bots.md."""
UNCOMPILED = LEVELS | {"medium": Budget(milliseconds=300)}
"""The budgets in pure Python, where 200 iterations would take seconds."""


def make_level(level: str, game: AnyGame, rng: Random, *, with_kernel: bool = True) -> Any:
    """Make the bot of a level, one of `LEVELS`. With `with_kernel` false it searches in pure Python in any case."""
    return make_searcher(game, rng, find_budget(level, game, with_kernel=with_kernel), with_kernel=with_kernel)


def find_budget(level: str, game: AnyGame, *, with_kernel: bool = True) -> Budget:
    """Look up the budget of a level for this game: it depends on whether there is a kernel, and on its prior."""
    if not (with_kernel and is_compiled(game)):
        return UNCOMPILED[level]
    return (INFORMED if game.compiled().kernel.is_informed else LEVELS)[level]


def make_searcher(game: AnyGame, rng: Random, budget: Budget, *, with_kernel: bool = True) -> Any:
    """Make the strongest searching bot that the game supports."""
    if not (with_kernel and is_compiled(game)):
        return SamplingBot(game, rng, budget)
    return (OpenSearchBot if OpenSearchBot.suits(game) else SearchBot)(game, rng, budget)
