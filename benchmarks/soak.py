"""Whether a server's memory stays bounded: it plays at a steady pace for as long as one likes, game after game.

Tables are opened, played by two people who come for a few of them, and left; so whatever a server keeps of tables,
sockets or players that have gone shows. `python -m benchmarks.soak --minutes 60 --pace 500` prints a line a minute.
"""

import argparse
import asyncio
import sys
import time
from collections import deque
from collections.abc import Sequence

import uvloop

from benchmarks.clients import Game, Hall, Meter, Pair, open_games
from benchmarks.server import Process, format_quantiles, run_server

TABLES = 100
READY = 60
"""How many games are kept ready, with both players connected."""
COMPANY = 20
"""How many games the same two people play; then others come."""


class SteadyHall(Hall):
    """Games without end: whoever has finished one hangs up, and the next is taken from those that are ready."""

    def __init__(self, meter: Meter, pace: float) -> None:
        super().__init__(meter, [], TABLES / pace)
        self.ready: deque[Game] = deque()
        self.finished = 0
        self._missing = TABLES

    def go_on(self) -> None:
        """Begin the next game, as soon as one is ready."""
        self._missing += 1
        self.fill()

    def fill(self) -> None:
        """Begin as many games as are missing and ready."""
        while self._missing and self.ready:
            self._missing -= 1
            game = self.ready.popleft()
            asyncio.get_running_loop().call_later(self.pause, game.begin, self)

    def end(self, game: Pair) -> None:
        """Hang up, and go on."""
        self.finished += 1
        for socket in game.sockets:
            socket.close()
        self.go_on()


async def keep_ready(hall: SteadyHall, port: int) -> None:
    """Open games and connect their players, again and again."""
    while True:
        if len(hall.ready) >= READY:
            await asyncio.sleep(0.05)
            continue
        for game in await asyncio.to_thread(uvloop.run, open_games(port, COMPANY)):
            await game.connect(port, "?previews=true")
            hall.ready.append(game)
            hall.fill()


async def soak(process: Process, minutes: int, pace: float) -> None:
    """Play, and print how it goes."""
    meter = Meter()
    hall = SteadyHall(meter, pace)
    opening = asyncio.create_task(keep_ready(hall, process.port))
    print("minute  moves/s  p50 / p95 / p99 ms     CPU  memory  games finished", flush=True)
    for minute in range(minutes):
        meter.is_on, meter.moves = True, 0
        meter.latencies.clear()
        meter.lengths.clear()
        cpu, begun = process.read_cpu(), time.perf_counter()
        await asyncio.wait([opening], timeout=60)
        if opening.done():
            opening.result()
        taken = time.perf_counter() - begun
        share = (process.read_cpu() - cpu) / taken
        print(
            f"{minute + 1:6} {meter.moves / taken:8.0f}  {format_quantiles(sorted(meter.latencies)):18}"
            f" {100 * share:5.0f} % {process.read_memory() / 1e6:4.0f} MB {hall.finished:8,}",
            flush=True,
        )
    opening.cancel()


def main(arguments: Sequence[str] = ()) -> None:
    """Run a server for as long as was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--pace", type=float, default=500, help="moves a second, of all tables together")
    wanted = parser.parse_args(arguments)
    with run_server() as process:
        uvloop.run(soak(process, wanted.minutes, wanted.pace))


if __name__ == "__main__":
    main(sys.argv[1:])
