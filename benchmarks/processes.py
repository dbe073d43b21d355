"""How many moves a second several processes on PostgreSQL make durable, beside one on SQLite.

The clients and games are those of `server.py`. Nothing is pinned to a core: servers, database and clients share all
that there are, so what counts is the processor time of each for a move. `python -m benchmarks.processes --quick` is
shorter.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.clients import Hall, Meter, open_games
from benchmarks.server import WARM_UP, Process, format_quantiles
from tests.postgres_harness import Postgres

TABLES = 100
GAMES_A_SECOND = 100  # that are set up before the clock runs


@dataclass(frozen=True)
class Result:
    """What came of one measurement."""

    speed: float  # moves a second
    latencies: Sequence[float]  # sorted, in seconds
    server: float  # seconds of processor time a move, of all server processes
    database: float  # the same of PostgreSQL; 0 with SQLite, which is in the server

    def format(self) -> list[str]:
        """Give the cells of a table."""
        return [
            f"{self.speed:,.0f}",
            format_quantiles(self.latencies),
            f"{1e6 * self.server:,.0f}",
            f"{1e6 * self.database:,.0f}" if self.database else "",
        ]


@contextmanager
def run_cluster(database: str, processes: int) -> Iterator[tuple[int, int]]:
    """Run servers on a database; give the process to look under, and the port."""
    flags = ["--port=0", f"--database={database}", f"--processes={processes}", "--no-rate-limits", "--no-warm-up"]
    words = [sys.executable, "-m", "ludotheque", "serve", *flags, "--log-level=warning"]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    try:
        assert child.stdout
        yield child.pid, int(child.stdout.readline().strip().rpartition(":")[2])
    finally:
        child.terminate()
        child.communicate()


def list_tree(root: int) -> list[int]:
    """List a process and all that it has started."""
    pids = [root]
    for pid in pids:
        with suppress(OSError):
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split())
    return pids


def read_cpu(root: int | None) -> float:
    """Give the seconds of processor time used so far by a process and all that it has started."""
    total = 0.0
    for pid in [] if root is None else list_tree(root):
        with suppress(OSError):
            total += Process(pid, 0).read_cpu()
    return total


async def measure(server: int, port: int, database: int | None, seconds: float) -> Result:
    """Let tables play at full speed for a while; whose connections are in which process is left to chance."""
    games = await open_games(port, TABLES + int((seconds + WARM_UP) * GAMES_A_SECOND))
    for game in games:
        await game.connect(port)
    meter = Meter()
    hall = Hall(meter, games)
    hall.begin(TABLES)
    await asyncio.sleep(WARM_UP)
    before, begun, meter.is_on = (read_cpu(server), read_cpu(database)), time.perf_counter(), True
    with suppress(TimeoutError):
        await asyncio.wait_for(hall.ran_out.wait(), seconds)
    meter.is_on, taken = False, time.perf_counter() - begun
    after = read_cpu(server), read_cpu(database)
    hall.close()
    return Result(
        meter.moves / taken,
        sorted(meter.latencies),
        (after[0] - before[0]) / meter.moves,
        (after[1] - before[1]) / meter.moves,
    )


def main(arguments: Sequence[str] = (), show: Callable[[Table], None] | None = None) -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter")
    seconds = 2.0 if parser.parse_args(arguments).quick else 5.0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows: list[tuple[str, Result]] = []
    with tempfile.TemporaryDirectory() as folder, run_cluster(f"sqlite:///{folder}/bench.sqlite", 1) as (pid, port):
        rows.append(("one process, SQLite", uvloop.run(measure(pid, port, None, seconds))))
    postgres = Postgres(is_durable=True)
    postgres.start()
    try:
        for processes, name in [(1, "one process, PostgreSQL"), (2, "two processes, PostgreSQL")]:
            with run_cluster(postgres.make_database(), processes) as (pid, port):
                rows.append((name, uvloop.run(measure(pid, port, postgres.read_pid(), seconds))))
    finally:
        postgres.remove()
    table = Table(title=f"Moves of Tsuro through several processes, {TABLES} tables", title_justify="left")
    table.add_column("servers")
    for column in ("moves/s", "p50 / p95 / p99 ms", "servers, µs CPU a move", "PostgreSQL, µs CPU a move"):
        table.add_column(column, justify="right")
    for name, result in rows:
        table.add_row(name, *result.format())
    (show or Console(width=120).print)(table)


if __name__ == "__main__":
    main(sys.argv[1:])
