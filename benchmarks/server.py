"""How many moves a second the server makes durable and tells, and how soon the other player knows.

Tables of two clients play Tsuro as fast as they can, or at a steady pace. The server is a real process with a real
file, on one core; the clients are here, on another. Games are set up before the clock runs: when one ends, its players
go on to the next. The yardstick, measured in the same run, is `relay.py`: the same clients and as many bytes, with no
game and no store behind them. `python -m benchmarks.server --quick` leaves out what takes long.
"""

import argparse
import asyncio
import os
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

from benchmarks.clients import Hall, Meter, Pair, open_games, open_relayed

WARM_UP = 1.0  # seconds before the clock runs
MOVES_A_GAME = 20  # of random Tsuro for two: 24 on average
FASTEST = 6000  # moves a second that games are set up for

_ticks = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """A server that runs on a core of its own."""

    pid: int
    port: int

    def read_cpu(self) -> float:
        """Give the seconds of processor time used so far, by all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _ticks

    def read_memory(self) -> int:
        """Give the bytes that it occupies."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * resource.getpagesize()


@contextmanager
def run_process(*command: str) -> Iterator[Process]:
    """Run a module that says its port at the end of its first line, on the first core that there is; then end it."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])  # which the child inherits
    child = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    os.sched_setaffinity(0, cores[1:] or cores)
    try:
        assert child.stdout
        yield Process(child.pid, int(child.stdout.readline().strip().rpartition(":")[2]))
    finally:
        os.sched_setaffinity(0, cores)
        child.terminate()
        child.communicate()


@contextmanager
def run_server() -> Iterator[Process]:
    """Run the real server with a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--port=0", f"--database=sqlite:///{folder}/bench.sqlite", "--no-rate-limits", "--no-warm-up"]
        with run_process("ludotheque", "serve", *flags, "--log-level=warning") as process:
            yield process


def format_quantiles(latencies: Sequence[float]) -> str:
    """Give the median and what 95 and 99 of a hundred stay below, in milliseconds, of sorted seconds."""
    last = len(latencies) - 1
    return " / ".join(f"{1000 * latencies[int(share * last)]:.1f}" for share in (0.5, 0.95, 0.99))


@dataclass(frozen=True)
class Result:
    """What came of one measurement."""

    speed: float  # moves a second
    latencies: Sequence[float]  # from sending to the other client's receipt, sorted, in seconds
    cpu: float  # share of a core
    memory: int  # bytes
    length: float  # bytes of a message, on average

    def format(self, yardstick: float) -> list[str]:
        """Give the cells of a table."""
        return [
            f"{self.speed:,.0f}",
            f"{self.speed / yardstick:.2f}",
            format_quantiles(self.latencies),
            f"{100 * self.cpu:.0f} %",
            f"{self.speed / self.cpu:,.0f}",
            f"{self.memory / 1e6:,.0f} MB",
        ]


async def measure(process: Process, games: Sequence[Pair], tables: int, seconds: float, pace: float = 0) -> Result:
    """Let so many tables play for a while, at full speed or so many moves a second in all."""
    meter = Meter()
    hall = Hall(meter, games, tables / pace if pace else 0)
    hall.begin(tables)
    await asyncio.sleep(WARM_UP)
    cpu, begun, meter.is_on = process.read_cpu(), time.perf_counter(), True
    with suppress(TimeoutError):
        await asyncio.wait_for(hall.ran_out.wait(), seconds)
    meter.is_on, taken, cpu = False, time.perf_counter() - begun, process.read_cpu() - cpu
    memory = process.read_memory()
    hall.close()
    length = sum(meter.lengths) / len(meter.lengths)
    return Result(meter.moves / taken, sorted(meter.latencies), cpu / taken, memory, length)


async def measure_server(process: Process, tables: int, seconds: float, pace: float = 0, query: str = "") -> Result:
    """Measure the real server."""
    games = await open_games(process.port, tables + int((seconds + WARM_UP) * (pace or FASTEST) / MOVES_A_GAME))
    for game in games:
        await game.connect(process.port, query)
    return await measure(process, games, tables, seconds, pace)


async def measure_relay(process: Process, tables: int, seconds: float) -> Result:
    """Measure the yardstick."""
    pairs = open_relayed(tables)
    for pair in pairs:
        await pair.connect(process.port)
    return await measure(process, pairs, tables, seconds)


def measure_disk(seconds: float) -> list[float]:
    """Give how long the disk takes to make a page durable, again and again, sorted, in seconds."""
    taken: list[float] = []
    with tempfile.TemporaryFile() as file:
        file.write(bytes(1_000_000))
        end = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            file.seek(len(taken) * 4096 % 900_000)
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - begun)
    return sorted(taken)


async def measure_memory(process: Process, tables: int) -> tuple[float, float]:
    """Give the bytes that a table takes: started and nobody there; and with both clients, after about ten moves."""
    await open_games(process.port, 1)
    before = process.read_memory()
    games = await open_games(process.port, tables)
    idle = process.read_memory()
    for game in games:
        await game.connect(process.port)
    hall = Hall(Meter(is_on=True), games)
    hall.begin(tables)
    while hall.meter.moves < 10 * tables and not hall.ran_out.is_set():
        await asyncio.sleep(0.05)
    live = process.read_memory()
    hall.close()
    return (idle - before) / tables, (live - before) / tables


def main(arguments: Sequence[str] = (), show: Callable[[Table], None] | None = None) -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter, and without a thousand tables")
    is_quick = parser.parse_args(arguments).quick
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    seconds = 2.0 if is_quick else 5.0
    many = 100 if is_quick else 1000

    rows: list[tuple[str, Result]] = []
    for name, tables, pace, query in [
        ("100 tables", 100, 0, ""),
        ("10 tables", 10, 0, ""),
        *([] if is_quick else [("1,000 tables", 1000, 0, "")]),
        ("100 tables, with previews", 100, 0, "?previews=true"),
        ("100 tables, 500 moves/s", 100, 500, ""),
    ]:
        with run_server() as process:
            rows.append((name, uvloop.run(measure_server(process, tables, seconds, pace, query))))
    disk = measure_disk(seconds)
    with run_process("benchmarks.relay", str(int(rows[0][1].length))) as process:
        yardstick = uvloop.run(measure_relay(process, 100, seconds))
    with run_server() as process:
        idle, live = uvloop.run(measure_memory(process, many))

    table = Table(title="Moves of Tsuro through the server, two clients a table, one core", title_justify="left")
    table.add_column("tables")
    for column in ("moves/s", "share of yardstick", "p50 / p95 / p99 ms", "CPU", "moves/s of CPU", "memory"):
        table.add_column(column, justify="right")
    table.add_row("yardstick: the disk, a page", f"{len(disk) / seconds:,.0f}", "", format_quantiles(disk))
    table.add_row("yardstick: 100 tables, no game, no store", *yardstick.format(yardstick.speed))
    for name, result in rows:
        table.add_row(name, *result.format(yardstick.speed))
    memory = Table(title=f"What a table takes in memory, of {many:,}", title_justify="left")
    memory.add_column("table")
    memory.add_column("kB", justify="right")
    memory.add_row("begun, nobody connected (forgotten after a minute)", f"{idle / 1000:.0f}")
    memory.add_row("two clients, after ten moves", f"{live / 1000:.0f}")
    show = show or Console(width=120).print
    show(table)
    show(memory)


if __name__ == "__main__":
    main(sys.argv[1:])
