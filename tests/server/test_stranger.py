"""One stranger tries everything at once for a while, and two people who play do not notice.

Half a second is the most that they may wait for a move. So that it is the server that is measured and not the machine,
time on the clock does not count: what the server works meanwhile is counted in processor time, and what it waits in
time in which a processor of the machine had nothing to do. On a quiet machine that is the time on the clock.
"""

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.lengths import length
from tests.patience import PATIENCE
from tests.server.server_harness import Person, Process, process
from tests.server.stranger import ADDRESS
from tests.server.test_fuzz import begin, measure_memory

SECONDS = float(length(6, 30))
LONGEST_WAIT = 0.5
MOST_MEMORY = 64 * 2**20
"""How many bytes the stranger may make the server take."""
MOST_LOG = 500_000
"""How many bytes of log an attack may make."""
THINKING = 0.1
"""Seconds between two moves: people look at the board."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with process(tmp_path / "attacked.sqlite") as attacked:
        yield attacked


@dataclass(frozen=True)
class Wait:
    """What passed between a move and its arrival at both players, in seconds."""

    clock: float
    work: float
    """Processor time of the server."""
    idle: float
    """How long a processor of the machine had nothing to do: so long nobody kept the server from working."""


def measure_work(server: Process) -> float:
    """Give the processor time that a server has used; 0 where the system does not tell."""
    stat = Path(f"/proc/{server.popen.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_idle() -> list[float]:
    """Give how long each processor has had nothing to do, but for waits for a disk; [] if the system does not tell."""
    stat = Path("/proc/stat")
    lines = stat.read_text(encoding="utf-8").splitlines() if stat.exists() else []
    processors = [line.split() for line in lines if line.startswith("cpu") and not line.startswith("cpu ")]
    return [int(fields[4]) / os.sysconf("SC_CLK_TCK") for fields in processors]


async def play_until(server: Process, done: asyncio.Event) -> list[Wait]:
    """Let two people play one game after the other; give how long they waited for each move to arrive at the other."""
    waits: list[Wait] = []
    rng = Random(7)
    with Person(server, "Ann") as ann, Person(server, "Ben") as ben:
        people = [ann, ben]
        while not done.is_set():
            people.reverse()
            table = await asyncio.to_thread(begin, *people)
            async with (
                server.connect(table, cookie=people[0].cookie, open_timeout=PATIENCE) as first,
                server.connect(table, cookie=people[1].cookie, open_timeout=PATIENCE) as second,
            ):
                waits += await _play(rng, server, [first, second], done)
    return waits


async def _play(rng: Random, server: Process, sockets: list[ClientConnection], done: asyncio.Event) -> list[Wait]:
    waits = []
    positions = [await _read_position(socket, 0) for socket in sockets]
    while positions[0]["outcome"] is None and not done.is_set():
        actor = positions[0]["actor"]
        ply = positions[actor]["ply"]
        move = rng.choice(positions[actor]["moves"])["move"]
        sent, worked, idled = monotonic(), measure_work(server), measure_idle()
        await sockets[actor].send(json.dumps({"type": "play", "ply": ply, "move": move}))
        positions = await asyncio.gather(*(_read_position(socket, ply + 1) for socket in sockets))
        idle = max((after - before for before, after in zip(idled, measure_idle(), strict=True)), default=0.0)
        waits.append(Wait(monotonic() - sent, measure_work(server) - worked, idle))
        await asyncio.sleep(THINKING)
    return waits


async def _read_position(socket: ClientConnection, least: int) -> dict[str, Any]:
    """Wait for a position of at least so many plies."""
    async with asyncio.timeout(PATIENCE):
        async for text in socket:
            message: dict[str, Any] = json.loads(text)
            assert message["type"] != "refused", message
            if message["type"] in {"position", "plies"} and message["ply"] >= least:
                return message
    raise AssertionError("the socket was closed")


async def attack(server: Process) -> dict[str, int]:
    """Let the stranger do what it can; give what it was answered."""
    stranger = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.stranger", str(server.port), str(SECONDS), stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(SECONDS + PATIENCE):
            said, _ = await stranger.communicate()
    finally:
        if stranger.returncode is None:
            stranger.kill()
            await stranger.wait()
    assert stranger.returncode == 0
    answers: dict[str, int] = json.loads(said)
    return answers


async def test_two_people_play_on_while_a_stranger_tries_everything(server: Process) -> None:
    memory = measure_memory(server)
    done = asyncio.Event()
    game = asyncio.create_task(play_until(server, done))
    try:
        answers = await attack(server)
    finally:
        done.set()
    waits = await game
    taken = measure_memory(server) - memory
    logged = server.log_path.stat().st_size
    longest, work, idle = (max(getattr(wait, part) for wait in waits) for part in ("clock", "work", "idle"))
    print(f"{len(waits)} moves, longest {longest:.3f} s, work {work:.2f} s, idle {idle:.2f} s,", end=" ")  # noqa: T201
    print(f"{taken / 2**20:.0f} MiB more, {logged} bytes of log")  # noqa: T201 - figures for whoever runs it with -s
    for answer, number in answers.items():
        print(f"  {answer}: {number}")  # noqa: T201 - same
    assert work <= LONGEST_WAIT
    assert idle <= LONGEST_WAIT
    assert taken <= MOST_MEMORY
    assert logged <= MOST_LOG
    assert not [answer for answer in answers if answer.endswith(": 500")]
    assert any(ADDRESS in str(line) for line in server.read_log() if line["level"] in {"info", "warning"})
