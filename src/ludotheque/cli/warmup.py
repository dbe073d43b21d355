"""`ludotheque warmup`: compile the kernels now, so that nobody waits for it later."""

import argparse
import time
from importlib.util import find_spec
from random import Random

from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import make_searcher
from ludotheque.cli.arguments import Commands
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import OptionError
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.match import Match
from ludotheque.core.simulation import Summary, simulate_compiled


def register(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "warmup",
        help="compile the games' kernels now",
        description="Compile the kernels of all games and keep them, so that bots and simulations start at once.",
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Compile."""
    if find_spec("numba") is None:
        raise OptionError("There is nothing to compile with: Numba is not installed (pip install ludotheque[fast]).")
    screen = Screen()
    for game_id in registry.games():
        game = registry.make(game_id)
        if not hasattr(game, "kernel"):
            continue
        begun = time.perf_counter()
        list(simulate_compiled(game, 1, "", Summary([0.0] * game.seats)))
        match = Match(game, SeededDealer(bytes(32)))
        observation = game.observe(match.state, match.actor if isinstance(match.actor, int) else None)
        make_searcher(game, Random(1), Budget(iterations=1)).choose(observation)
        screen.show(f"{game.title:<8} {time.perf_counter() - begun:5.1f} s")
    return 0
