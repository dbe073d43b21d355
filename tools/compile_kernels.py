"""Compiles what tests load of every game: `python -m tools.compile_kernels`: for bots, reviews, environments.

In one process, in which functions that several of them call are compiled once: environments take a quarter less.
`python -m tools.compile_kernels playouts` is for simulations only.
"""

import sys

from ludotheque.bots.warmup import warm_up
from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.simulation import Summary, simulate_compiled
from ludotheque.core.registry import list_games, make
from ludotheque.envs.__main__ import compile_environments
from ludotheque.review.warmup import warm_up_review

if __name__ == "__main__":
    for game_id in list_games():
        game = make(game_id)
        if sys.argv[1:] == ["playouts"]:
            assert is_compiled(game)
            list(simulate_compiled(game, 1, "", Summary([0.0] * game.seats)))
        else:
            warm_up(game)
            warm_up_review(game)
            compile_environments(game)
