"""Compiles what tests load of every game: `python -m tools.compile_kernels`. For searches, simulations, environments.

In one process, in which functions that several of them call are compiled once: environments take a quarter less.
"""

from ludotheque.bots.warmup import warm_up
from ludotheque.core.registry import list_games, make
from ludotheque.envs.__main__ import compile_environments

if __name__ == "__main__":
    for game_id in list_games():
        game = make(game_id)
        warm_up(game)
        compile_environments(game)
