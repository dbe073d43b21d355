"""Getting compiled bots ready before anybody waits for them. A game without a kernel needs nothing of the kind."""

import multiprocessing
from multiprocessing.process import BaseProcess
from random import Random

from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import make_searcher
from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.simulation import Summary, simulate_compiled
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match


def warm_up(game: AnyGame) -> None:
    """Compile what searching and simulating this game needs, or load it if it was compiled before.

    Compiling takes many seconds, once for each version of the sources; loading takes about one, in every process. What
    is compiled fits all options of the game.
    """
    warm_up_search(game)
    if is_compiled(game):
        list(simulate_compiled(game, 1, "", Summary([0.0] * game.seats)))


def warm_up_search(game: AnyGame) -> None:
    """Compile only what searching bots need."""
    if not is_compiled(game):
        return
    match = Match(game, SeededDealer(bytes(32)))
    observation = game.observe(match.state, match.actor if isinstance(match.actor, int) else None)
    make_searcher(game, Random(1), Budget(iterations=1)).choose(observation)  # noqa: S311 - one move that nobody plays


def warm_up_in_background(game: AnyGame) -> BaseProcess:
    """Compile in another process, so that nothing blocks here; join it before the first search to find all compiled.

    A process and not a thread: compiling holds the interpreter. It ends with this process at the latest.
    """
    process = multiprocessing.get_context("spawn").Process(target=warm_up, args=(game,), daemon=True)
    process.start()
    return process
