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

    Only some callers pass a budget, and tournaments never do: a custom bot may implement a plain `choose(observation)`.
    """

    def choose(self, observation: O_contra, budget: Budget | None = None) -> M_co:
        """Choose a legal move for the observation's viewer, who must be the actor.

        Without a budget the bot uses its own.
        """
        ...


@runtime_checkable
class Analyst(Protocol[O_contra]):
    """A bot that can also rate positions and moves: every level can, whether the game has a kernel or not."""

    def analyse(self, observation: O_contra, budget: Budget | None = None) -> Analysis:
        """Rate the seats and every legal move, using only what the observation's viewer can know."""
        ...


BOTS: dict[str, Callable[[AnyGame, Random], Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{level: partial(make_level, level) for level in LEVELS},
}
"""The factory of each bot by name, the weakest bot first."""


def find_bot(name: str) -> Callable[[AnyGame, Random], Bot[Any, Any]]:
    """Find the factory of a bot by name, or of a custom one by `module:Class`. Raises UnknownBot.

    A custom class is imported and called with a game and a random generator; that it is a `Bot` is not checked.
    """
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
    """Make a bot by name, or a custom one by `module:Class`. Raises UnknownBot.

    With a seed it is reproducible: the same observations give the same moves, unless its budget is a time. Without a
    kernel, levels search in pure Python, which avoids the wait for the compiler.
    """
    rng = Random(seed)  # noqa: S311 - bots, not secrets
    if name in LEVELS:
        return cast("Bot[Any, Any]", make_level(name, game, rng, with_kernel=with_kernel))
    return find_bot(name)(game, rng)
