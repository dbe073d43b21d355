"""`ludotheque warmup`: compile the kernels now, so that nobody waits for it later."""

import argparse
import time
from importlib.util import find_spec

from ludotheque.bots.warmup import warm_up
from ludotheque.cli.arguments import Commands
from ludotheque.cli.screen import Screen
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, OptionError
from ludotheque.core.tracebacks import format_error
from ludotheque.review.warmup import warm_up_review


def register(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "warmup",
        help="compile the games' kernels now",
        description="Compile the kernels of all games, so that bots, reviews and simulations start at once.",
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Compile; a game for which that fails is named, and costs no other one."""
    if find_spec("numba") is None:
        raise OptionError("There is nothing to compile with: Numba is not installed (pip install ludotheque[fast]).")
    screen, failed = Screen(), False
    for game_id, game_class in registry.load_games().items():
        if isinstance(game_class, BrokenGame):
            screen.show(f"{game_id} cannot be loaded: {game_class.reason}")
            failed = True
            continue
        try:
            _compile(game_id, screen)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a game of another package may raise anything
            screen.show(f"{game_id} cannot be compiled:\n{format_error(error)}")
            failed = True
    return 1 if failed else 0


def _compile(game_id: str, screen: Screen) -> None:
    game = registry.make(game_id)
    if not is_compiled(game):
        return
    begun = time.perf_counter()
    warm_up(game)
    warm_up_review(game)
    screen.show(f"{game.title:<8} {time.perf_counter() - begun:5.1f} s")
