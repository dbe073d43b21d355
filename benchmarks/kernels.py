"""How fast the compiled kernels play random games, as a share of hand-written C measured in the same run.

The yardsticks are the programs in limit/, built here by gcc -O3 -march=native. All that is compared is measured in turn
a few times, and the best of each counts; threads are measured in their own processor time. So it matters little what
else the machine does. The gain by a second thread is given by the clock on the wall as well: in processor time it says
what two threads cost each other, on the wall what is gained. Either needs two cores with nothing else to do.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque.compiled.kernel import Kernel, below

LIMIT = Path(__file__).parent / "limit"
ROWS: list[tuple[str, dict[str, Any]]] = [
    *[("tsuro", {"players": players}) for players in (2, 4, 8)],
    *[("tao", {"players": players}) for players in (2, 4)],
    ("turris", {}),
]
ROUNDS = 20
GAMES = 5_000
"""How many games are played in a round of playouts."""
RUNS = 5
"""How many rounds of playouts a process of a kernel makes; its first is slow, as long as memory is new to it."""
BATCH = 4_096
STEPS = 30
"""How many steps a batch makes in a round."""


# ── Playouts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def build(game_id: str, folder: Path) -> Path | None:
    """Build the yardstick of a game; None where there is no compiler."""
    if shutil.which("gcc") is None:
        return None
    program = folder / game_id
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, LIMIT / f"{game_id}.c", "-lm"], check=True)  # noqa: S603, S607 - our own program
    return program


def run_limit(program: Path, players: int) -> float:
    """Give the moves a second of a yardstick."""
    arguments = [str(program), str(GAMES), str(players)]
    printed = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout  # noqa: S603 - same
    _, moves, seconds = printed.split("\n")[0].split()[:3]
    return int(moves) / float(seconds)


def run_playouts(game: Any) -> float:
    """Give the moves a second of a kernel's playouts, one thread: of the best of a few rounds."""
    compiled = game.compiled()
    loops, start = compiled.kernel.specialise("playout_loops"), compiled.pack_start()
    shares, lengths = np.zeros(game.seats), np.zeros(GAMES, np.int32)
    best = 0.0
    for _ in range(RUNS):
        moves = np.zeros(1, np.int64)
        begun = time.thread_time()
        loops.playouts(start, Kernel.seed_rng(1), shares, moves, lengths)
        best = max(best, moves[0] / (time.thread_time() - begun))
    return best


PLAYOUTS = """
import json, sys, ludotheque
from benchmarks.kernels import run_playouts
print(run_playouts(ludotheque.make(sys.argv[1], **json.loads(sys.argv[2]))))
"""


def run_playouts_apart(game_id: str, options: dict[str, Any]) -> float:
    """Give the same, of a new process."""
    command = [sys.executable, "-c", PLAYOUTS, game_id, json.dumps(options)]
    return float(subprocess.check_output(command))  # noqa: S603 - our own program


# ── Batches ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@njit(nogil=True)
def choose(masks: Any, rng: Any, chosen: Any) -> None:
    """Choose a legal action for each game, each as likely."""
    for game in range(masks.shape[0]):
        left = below(rng, masks[game].sum())
        action = 0
        while left > 0 or not masks[game, action]:
            left -= masks[game, action]
            action += 1
        chosen[game] = action


class Batch:
    """Many games at once, somewhere in the middle, and the actions chosen next."""

    def __init__(self, game: Any, seed: int) -> None:
        compiled = game.compiled()
        kernel = compiled.kernel
        self._loops = kernel.specialise("playout_loops")
        self._rng = Kernel.seed_rng(seed)
        self._start = compiled.pack_start()
        self._states = np.repeat(self._start, BATCH)
        self._chosen = np.full(BATCH, -1, np.int64)
        self._masks = np.zeros((BATCH, kernel.actions), np.bool_)
        self._told = (
            np.zeros((BATCH, kernel.observation), np.int8),
            np.zeros(BATCH, np.int8),  # seats
            np.zeros((BATCH, game.seats), np.float32),  # rewards
            np.zeros(BATCH, np.bool_),  # ended
        )
        self.run(time.thread_time)

    def run(self, clock: Callable[[], float], steps: int = STEPS) -> float:
        """Make some steps; give how long they took, without the choosing."""
        taken = 0.0
        for _ in range(steps):
            begun = clock()
            self._loops.step_batch(self._start, self._states, self._chosen, self._rng, self._masks, *self._told)
            taken += clock() - begun
            choose(self._masks, self._rng, self._chosen)
        return taken


def run_batches(batches: list[Batch], clock: Callable[[], float]) -> float:
    """Give the moves a second of batched steps, one thread a batch and all together."""
    with ThreadPoolExecutor(len(batches)) as pool:
        times = list(pool.map(lambda batch: batch.run(clock), batches))
    return float(len(batches) * BATCH * STEPS / max(times))


# ── Memory ───────────────────────────────────────────────────────────────────────────────────────────────────────────

SEARCH = """
import sys
from pathlib import Path
from random import Random
def print_resident():
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    print(int(line.split()[1]) // 1024)
import ludotheque
games = [ludotheque.make(name) for name in sys.argv[1:]]
print_resident()
import ludotheque.compiled.kernel
print_resident()
from ludotheque.bots.budget import Budget
from ludotheque.bots.search import SearchBot
for game in games:
    bot, state, rng = SearchBot(game, Random(0), Budget(iterations=1000)), game.start(), Random(0)
    while not isinstance(game.actor(state), int):
        state = game.apply(state, rng.choice(game.legal_moves(state)))
    bot.choose(game.observe(state, game.actor(state)))
    print_resident()
"""


def measure_memory(game_ids: list[str]) -> list[int]:
    """Give the megabytes that a new process holds: without Numba, with it, and after a search in each of the games.

    Run twice: the first time compiles, the second finds what was compiled.
    """
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", SEARCH, *game_ids], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    return [int(line) for line in done.stdout.split()]


# ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


def measure(game_id: str, options: dict[str, Any], program: Path | None) -> list[str]:
    """Measure a row of the table."""
    game: Any = ludotheque.make(game_id, **options)
    kernel = limit = batch = batch_two = one = two = 0.0
    batches = [Batch(game, seed) for seed in (1, 2)]
    for _ in range(ROUNDS):
        kernel = max(kernel, run_playouts_apart(game_id, options))
        limit = max(limit, run_limit(program, game.seats) if program else 0.0)
        batch = max(batch, run_batches(batches[:1], time.thread_time))
        batch_two = max(batch_two, run_batches(batches, time.thread_time))
        one = max(one, run_batches(batches[:1], time.perf_counter))
        two = max(two, run_batches(batches, time.perf_counter))
    return [
        f"{kernel:,.0f}",
        f"{limit:,.0f}" if limit else "no compiler",
        f"{kernel / limit:.2f}" if limit else "",
        f"{batch:,.0f}",
        f"{batch / kernel:.2f}",
        f"{batch_two / batch:.2f}",
        f"{two / one:.2f}",
        str(game.compiled().kernel.dtype.itemsize),
    ]


def main() -> None:
    """Measure and print the tables."""
    console = Console(width=140)
    table = Table(title="Random play by the kernels", title_justify="left")
    table.add_column("game")
    for column in (
        "playouts, moves/s",
        "C, moves/s",
        "playouts / C",
        f"batch of {BATCH:,}, moves/s",
        "batch / playouts",
        "2 threads / 1",
        "on the wall",
        "bytes a game",
    ):
        table.add_column(column, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        for game_id, options in ROWS:
            row = measure(game_id, options, build(game_id, Path(folder)))
            table.add_row(" ".join([game_id, *(f"{key} {value}" for key, value in options.items())]), *row)
    console.print(table)
    if Path("/proc/self/status").exists():
        game_ids = list(dict.fromkeys(game_id for game_id, _ in ROWS))
        before, loaded, *searched = measure_memory(game_ids)
        table = Table(title="Resident memory of a process, megabytes", title_justify="left")
        for column in ("the rules", "and Numba", *(f"and a search of {game_id}" for game_id in game_ids)):
            table.add_column(column, justify="right")
        table.add_row(*map(str, [before, loaded, *searched]))
        console.print(table)
