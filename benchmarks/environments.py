"""How fast the environments of ludotheque.envs are, beside the raw step of the kernels and other people's environments.

All of it in seconds of the processor, one thread, measured in turn a few times; the best of each counts. pgx and
PettingZoo's own games are left out where they are not installed; requirements/bench.txt has them all.
"""

import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import ludotheque
from benchmarks.kernels import BATCH, ROWS, STEPS, Batch
from benchmarks.others import measure_pettingzoo, measure_pgx
from ludotheque.envs import aec_env, vector_env

ROUNDS = 10
SECONDS = 1.0


# ── Many games ───────────────────────────────────────────────────────────────────────────────────────────────────────


class VectorRun:
    """A vector environment somewhere in the middle of its games."""

    def __init__(self, game: Any, **settings: Any) -> None:
        self._envs = vector_env(game, BATCH, **settings)
        self._envs.reset(seed=1)
        self._rng = np.array([1], np.uint64)
        self.run()

    def run(self) -> tuple[float, float]:
        """Make some steps; give the moves a second without choosing and with it."""
        stepping = choosing = 0.0
        for _ in range(STEPS):
            begun = time.thread_time()
            actions = self._envs.sample(self._rng)
            chosen = time.thread_time()
            self._envs.step(actions)
            choosing += chosen - begun
            stepping += time.thread_time() - chosen
        return BATCH * STEPS / stepping, BATCH * STEPS / (stepping + choosing)


def measure_vector(game: Any) -> tuple[float, float, float, float]:
    """Give the moves a second of the raw step, of the environment, without its check, and with a random choice."""
    raw, checked, unchecked = Batch(game, 1), VectorRun(game), VectorRun(game, check=False)
    best = [0.0] * 4
    for _ in range(ROUNDS):
        step, with_choice = checked.run()
        figures = (BATCH * STEPS / raw.run(time.thread_time), step, unchecked.run()[0], with_choice)
        best = [max(pair) for pair in zip(best, figures, strict=True)]
    return best[0], best[1], best[2], best[3]


# ── One game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def measure_aec(game: Any, chance: Any) -> float:
    """Give the moves a second of agents that take turns and choose at random."""
    env, rng = aec_env(game, chance=chance), Random(1)
    env.reset(seed=1)
    moves, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < SECONDS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            moves += 1
    return moves / taken


# ── The first environment of a process ───────────────────────────────────────────────────────────────────────────────

START = """
import sys, time
begun = time.process_time()
from ludotheque.envs import vector_env
imported = time.process_time()
envs = vector_env(sys.argv[1], 64, chance=sys.argv[2])
envs.reset(seed=1)
envs.step(envs.sample(1))
print(imported - begun, time.process_time() - imported)
"""


def measure_start(game_id: str, chance: str) -> tuple[float, float, float]:
    """Give the seconds of importing, of a first step with nothing compiled, and with everything compiled."""
    figures: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            environment = {**os.environ, "XDG_CACHE_HOME": folder}
            command = [sys.executable, "-c", START, game_id, chance]
            told = subprocess.check_output(command, env=environment, text=True)  # noqa: S603 - our own program
            figures.append([float(seconds) for seconds in told.split()])
    return min(figure[0] for figure in figures), figures[0][1], figures[1][1]


# ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


def measure_others() -> Iterator[tuple[str, str, float]]:
    """Give the moves a second of other people's environments for connect four."""
    measures: list[tuple[str, Callable[[Any], Iterator[Any]]]] = [
        ("pgx", measure_pgx),
        ("pettingzoo", measure_pettingzoo),
    ]
    for package, measure in measures:
        try:
            module = importlib.import_module("pettingzoo.classic" if package == "pettingzoo" else package)
        except ImportError:
            continue
        what, name, speed = next(measure(module))
        yield f"{package}'s {name}", what, speed


def main() -> None:
    """Measure and print the tables."""
    console = Console(width=140)
    table = Table(title=f"Vector environments, {BATCH:,} games with masks and observations", title_justify="left")
    table.add_column("game")
    for column in (
        "raw step, moves/s",
        "step",
        "step / raw",
        "unchecked / raw",
        "step and random choice",
        "AEC fair",
        "AEC fast",
    ):
        table.add_column(column, justify="right")
    for game_id, options in ROWS:
        game = ludotheque.make(game_id, **options)
        raw, step, unchecked, both = measure_vector(game)
        name = " ".join([game_id, *(f"{key} {value}" for key, value in options.items())])
        agents = [f"{measure_aec(game, chance):,.0f}" for chance in ("fair", "fast")]
        table.add_row(
            name, f"{raw:,.0f}", f"{step:,.0f}", f"{step / raw:.2f}", f"{unchecked / raw:.2f}", f"{both:,.0f}", *agents
        )
    console.print(table)
    for name, what, speed in measure_others():
        console.print(f"{name}, {what}: {speed:,.0f} moves/s")
    table = Table(title="The first environment of a process, seconds of the processor", title_justify="left")
    for column in ("game", "chance", "import", "nothing compiled", "all compiled"):
        table.add_column(column)
    for game_id in ludotheque.list_games():
        for chance in ("fast", "fair"):
            table.add_row(game_id, chance, *(f"{seconds:.1f}" for seconds in measure_start(game_id, chance)))
    console.print(table)


if __name__ == "__main__":
    main()
