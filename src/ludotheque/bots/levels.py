"""Opponents for people, by level: the same search with more or less time. Compiled where it can be."""

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
UNCOMPILED = LEVELS | {"medium": Budget(milliseconds=300)}
"""The same in pure Python, where 200 iterations would take seconds."""


def make_level(level: str, game: AnyGame, rng: Random, *, with_kernel: bool = True) -> Any:
    """Make the bot of a level. Without kernel, a game that has one is searched in pure Python all the same."""
    return make_searcher(game, rng, find_budget(level, game, with_kernel=with_kernel), with_kernel=with_kernel)


def find_budget(level: str, game: AnyGame, *, with_kernel: bool = True) -> Budget:
    """Look up how long a level searches this game."""
    if not (with_kernel and is_compiled(game)):
        return UNCOMPILED[level]
    return (INFORMED if game.compiled().kernel.is_informed else LEVELS)[level]


def make_searcher(game: AnyGame, rng: Random, budget: Budget, *, with_kernel: bool = True) -> Any:
    """Make the best searching bot that there is for a game."""
    if not (with_kernel and is_compiled(game)):
        return SamplingBot(game, rng, budget)
    return (OpenSearchBot if OpenSearchBot.suits(game) else SearchBot)(game, rng, budget)
