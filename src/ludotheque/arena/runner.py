"""Running the games of a tournament on all processors of this machine. For many machines, see cluster.py."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar

from ludotheque.arena.bot_process import get_bot_process
from ludotheque.arena.tournament import Plan, Result, compile_ahead, play_game
from ludotheque.bots.bot import is_custom

T = TypeVar("T")


def run_games(plan: Plan, numbers: Iterable[int], workers: int | None = None) -> Iterator[Result]:
    """Play these games of the tournament, and yield each result as soon as it is there, in any order."""
    left = dict.fromkeys(numbers)
    if left:
        compile_ahead(plan)
    # One process is this one, which no bot of others may take down.
    apart = _count_processes(len(left), workers) == 1 and any(map(is_custom, plan.entrants))
    try:
        for result in spread(partial(play_game, plan, apart=apart), left, workers):
            del left[result.number]
            yield result
    except BrokenProcessPool:
        # A bot has crashed its process, and all games in flight with it. Find out which bot.
        yield from spread(partial(play_game, plan, apart=True), left, workers)
    finally:
        get_bot_process().close()  # the next tournament may be of bots that are found elsewhere, or were changed


def spread(play: Callable[[int], T], numbers: Iterable[int], workers: int | None = None) -> Iterator[T]:
    """Call a function for each number in one process per processor, or in this process if there is only one."""
    numbers = list(numbers)
    count = _count_processes(len(numbers), workers)
    if count == 1:
        yield from map(play, numbers)
        return
    # Fresh processes, not forks: a bot may have started threads.
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        games = [pool.submit(play, number) for number in numbers]
        try:
            for game in as_completed(games):
                yield game.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _count_processes(games: int, workers: int | None) -> int:
    return max(1, min(workers or os.cpu_count() or 1, games))
