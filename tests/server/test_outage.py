"""A stranger with a script against a server on which two people play: a real process, with few open files."""

import asyncio
import json
import re
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.server.raw import PING, TEXT, RawSocket, frame, handshake
from tests.server.server_harness import Person, Process, process, read
from tests.server.test_fuzz import game_in_progress

STRANGER = "127.0.0.2"
FILES = (128, 128)
MANY = {f"x-{number}": "y" for number in range(200)}


class Stranger:
    """Keeps as many connections open as it can, and opens each again as soon as it is cut."""

    def __init__(self, server: Process, start: bytes, count: int = 200) -> None:
        self.opened = 0
        self._port = server.port
        self._start = start
        self._tasks = [asyncio.create_task(self._hold()) for _ in range(count)]

    async def _hold(self) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(STRANGER, 0))
            except OSError:
                await asyncio.sleep(0.5)
                continue
            self.opened += 1
            try:
                writer.write(self._start)
                while await reader.read(1000):
                    pass
            except OSError:
                pass
            finally:
                writer.close()
            await asyncio.sleep(0.5)  # this machine has other things to do

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def under_attack(server: Process, start: bytes, at_least: int = 500) -> AsyncIterator[None]:
    """Let a stranger open connections while the context is entered, `at_least` so many in total."""
    stranger = Stranger(server, start)
    try:
        async with asyncio.timeout(PATIENCE):
            while stranger.opened < at_least // 2:
                await asyncio.sleep(0.01)
        yield
        async with asyncio.timeout(PATIENCE):
            while stranger.opened < at_least:
                await asyncio.sleep(0.01)
    finally:
        await stranger.stop()


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nx: y",
        handshake("/api/tables/nowhere/socket", **MANY),
    ],
    ids=["unfinished heads", "handshakes with 200 headers"],
)
async def test_more_connections_than_files_stop_nobody(tmp_path: Path, start: bytes) -> None:
    """Two people play a game to its end while a stranger opens many times more than the process has files."""
    with process(tmp_path / "x.sqlite", files=FILES) as server:
        async with game_in_progress(server), under_attack(server, start):
            with Person(server, "Cid") as cid:  # and others can still come
                assert cid.http.get("/api/me").status_code == 200
        counted = server.read_metrics()
        assert counted['ludotheque_connections_refused_total{why="address"}'] > 0
        assert 'ludotheque_connections_refused_total{why="files"}' not in counted
        lines = [line for line in server.read_log() if line.get("address") == STRANGER]
        assert "connection refused" in {line["what"] for line in lines}
        assert len(lines) < 100


async def test_a_handshake_with_200_headers_held_open_does_not_spoil_the_end(tmp_path: Path) -> None:
    """The server ends with exit code 0 and no error, whatever is still open."""
    with process(tmp_path / "x.sqlite") as server, Person(server, "Eve") as eve, ExitStack() as stack:
        table = eve.open_table()
        path = f"/api/tables/{table}/socket"
        opened = handshake(path, cookie=f"ludotheque={eve.cookie}")
        starts = [
            handshake(path, **MANY),
            handshake(path)[:-2],
            b"GET / HTTP/1.1\r\nx: y",
            b"POST /api/players HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n",
            b"",
            opened,
            opened + frame(TEXT, b"x", fin=False),
        ]
        for start in starts:
            held = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            held.sendall(start)
        deaf = await RawSocket.open(server.port, table, eve.cookie, room=4096)
        deaf.send_nowait(
            frame(TEXT, b'{"type":"ping"}') * 20 + b"\x88\x82\x00\x00\x00\x00\x03\xe8"
        )  # and a close frame
        async with server.connect(table, cookie=eve.cookie) as one:
            await read(one, "welcome")  # by now the others have been seen
            assert server.end(signal.SIGTERM) == 0
        deaf.abort()
        assert [line for line in server.read_log() if line["level"] == "error"] == []


async def test_pings_that_are_answered_to_nobody_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Four sockets send_nowait pings and read nothing; each is cut after a bounded number, while two people play."""
    with process(tmp_path / "x.sqlite", "--no-rate-limits") as server, Person(server, "Eve") as eve:
        table = eve.open_table()
        async with game_in_progress(server):
            sockets = [await RawSocket.open(server.port, table, eve.cookie, room=4096) for _ in range(4)]
            for raw in sockets:
                raw.send_nowait(frame(PING, b"x" * 125) * 100_000)
            async with asyncio.timeout(PATIENCE):
                while server.read_metrics().get('ludotheque_connections_aborted_total{why="slow"}') != 4:
                    await asyncio.sleep(0.1)
            for raw in sockets:
                raw.abort()


@pytest.mark.parametrize("files", [(64, 64), (32, 99)])
def test_with_too_few_files_it_does_not_start(tmp_path: Path, files: tuple[int, int]) -> None:
    with pytest.raises(AssertionError, match=r"the server needs 100 at least\. Raise the limit"):
        Process(tmp_path / "x.sqlite", files=files)


def test_it_raises_its_own_limit_of_files(tmp_path: Path) -> None:
    limits = Path("/proc/self/limits")
    with process(tmp_path / "x.sqlite", files=(128, 700)) as server:
        if limits.exists():  # only Linux tells
            text = Path(f"/proc/{server.popen.pid}/limits").read_text(encoding="utf-8")
            assert re.search(r"Max open files +700 +700 ", text)


async def test_total_holds_without_rate_limits_and_players_have_a_reserve(tmp_path: Path) -> None:
    with process(tmp_path / "x.sqlite", "--no-rate-limits", "--max-connections=40") as server:
        with Person(server, "Ann") as ann:
            table = ann.open_table()
            async with server.connect(table, cookie=ann.cookie) as first:
                await read(first, "welcome")
                strangers = under_attack(server, b"GET / HTTP/1.1\r\nx: y", at_least=100)
                async with strangers, server.connect(table, cookie=ann.cookie) as second:
                    await second.send(json.dumps({"type": "ping", "id": "a"}))
                    assert (await read(second, "pong"))["id"] == "a"
        async with asyncio.timeout(PATIENCE):
            while server.read_metrics()["ludotheque_tcp_connections"] > 1:
                await asyncio.sleep(0.1)
        assert server.read_metrics()['ludotheque_connections_refused_total{why="full"}'] > 0
