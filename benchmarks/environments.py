"""How fast the environments of ludotheque.envs are, beside the raw step of the kernels and other people's environments.

All of it in seconds of the processor, one thread, measured in turn a few times; the best of each counts. Only what a
second thread gains is by the clock on the wall. pgx and PettingZoo's own games are left out where they are not
installed; requirements/bench.txt has them all.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import ludotheque
from benchmarks.kernels import BATCH, ROWS, Batch, choose
from benchmarks.others import prepare_pettingzoo, prepare_pgx
from ludotheque.envs import aec_env, vector_env

PROCESSES = 5
"""How many processes measure, each by itself: where code and arrays are in memory makes the same code a tenth slower or
faster, of the environment as of what it is compared with, and that is settled when a process starts."""
ROUNDS = 20
STEPS = 8
"""How many steps of many games are measured in a round, each by itself, so that some are not disturbed by others.

They follow each other. The games of three batches do not fit into the cache together; if these took turns at every
step, it would be measured how long their memory takes to come back, which is what whoever steps one batch never sees.
"""
BEFORE = 400
"""How many steps are made before anything is measured. Games begin together; after these they are everywhere."""
SIZES = (BATCH, 4 * BATCH)
"""How many games are stepped by two threads."""
ROUND = 0.02
"""How many seconds a round of single games takes."""


# ── Many games ───────────────────────────────────────────────────────────────────────────────────────────────────────


class VectorRun:
    """A vector environment somewhere in the middle of its games."""

    def __init__(self, game: Any, **settings: Any) -> None:
        self._envs = vector_env(game, BATCH, **settings)
        self._masks = self._envs.reset(seed=1)[0]["action_mask"].view(np.bool_)
        self._chosen = np.zeros(BATCH, np.int64)
        self._rng = np.array([1], np.uint64)
        for _ in range(BEFORE):
            self.step()

    def step(self) -> tuple[float, float]:
        """Make a step; give the moves a second without choosing and with it.

        What is played is chosen as for the raw step, by reading all masks: it matters what is in the cache then.
        """
        begun = time.thread_time()
        self._envs.sample(self._rng)
        sampling = time.thread_time() - begun
        choose(self._masks, self._rng, self._chosen)
        del self._masks  # so that there is one array of them, as for the raw step
        begun = time.thread_time()
        observations, *_ = self._envs.step(self._chosen)
        stepping = time.thread_time() - begun
        self._masks = observations["action_mask"].view(np.bool_)
        return BATCH / stepping, BATCH / (stepping + sampling)


def measure_threads(game: Any, size: int) -> float:
    """Give how many times as fast two threads step many games as one, by the clock on the wall: of the median step."""
    medians = []
    for threads in (1, 2):
        envs, rng, taken = vector_env(game, size, threads=threads), np.array([1], np.uint64), []
        envs.reset(seed=1)
        for _ in range(BEFORE):
            chosen = envs.sample(rng)
            begun = time.perf_counter()
            envs.step(chosen)
            taken.append(time.perf_counter() - begun)
        medians.append(median(taken[BEFORE // 2 :]))
        envs.close()
    return medians[0] / medians[1]


# ── One game ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def prepare_aec(game: Any, chance: Any) -> Callable[[], int]:
    """Give a function that plays a game by agents that take turns and choose at random, and says how many moves."""
    env, rng = aec_env(game, chance=chance), Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            moves += 1
        return moves

    play()
    return play


def time_moves(play: Callable[[], int], seconds: float = 0.0) -> float:
    """Play for a while, at least once; give the moves a second of the processor, all threads together."""
    moves, taken, begun = 0, 0.0, time.process_time()
    while not moves or taken < seconds:
        moves += play()
        taken = time.process_time() - begun
    return moves / taken


# ── In turn ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def measure(game: Any) -> dict[str, float]:
    """Give the moves a second of everything that is compared, in this process; nothing of what is not installed."""
    raw, checked, unchecked = Batch(game, 1), VectorRun(game), VectorRun(game, check=False)
    raw.run(time.thread_time, BEFORE)
    meters: dict[str, Callable[[], float]] = {
        "fair": partial(time_moves, prepare_aec(game, "fair"), ROUND),
        "fast": partial(time_moves, prepare_aec(game, "fast"), ROUND),
    }
    if find_spec("pgx"):
        meters["pgx"] = partial(time_moves, prepare_pgx("connect_four"))
    if find_spec("pettingzoo") and find_spec("rlcard"):  # which its games for cards need
        meters["pettingzoo"] = partial(time_moves, prepare_pettingzoo(), ROUND)
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        speeds = {name: meter() for name, meter in meters.items()}
        speeds["raw"] = max(BATCH / raw.run(time.thread_time, 1) for _ in range(STEPS))
        speeds["step"], speeds["chosen"] = map(max, zip(*(checked.step() for _ in range(STEPS)), strict=True))
        speeds["unchecked"] = max(unchecked.step()[0] for _ in range(STEPS))
        best = find_best([best, speeds])
    return best


MEASURE = """
import json, sys, ludotheque
from benchmarks.environments import measure
print(json.dumps(measure(ludotheque.make(sys.argv[1], **json.loads(sys.argv[2])))))
"""


def measure_apart(game_id: str, options: dict[str, Any]) -> list[dict[str, float]]:
    """Give the same, of each of a few new processes."""
    command = [sys.executable, "-c", MEASURE, game_id, json.dumps(options)]
    return [json.loads(subprocess.check_output(command)) for _ in range(PROCESSES)]  # noqa: S603 - our own program


def find_best(found: list[dict[str, float]]) -> dict[str, float]:
    """Give the best of each speed."""
    return {name: max(speeds.get(name, 0.0) for speeds in found) for name in found[-1]}


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


def measure_start(game_id: str, chance: str, bytecode: Path) -> tuple[float, float, float]:
    """Give the seconds of importing, of a first step with nothing compiled, and with everything compiled.

    `bytecode` is a folder for Python's own compiled files, which pip makes when it installs a package.
    """
    figures: list[list[float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPYCACHEPREFIX": str(bytecode)}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
            command = [sys.executable, "-c", START, game_id, chance]
            told = subprocess.check_output(command, env=environment, text=True)  # noqa: S603 - our own program
            figures.append([float(seconds) for seconds in told.split()])
    return figures[1][0], figures[0][1], figures[1][1]


# ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Measure and print the tables."""
    console = Console(width=160)
    many = make_table(
        f"{BATCH:,} games with masks and observations, moves/s",
        [
            "raw step",
            "step",
            "step / raw",
            "of each process",
            "unchecked / raw",
            "step and choice",
            "pgx",
            "step / pgx",
            "and choice / pgx",
        ],
    )
    threaded = make_table("Two threads / one, by the clock on the wall", [f"{size:,} games" for size in SIZES])
    single = make_table(
        "One game, agents take turns, moves/s",
        ["chance fair", "fast", "PettingZoo", "fair / PettingZoo", "fast / PettingZoo"],
    )
    for game_id, options in ROWS:
        game = ludotheque.make(game_id, **options)
        apart = measure_apart(game_id, options)
        found = {"pgx": 0.0, "pettingzoo": 0.0, **find_best(apart)}
        name = " ".join([game_id, *(f"{key} {value}" for key, value in options.items())])
        many.add_row(
            name,
            f"{found['raw']:,.0f}",
            f"{found['step']:,.0f}",
            divide(found["step"], found["raw"]),
            "{:.2f} to {:.2f}".format(*find_range(apart)),
            divide(found["unchecked"], found["raw"]),
            f"{found['chosen']:,.0f}",
            f"{found['pgx']:,.0f}",
            divide(found["step"], found["pgx"]),
            divide(found["chosen"], found["pgx"]),
        )
        threaded.add_row(name, *(f"{measure_threads(game, size):.2f}" for size in SIZES))
        single.add_row(
            name,
            f"{found['fair']:,.0f}",
            f"{found['fast']:,.0f}",
            f"{found['pettingzoo']:,.0f}",
            divide(found["fair"], found["pettingzoo"]),
            divide(found["fast"], found["pettingzoo"]),
        )
    console.print(many)
    console.print(threaded)
    console.print(single)
    table = Table(title="The first environment of a process, seconds of the processor", title_justify="left")
    for column in ("game", "chance", "import", "nothing compiled", "all compiled"):
        table.add_column(column)
    with tempfile.TemporaryDirectory() as folder:
        measure_start("turris", "fast", Path(folder))  # only to have it there
        for game_id in ludotheque.list_games():
            for chance in ("fast", "fair"):
                figures = measure_start(game_id, chance, Path(folder))
                table.add_row(game_id, chance, *(f"{seconds:.2f}" for seconds in figures))
    console.print(table)


def make_table(title: str, columns: list[str]) -> Table:
    """Make a table of figures, a row for each game."""
    table = Table(title=title, title_justify="left")
    table.add_column("game")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def find_range(apart: list[dict[str, float]]) -> tuple[float, float]:
    """Give the least and the greatest share of the raw step that one process shows."""
    shares = [speeds["step"] / speeds["raw"] for speeds in apart]
    return min(shares), max(shares)


def divide(speed: float, yardstick: float) -> str:
    """Give a ratio; nothing where the yardstick is not installed."""
    return f"{speed / yardstick:.2f}" if yardstick else ""


if __name__ == "__main__":
    main()
