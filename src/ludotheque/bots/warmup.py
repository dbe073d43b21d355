"""Compiling bots ahead of time. A game without a kernel needs none of this."""

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
    """Compile what searching and simulating this game needs, or load it from the cache.

    Compiling takes many seconds, once per version of the sources; loading takes about one second in every process. The
    compiled code serves all options of the game.
    """
    warm_up_search(game)
    if is_compiled(game):
        list(simulate_compiled(game, 1, "", Summary([0.0] * game.seats)))


def warm_up_search(game: AnyGame) -> None:
    """Compile only what searching bots need; does nothing for a game without a kernel."""
    if not is_compiled(game):
        return
    match = Match(game, SeededDealer(bytes(32)))
    observation = game.observe(match.state, match.actor if isinstance(match.actor, int) else None)
    make_searcher(game, Random(1), Budget(iterations=1)).choose(observation)  # noqa: S311 - the move is discarded


def warm_up_in_background(game: AnyGame) -> BaseProcess:
    """Compile in another process without blocking this one; join it before the first search.

    It is a process and not a thread because compiling holds the GIL, and a daemon, so it ends with this process.
    """
    process = multiprocessing.get_context("spawn").Process(target=warm_up, args=(game,), daemon=True)
    process.start()
    return process
