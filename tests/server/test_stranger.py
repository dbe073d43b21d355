"""One stranger tries everything at once for a while, and two people who play do not notice.

Half a second is the most that they may wait for a move. So that it is the server that is measured and not the machine,
two other people play meanwhile at a second server that the stranger does not know: what they wait is the
machine's doing. And what the server works is counted in processor time: while it works, a busy machine may give most of
its time to others.
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

SECONDS = float(length(10, 30))
LONGEST_WAIT = 0.5
MOST_SHARED = 4
"""On a busy machine, how many times as long as its own work a server may take for it."""
MOST_MEMORY = 64 * 2**20
"""How many bytes the stranger may make the server take."""
MOST_LOG = 500_000
"""How many bytes of log an attack may make."""
THINKING = 0.1
"""Seconds between two moves: people look at the board."""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    """The server that the stranger attacks, and one that nobody knows."""
    with process(tmp_path / "attacked.sqlite") as attacked, process(tmp_path / "control.sqlite") as control:
        yield attacked, control


@dataclass(frozen=True)
class Wait:
    """What passed between a move and its arrival at both players, in seconds."""

    clock: float
    work: float
    """Processor time of the server."""


def measure_work(server: Process) -> float:
    """Give the processor time that a server has used; 0 where the system does not tell."""
    stat = Path(f"/proc/{server.popen.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        sent, worked = monotonic(), measure_work(server)
        await sockets[actor].send(json.dumps({"type": "play", "ply": ply, "move": move}))
        positions = await asyncio.gather(*(_read_position(socket, ply + 1) for socket in sockets))
        waits.append(Wait(monotonic() - sent, measure_work(server) - worked))
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


async def test_two_people_play_on_while_a_stranger_tries_everything(servers: tuple[Process, Process]) -> None:
    attacked, _ = servers
    memory = measure_memory(attacked)
    done = asyncio.Event()
    games = [asyncio.create_task(play_until(server, done)) for server in servers]
    try:
        answers = await attack(attacked)
    finally:
        done.set()
    waits, usual = await asyncio.gather(*games)
    taken = measure_memory(attacked) - memory
    logged = attacked.log_path.stat().st_size
    calm = max(wait.clock for wait in usual)
    longest, work = max(wait.clock for wait in waits), max(wait.work for wait in waits)
    print(f"{len(waits)} moves, longest {longest:.3f} s, work {work:.2f} s (control {calm:.3f} s),", end=" ")  # noqa: T201
    print(f"{taken / 2**20:.0f} MiB more, {logged} bytes of log")  # noqa: T201 - figures for whoever runs it with -s
    for answer, number in answers.items():
        print(f"  {answer}: {number}")  # noqa: T201 - same
    assert work <= LONGEST_WAIT
    assert max(wait.clock - MOST_SHARED * wait.work for wait in waits) <= LONGEST_WAIT + calm
    assert taken <= MOST_MEMORY
    assert logged <= MOST_LOG
    assert not [answer for answer in answers if answer.endswith(": 500")]
    assert any(ADDRESS in str(line) for line in attacked.read_log() if line["level"] in {"info", "warning"})
