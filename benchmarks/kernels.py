"""How fast the compiled kernels play random games, as a share of hand-written C measured in the same run.

The yardsticks are the programs in limit/, built here by gcc -O3 -march=native. Kernel and C are measured in turn a few
times, and the best of each counts: on a noisy machine that is the fairest.
"""

import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque.core.kernel import seed_rng, specialise
from ludotheque.core.simulation import Summary, simulate_compiled

LIMIT = Path(__file__).parent / "limit"
ROWS: list[tuple[str, dict[str, Any], int]] = [
    *[("tsuro", {"players": players}, 20_000) for players in (2, 4, 8)],
    *[("tao", {"players": players}, 20_000) for players in (2, 4)],
    ("turris", {}, 20_000),
]
ROUNDS = 5
BATCH = 4_096


def build(game_id: str, folder: Path) -> Path | None:
    """Build the yardstick of a game; None where there is no compiler."""
    if shutil.which("gcc") is None:
        return None
    program = folder / game_id
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, LIMIT / f"{game_id}.c", "-lm"], check=True)  # noqa: S603, S607 - our own program
    return program


def run_limit(program: Path, games: int, players: int) -> float:
    """Give the moves a second of a yardstick."""
    arguments = [str(program), str(games), str(players)]
    printed = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout  # noqa: S603 - same
    _, moves, seconds = printed.split("\n")[0].split()[:3]
    return int(moves) / float(seconds)


def run_kernel(game: Any, games: int) -> float:
    """Give the moves a second of a kernel's playouts, one thread."""
    summary = Summary([0.0] * game.seats)
    list(simulate_compiled(game, games, "bench", summary))
    return summary.moves / summary.seconds


def run_batch(game: Any, threads: int, steps: int = 100) -> float:
    """Give the moves a second of batched steps with masks and observations, all threads together."""
    kernel = game.kernel()
    loops, start = specialise(kernel, "core/loops"), game.pack_start()

    def work(seed: int, steps: int) -> None:
        rng = np.random.default_rng(seed)
        states, chosen = np.repeat(start, BATCH), np.full(BATCH, -1, np.int64)
        masks, seen = np.zeros((BATCH, kernel.actions), np.bool_), np.zeros((BATCH, kernel.observation), np.int8)
        seats, rewards = np.zeros(BATCH, np.int8), np.zeros((BATCH, game.seats), np.float32)
        ended, state = np.zeros(BATCH, np.bool_), seed_rng(seed)
        taken = 0.0
        for _ in range(steps):
            begun = time.perf_counter()
            loops.step_batch(start, states, chosen, state, masks, seen, seats, rewards, ended)
            taken += time.perf_counter() - begun
            # Any legal action, cheaply: the first one at or after a random place.
            shift = int(rng.integers(kernel.actions))
            chosen[:] = (np.roll(masks, -shift, axis=1).argmax(axis=1) + shift) % kernel.actions
        times.append(taken)

    times: list[float] = []
    work(0, 2)
    times.clear()
    workers = [threading.Thread(target=work, args=(seed, steps)) for seed in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return threads * BATCH * steps / max(times)


def main() -> None:
    """Measure and print the tables."""
    console = Console(width=110)
    table = Table(title="Random play by the kernels, one thread", title_justify="left")
    table.add_column("game")
    for column in (
        "kernel, moves/s",
        "C, moves/s",
        "kernel / C",
        "batch of 4,096, moves/s",
        "batch / playouts",
        "bytes",
    ):
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        for game_id, options, games in ROWS:
            game: Any = ludotheque.make(game_id, **options)
            program = build(game_id, Path(folder))
            run_kernel(game, 10)
            kernel = limit = 0.0
            for _ in range(ROUNDS):
                kernel = max(kernel, run_kernel(game, games))
                if program is not None:
                    limit = max(limit, run_limit(program, games, game.seats))
            batch = max(run_batch(game, 1) for _ in range(2))
            table.add_row(
                " ".join([game_id, *(f"{key} {value}" for key, value in options.items())]),
                f"{kernel:,.0f}",
                f"{limit:,.0f}" if limit else "no compiler",
                f"{kernel / limit:.2f}" if limit else "",
                f"{batch:,.0f}",
                f"{batch / kernel:.2f}",
                str(game.kernel().dtype.itemsize),
            )
    console.print(table)
