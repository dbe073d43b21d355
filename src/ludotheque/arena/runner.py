"""Running the games of a tournament on all processors of this machine."""

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from ludotheque.arena.tournament import Plan, Result, play_game


def run_games(plan: Plan, numbers: Iterable[int], workers: int | None = None) -> Iterator[Result]:
    """Play these games of the tournament, and give each result as soon as it is there, in any order."""
    numbers = list(numbers)
    count = min(workers or os.cpu_count() or 1, len(numbers))
    if count <= 1:
        yield from (play_game(plan, number) for number in numbers)
        return
    # Fresh processes, not forks: a bot may have started threads.
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        games = [pool.submit(play_game, plan, number) for number in numbers]
        try:
            for game in as_completed(games):
                yield game.result()
        finally:
            pool.shutdown(cancel_futures=True)
