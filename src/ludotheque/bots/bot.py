"""The Bot protocol, and bots by name. How each one chooses is in a module of its own."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from inspect import signature
from random import Random
from typing import Any, Protocol, cast, runtime_checkable
from urllib.parse import parse_qsl

from ludotheque.bots.analysis import Analysis
from ludotheque.bots.budget import Budget
from ludotheque.bots.custom import hash_code, import_bot, list_data
from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.levels import LEVELS, make_level, make_searcher
from ludotheque.bots.random import RandomBot
from ludotheque.core.errors import OptionError, UnknownBot
from ludotheque.core.game import AnyGame, M_co, O_contra
from ludotheque.core.inputs import parse_whole, shorten
from ludotheque.core.sources import hash_files

SEARCH = "search"
"""The bot that needs a parameter: its budget."""


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
"""The factory of each bot that needs no parameters, by name, the weakest bot first."""


def parse_bot(text: str) -> tuple[str, dict[str, str]]:
    """Split `name?key=value&key=value` into name and parameters. Raises OptionError.

    `%26` is an `&`, as in addresses; but a plus is a plus and no space, for it is common in the names of files.
    """
    name, _, query = text.partition("?")
    try:
        pairs = parse_qsl(query.replace("+", "%2B"), keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        raise OptionError(
            f"The parameters of {shorten(text)} cannot be read; write name?key=value&key=value."
        ) from None
    if len(dict(pairs)) < len(pairs):
        raise OptionError(f"A parameter of {shorten(text)} is given twice.")
    return name, dict(pairs)


def find_bot(text: str) -> Callable[[AnyGame, Random], Bot[Any, Any]]:
    """Find the factory of a bot by name, or of a custom one by `module:Class`, with parameters or without.

    A custom class is imported and called with a game, a random generator and the parameters, which are text; that it is
    a `Bot` is not checked. Raises UnknownBot, BrokenBot or OptionError.
    """
    name, parameters = parse_bot(text)
    if name == SEARCH:
        return partial(make_searcher, budget=_parse_budget(parameters))
    if name in BOTS:
        if parameters:
            raise OptionError(f"The bot {name} takes no parameters; search?iterations=5000 searches with any budget.")
        return BOTS[name]
    if ":" not in name:
        known = ", ".join(sorted([*BOTS, f"{SEARCH}?iterations=N"]))
        raise UnknownBot(f"There is no bot {shorten(name)}; there are: {known}, and your own as module:Class.")
    factory = import_bot(name)
    _check_parameters(name, factory, parameters)
    return partial(factory, **parameters)


def _parse_budget(parameters: Mapping[str, str]) -> Budget:
    with suppress(ValueError):
        match [*parameters.items()]:
            case [(("iterations" | "milliseconds") as key, text)] if (number := parse_whole(text)) > 0:
                return Budget(**{key: number})
    raise OptionError(
        "The bot search takes one whole number, from 1 to 999999999: search?iterations=5000 or search?milliseconds=50."
    )


def _check_parameters(name: str, factory: Callable[..., Any], parameters: Mapping[str, str]) -> None:
    try:
        accepted = signature(factory)
    except (TypeError, ValueError):  # not every callable has one
        return
    try:
        accepted.bind(None, None, **parameters)
    except TypeError as error:
        raise OptionError(f"The bot {shorten(name)} cannot be made with these parameters: {error}.") from None


def is_custom(text: str) -> bool:
    """Whether a bot is one of another package, `module:Class`."""
    return ":" in parse_bot(text)[0]


def is_searching(text: str) -> bool:
    """Whether a bot is one of ours that searches, and so needs compiled code."""
    return parse_bot(text)[0] in {*LEVELS, SEARCH}


def hash_bot(text: str) -> str:
    """Hash what a bot's play depends on beside its name: its code, and files and folders that its parameters name."""
    name, parameters = parse_bot(text)
    files = [file for value in parameters.values() for file in list_data(value)]
    return hash_code(name) + (hash_files(files) if files else "")


def list_bots() -> tuple[str, ...]:
    """List the names of all bots, the weakest first."""
    return tuple(BOTS)


def make_bot(name: str, game: AnyGame, *, seed: int | str | None = None, with_kernel: bool = True) -> Bot[Any, Any]:
    """Make a bot by name, or a custom one by `module:Class`; `search?iterations=5000` gives parameters.

    With a seed it is reproducible: the same observations give the same moves, unless its budget is a time. Without a
    kernel, levels search in pure Python, which avoids the wait for the compiler. Raises UnknownBot, BrokenBot or
    OptionError.
    """
    rng = Random(seed)  # noqa: S311 - bots, not secrets
    if name in LEVELS:
        return cast("Bot[Any, Any]", make_level(name, game, rng, with_kernel=with_kernel))
    return find_bot(name)(game, rng)
