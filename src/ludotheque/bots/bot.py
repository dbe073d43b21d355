"""The Bot protocol, and bots by name. How each one chooses is in a module of its own."""

import importlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol, cast, runtime_checkable

from ludotheque.bots.analysis import Analysis
from ludotheque.bots.budget import Budget
from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.levels import LEVELS, make_level
from ludotheque.bots.random import RandomBot
from ludotheque.core.errors import UnknownBot
from ludotheque.core.game import AnyGame, M_co, O_contra
from ludotheque.core.inputs import shorten


class Bot(Protocol[O_contra, M_co]):
    """Chooses moves for one seat of one game.

    Only some callers give a budget, and tournaments never do: anybody's own bot may have a plain `choose(observation)`.
    """

    def choose(self, observation: O_contra, budget: Budget | None = None) -> M_co:
        """Give a legal move for the observation's viewer, who must be the one to decide.

        Without a budget the bot takes its own.
        """
        ...


@runtime_checkable
class Analyst(Protocol[O_contra]):
    """A bot that can also say what it thinks: every level can, whether the game has a kernel or not."""

    def analyse(self, observation: O_contra, budget: Budget | None = None) -> Analysis:
        """Say how the seats stand and how good each legal move is, as the observation's viewer can know it."""
        ...


BOTS: dict[str, Callable[[AnyGame, Random], Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{level: partial(make_level, level) for level in LEVELS},
}
"""What each bot is called, and how one is made for a game."""


def find_bot(name: str) -> Callable[[AnyGame, Random], Bot[Any, Any]]:
    """Find a bot by name, or anybody's own by `module:Class`, made in the same way. Raises UnknownBot."""
    if name in BOTS:
        return BOTS[name]
    module, colon, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute) if colon else None
    except (ImportError, AttributeError, ValueError):
        found = None
    if not callable(found):
        raise UnknownBot(
            f"There is no bot {shorten(name)}; there are: {', '.join(sorted(BOTS))}, and your own as module:Class."
        )
    return cast("Callable[[AnyGame, Random], Bot[Any, Any]]", found)


def list_bots() -> tuple[str, ...]:
    """List the names of all bots, the weakest first."""
    return tuple(BOTS)


def make_bot(name: str, game: AnyGame, *, seed: int | str | None = None, with_kernel: bool = True) -> Bot[Any, Any]:
    """Make a bot by name, or anybody's own by `module:Class`. Raises UnknownBot.

    With a seed it is repeatable: the same observations, the same moves, unless its budget is a time. Without kernel,
    levels search in pure Python: for who cannot wait for the compiler.
    """
    rng = Random(seed)  # noqa: S311 - bots, not secrets
    if name in LEVELS:
        return cast("Bot[Any, Any]", make_level(name, game, rng, with_kernel=with_kernel))
    return find_bot(name)(game, rng)
