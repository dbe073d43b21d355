"""Connections of strangers who never come to the point, flood, or do not read: each is counted and has an end.

The servers here run in this process, on asyncio's own event loop, so that patience can be short. What happens to people
who play meanwhile is tested in test_outage.py with real processes, which run on uvloop.
"""

import asyncio
import gc
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.server import ServerProtocol

from ludotheque.core.errors import OptionError
from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.errors import TooFast
from ludotheque.server.http import websocket
from ludotheque.server.http.routes import socket as socket_route
from ludotheque.server.monitoring.logs import RefusalLog, is_worth_logging
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.network import connections, http_protocol, listener, socket_protocol
from ludotheque.server.network.connections import Caps, Connections, Slot, count_connections
from ludotheque.server.network.http_protocol import HttpProtocol
from ludotheque.server.network.socket_protocol import SocketProtocol
from ludotheque.server.table.feed.connections import Connection
from tests.patience import PATIENCE
from tests.server.raw import CONTINUATION, PING, PONG, TEXT, RawSocket, frame, handshake
from tests.server.server_harness import Served, read_all, serving
from tests.server.test_limits import Clock


@pytest.fixture(autouse=True)
def sweep_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.02)


def shorten_timeouts(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Set a short timeout for every phase of a connection."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "_BODY_GRACE"):
        monkeypatch.setattr(http_protocol, name, seconds)
    for name in ("OPEN_SECONDS", "MESSAGE_SECONDS", "CLOSE_SECONDS"):
        monkeypatch.setattr(socket_protocol, name, seconds)
    for name in ("STALL_SECONDS", "CLOSE_SECONDS"):
        monkeypatch.setattr(connections, name, seconds)
    for module in (websocket, socket_route):
        monkeypatch.setattr(module, "CLOSE_SECONDS", seconds)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def seated(served: Served) -> AsyncIterator[tuple[str, str]]:
    """Become a player and open a table; give its id and the cookie."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{served.port}", trust_env=False) as client:
        (await client.post("/api/players", json={"name": "Eve"})).raise_for_status()
        wishes = {"game": "turris", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
        table = (await client.post("/api/tables", json=wishes)).json()["id"]
        cookie = client.cookies["ludotheque"]
    yield table, cookie


# ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class AdmissionHarness:
    """Connections without any network."""

    def __init__(self, total: int = 40, *, are_limits_on: bool = True, proxies: tuple[str, ...] = ()) -> None:
        self.clock = Clock(1000.0)
        self.metrics = Metrics()
        self.all = Connections(
            Caps.of(total, are_limits_on=are_limits_on),
            self.metrics,
            RefusalLog(self.clock),
            trusted_proxies=proxies,
            now=self.clock,
        )

    def admit(self, host: str) -> Slot | None:
        return self.all.admit(host, cast("socket.socket", None))

    def fill(self, host: str) -> list[Slot]:
        """Open connections until no more are admitted."""
        slots = []
        while (slot := self.admit(host)) is not None:
            slots.append(slot)
        return slots

    def refused(self, why: str) -> float:
        return self.metrics.registry.get_sample_value("ludotheque_connections_refused_total", {"why": why}) or 0.0


def test_an_address_has_a_quarter_of_all_connections() -> None:
    harness = AdmissionHarness()
    assert len(harness.fill("192.0.2.1")) == 10
    assert len(harness.fill("192.0.2.2")) == 10
    assert harness.refused("address") == 2


def test_an_ipv6_network_is_one_address() -> None:
    harness = AdmissionHarness()
    assert sum(harness.admit(f"2001:db8::{number:x}") is not None for number in range(1, 100)) == 10


def test_a_connection_counts_until_it_is_released_and_is_released_once() -> None:
    harness = AdmissionHarness()
    first, *others = harness.fill("192.0.2.1")
    first.release()
    first.release()
    assert len(harness.fill("192.0.2.1")) == 1
    for slot in [*others, *harness.all]:
        slot.release()
    assert len(harness.all) == 0
    assert harness.all._by_address == {}


def test_the_last_quarter_is_kept_for_addresses_from_which_somebody_plays() -> None:
    harness = AdmissionHarness()
    ann = harness.admit("192.0.2.1")
    assert ann is not None
    ann.mark_player()
    for number in range(2, 100):
        harness.fill(f"192.0.2.{number}")
    assert len(harness.all) == 30
    assert harness.refused("full") > 0
    again = harness.admit("192.0.2.1")
    assert again is not None
    ann.release()
    again.release()
    harness.fill("192.0.2.200")
    assert harness.admit("192.0.2.1") is not None  # she has only just left
    harness.clock.now += connections.RECENT_SECONDS
    assert harness.admit("192.0.2.1") is None


def test_those_who_play_cannot_have_more_than_all() -> None:
    harness = AdmissionHarness(are_limits_on=False)
    slot = harness.admit("192.0.2.1")
    assert slot is not None
    slot.mark_player()
    assert len(harness.fill("192.0.2.1")) == 39


def test_without_rate_limits_only_the_total_counts() -> None:
    assert len(AdmissionHarness(are_limits_on=False).fill("192.0.2.1")) == 30


def test_behind_a_proxy_the_forwarded_address_counts() -> None:
    harness = AdmissionHarness(proxies=("192.0.2.0/24",))
    slots = harness.fill("192.0.2.9")
    assert len(slots) == 40  # who asks is not known yet
    for slot in slots[20:]:
        slot.release()
    for slot in slots[:10]:
        slot.assign("198.51.100.1")
    with pytest.raises(TooFast):
        slots[10].assign("198.51.100.1")
    slots[0].unassign()
    slots[10].assign("198.51.100.1")
    slots[11].assign("198.51.100.2")
    slots[11].assign("198.51.100.3")
    assert harness.all._by_address == {"198.51.100.1": 10, "198.51.100.3": 1}
    harness.fill("192.0.2.9")
    with pytest.raises(TooFast):  # all but the reserve are taken
        slots[12].assign("198.51.100.4")


def test_who_played_recently_is_forgotten_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_RECENT", 5)
    harness = AdmissionHarness()
    for number in range(100):
        slot = harness.admit(f"192.0.2.{number}")
        assert slot is not None
        slot.mark_player()
        slot.release()
    assert len(harness.all._recent) == 5


@pytest.mark.parametrize(
    ("wanted", "files", "workers", "total"),
    [
        (0, 1024, 1, 478),
        (0, 65_536, 1, 10_000),
        (100, 65_536, 1, 100),
        (50_000, 65_536, 1, 32_734),
        (0, 1024, 64, 352),
        (0, None, 1, 10_000),
        (7, None, 1, 7),
    ],
)
def test_connections_never_need_more_files_than_there_are(
    wanted: int, files: int | None, workers: int, total: int
) -> None:
    assert count_connections(wanted, files, workers) == total


@pytest.mark.parametrize(
    ("wanted", "files", "processes", "total"),
    [
        (0, 65_536, 4, 2_500),
        (100, 65_536, 4, 25),
        (0, 1024, 2, 478),
        (100_000, 65_536, 4, 25_000),
        (100_000, 50_068, 4, 25_000),
        (100_000, 50_067, 4, 24_999),
        (3, None, 4, 1),
    ],
)
def test_each_of_several_processes_has_its_part_of_the_connections_and_files_of_its_own(
    wanted: int, files: int | None, processes: int, total: int
) -> None:
    assert count_connections(wanted, files, 1, processes) == total


@pytest.mark.parametrize(
    ("total", "processes", "per_address"), [(2_500, 1, 500), (2_500, 4, 125), (100, 4, 25), (2_500, 64, 8)]
)
def test_an_address_has_its_part_of_the_connections_of_each_process(
    total: int, processes: int, per_address: int
) -> None:
    assert Caps.of(total, processes=processes) == Caps(total, per_address, reserve=total // 4)
    assert Caps.of(total, processes=processes, are_limits_on=False) == Caps(total, None, reserve=total // 4)


def test_with_too_few_files_it_says_so() -> None:
    with pytest.raises(OptionError, match=r"^This process may open 64 files, and the server needs 100 at least\. "):
        count_connections(0, 64, 1)


async def test_a_refused_connection_is_closed_at_once_and_counted(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite", max_connections=40) as served:
        held = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(10)]
        await until(lambda: len(served.connections) == 10)
        assert await read_all(served.port) == b""
        assert served.count("refused", "address") == 1
        held[0][1].close()
        await until(lambda: len(served.connections) == 9)
        good = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        assert (await read_all(served.port, good)).startswith(b"HTTP/1.1 200 ")
        for _, writer in held:
            writer.close()
        await until(lambda: not len(served.connections))


async def test_when_there_are_no_files_it_waits_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caps are meant to keep it from happening, but other programs can exhaust the files of a system."""
    monkeypatch.setattr(listener, "PAUSE_SECONDS", 0.01)
    async with serving(tmp_path / "x.sqlite") as served:
        loop = asyncio.get_running_loop()
        accept = loop.sock_accept
        failures = iter([OSError(24, "Too many open files"), OSError(103, "aborted")])

        async def fail_twice(listening: socket.socket) -> Any:
            accepted = await accept(listening)
            for error in failures:
                accepted[0].close()
                raise error
            return accepted

        class Loop:
            sock_accept = staticmethod(fail_twice)

            def __getattr__(self, name: str) -> Any:
                return getattr(loop, name)

        monkeypatch.setattr(listener.asyncio, "get_running_loop", Loop)  # type: ignore[attr-defined] # a module
        good = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        answers = [await read_all(served.port, good) for _ in range(4)]
        monkeypatch.undo()
        assert answers[-1].startswith(b"HTTP/1.1 200 ")
        assert served.count("refused", "files") == 1


# ── Everything has an end ────────────────────────────────────────────────────────────────────────────────────────────

SOCKET = "/api/tables/nowhere/socket"
MANY = {f"x-{number}": "y" for number in range(200)}

WRONG_HANDSHAKES = {
    "too many headers": handshake(SOCKET, **MANY),
    "a line that is too long": handshake(SOCKET, x="y" * 10_000),
    "a path that is too long": handshake("/" + "x" * 10_000),
    "another version": handshake(SOCKET, sec_websocket_version="12"),
    "no version": handshake(SOCKET, sec_websocket_version=None),
    "no key": handshake(SOCKET, sec_websocket_key=None),
    "a short key": handshake(SOCKET, sec_websocket_key="AAAA"),
    "a key that is none": handshake(SOCKET, sec_websocket_key="é"),
    "a body": handshake(SOCKET, content_length="5") + b"hello",
    "half a body": handshake(SOCKET, content_length="5") + b"he",
    "a chunked body": handshake(SOCKET, transfer_encoding="chunked") + b"0\r\n\r\n",
    "half a chunked body": handshake(SOCKET, transfer_encoding="chunked") + b"5\r\nhe",
    "a method that is none": handshake(SOCKET, "POST {path} HTTP/1.1"),
    "HTTP/1.0": handshake(SOCKET, "GET {path} HTTP/1.0"),
    "an old line": handshake(SOCKET, "GET {path}"),
    "no host": handshake(SOCKET, host=None),
    "two protocols": handshake(SOCKET, upgrade="websocket, h2c"),
    "another protocol": handshake(SOCKET, upgrade="h2c"),
    "another protocol with a body": handshake(SOCKET, upgrade="h2c", content_length="5") + b"he",
    "a path that is no text": handshake("/é"),
    "a header that is no text": handshake(SOCKET, x="é"),
    "no end": handshake(SOCKET)[:-2],
    "half": handshake(SOCKET)[:60],
    "garbage after it": handshake(SOCKET) + b"\xff" * 1000,
    "a frame after it": handshake(SOCKET) + frame(PING, b"x"),
    "a request after it": handshake(SOCKET) + b"GET /healthz HTTP/1.1\r\n\r\n",
    "a request before it": b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" + handshake(SOCKET, **MANY),
    "a tunnel": b"CONNECT x:1 HTTP/1.1\r\n\r\n",
    "only line ends": b"\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("name", WRONG_HANDSHAKES)
async def test_a_handshake_that_goes_wrong_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It is answered or aborted, and its file is free, whether or not the other side goes."""
    shorten_timeouts(monkeypatch)
    async with serving(tmp_path / "x.sqlite") as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(WRONG_HANDSHAKES[name])
        await writer.drain()
        await until(lambda: not len(served.connections) and served.app.state.dependencies.metrics is not None)
        try:
            said = await asyncio.wait_for(reader.read(), PATIENCE)
        except ConnectionError:
            said = b""
        assert b"HTTP/1.1 101 " not in said
        writer.close()


@pytest.mark.parametrize("name", [name for name in WRONG_HANDSHAKES if name != "nothing"])
async def test_a_lost_connection_leaves_nothing_for_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Thousands of them would be collected in one go, while everybody waits."""
    shorten_timeouts(monkeypatch)
    async with serving(tmp_path / "x.sqlite") as served:
        gc.collect()
        gc.disable()
        try:
            await read_all(served.port, WRONG_HANDSHAKES[name])
            await until(lambda: not len(served.connections))
            await until(lambda: not count_protocols())
        finally:
            gc.enable()


@pytest.mark.parametrize(
    ("query", "protocols_offered", "code"),
    [("", "ludotheque, ludotheque.token.wrong", b"no_player"), ("?authenticate=true", None, b"too_slow")],
    ids=["subprotocol", "first message"],
)
async def test_a_socket_that_is_refused_after_it_was_accepted_is_closed_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, protocols_offered: str | None, code: bytes
) -> None:
    """Whoever sends no token that is one, and answers nothing, does not keep a connection."""
    shorten_timeouts(monkeypatch)
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", PATIENCE)  # the handshake takes as long as it takes
    monkeypatch.setattr(socket_protocol, "OPEN_SECONDS", PATIENCE)
    monkeypatch.setattr(socket_route, "FIRST_SECONDS", 0.05)
    async with serving(tmp_path / "x.sqlite") as served:
        gc.collect()
        gc.disable()
        try:
            said = await read_all(served.port, handshake(SOCKET + query, sec_websocket_protocol=protocols_offered))
            assert b"HTTP/1.1 101 " in said
            assert code in said
            assert b"wrong" not in said
            await until(lambda: not len(served.connections))
            await until(lambda: not count_protocols())
        finally:
            gc.enable()


def count_protocols() -> int:
    kinds = (HttpProtocol, SocketProtocol, Slot, ServerProtocol)
    return sum(isinstance(thing, kinds) for thing in gc.get_objects())


async def test_an_upgrade_that_is_not_answered_is_aborted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_timeouts(monkeypatch)
    async with serving(tmp_path / "x.sqlite") as served:

        async def never(*_: object) -> None:
            await asyncio.Event().wait()

        async with seated(served) as (table, cookie):
            monkeypatch.setattr(served.app.state.dependencies.tables, "find", never)
            head = handshake(f"/api/tables/{table}/socket", cookie=f"ludotheque={cookie}")
            assert await read_all(served.port, head) == b""
            assert served.count("aborted", "handshake") == 1
            monkeypatch.undo()
            for task in asyncio.all_tasks():
                if "run_asgi" in repr(task.get_coro()):
                    task.cancel()


@pytest.mark.parametrize(
    "start",
    [
        b"GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"POST /api/players HTTP/1.1\r\nhost: [::1]\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n",
    ],
    ids=["a body that nobody reads", "line ends", "a slow body", "another protocol", "half a request"],
)
async def test_who_sends_a_byte_now_and_then_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    """Each byte ends uvicorn's own wait for the next request."""
    shorten_timeouts(monkeypatch)
    async with serving(tmp_path / "x.sqlite") as served:
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(start)
        await until(lambda: len(served.connections))
        async with asyncio.timeout(PATIENCE):
            while len(served.connections):
                writer.write(b"\r\n")
                await asyncio.sleep(0.02)
        writer.close()


async def test_only_so_many_requests_wait_on_a_connection(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite") as served:
        said = await read_all(served.port, b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 3000)
        assert said.count(b"HTTP/1.1 ") <= http_protocol.MOST_PIPELINED + 2
        assert served.count("refused", "malformed") == 1
        few = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" * 9 + b"GET /healthz HTTP/1.0\r\n\r\n"
        assert (await read_all(served.port, few)).count(b"HTTP/1.1 200 ") == 10


async def test_a_connection_that_is_never_used_is_closed_and_no_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorten_timeouts(monkeypatch)
    async with serving(tmp_path / "x.sqlite") as served:
        assert await read_all(served.port) == b""
        assert served.count("aborted", "idle") == 1
        assert served.app.state.dependencies.refusals._counts == {}


# ── Floods ───────────────────────────────────────────────────────────────────────────────────────────────────────────

EMPTY = frame(CONTINUATION, b"", fin=False)


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x" * 125) * 500,
        frame(PONG, b"") * 500,
        frame(TEXT, b"", fin=False) + EMPTY * 500,
        (frame(TEXT, b'{"type":', fin=False) + frame(CONTINUATION, b'"ping"}')) * 500,
    ],
    ids=["pings", "pongs", "empty fragments", "messages in fragments"],
)
async def test_frames_that_are_no_messages_are_counted_like_messages(tmp_path: Path, flood: bytes) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        await raw.send(flood)
        assert await raw.wait_for_end() in {None, 1008}
        await until(lambda: not len(served.connections))


async def test_a_bucket_holds_messages_and_control_frames_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of each is too much together."""
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        half = websocket.FRAMES.burst // 2 + 5
        slot = find_slot(served)
        assert slot.frames is not None
        monkeypatch.setattr(slot.frames, "_at", float("inf"))  # no time passes
        await raw.send(frame(PONG, b"") * half)
        await raw.send(frame(TEXT, b'{"type":"ping"}') * half)
        assert await raw.wait_for_end() == 1008


def find_slot(served: Served) -> Slot:
    """Give the connection that is a WebSocket."""
    [slot] = [slot for slot in served.connections if isinstance(slot._protocol, SocketProtocol)]
    return slot


async def test_pongs_for_somebody_who_does_not_read_are_few(tmp_path: Path) -> None:
    """Even where frames are not counted."""
    async with (
        serving(tmp_path / "x.sqlite", send_buffer=4096, rate_limits=False) as served,
        seated(served) as (table, cookie),
    ):
        raw = await RawSocket.open(served.port, table, cookie, room=4096)
        slot = find_slot(served)
        most = 0
        async with asyncio.timeout(PATIENCE):
            while len(served.connections):
                most = max(most, slot.measure())
                raw.send_nowait(frame(PING, b"x" * 125) * 20)
                await asyncio.sleep(0)
        assert served.count("aborted", "slow") == 1
        assert most < 128 * 1024
        raw.abort()


async def test_fragments_without_end_are_few_even_where_nobody_counts(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite", rate_limits=False) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        await raw.send(frame(TEXT, b"", fin=False) + EMPTY * 10_000)
        assert await raw.wait_for_end() is None
        assert served.count("aborted", "flood") == 1


async def test_who_gives_no_sign_of_life_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that is gone closes nothing: the server finds out because its pings are not answered."""
    monkeypatch.setattr("ludotheque.server.processes.run.PING_SECONDS", 0.05)
    monkeypatch.setattr("ludotheque.server.processes.run.PONG_SECONDS", 0.05)
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        silent = await RawSocket.open(served.port, table, cookie)
        live = await served.app.state.dependencies.tables.find(table)
        await until(lambda: len(live.subscribers) == 0)
        assert not live.describe(None)["seats"][0]["connected"]
        assert await silent.wait_for_end() == 1011


async def test_a_message_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_protocol, "MESSAGE_SECONDS", 0.1)
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        await raw.send(frame(TEXT, b'{"type":', fin=False))
        assert await raw.wait_for_end() is None
        assert served.count("aborted", "message") == 1


@asynccontextmanager
async def busy_table(served: Served, table: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.Event]:
    """Let every message wait until the event is set."""
    go_on = asyncio.Event()
    live = await served.app.state.dependencies.tables.find(table)
    finish = live.finish

    async def wait_first(work: Any) -> Any:
        try:
            await go_on.wait()
        except asyncio.CancelledError:
            work.close()
            raise
        return await finish(work)

    monkeypatch.setattr(live, "finish", wait_first)
    yield go_on


async def test_messages_wait_in_the_network_and_not_in_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "x.sqlite", rate_limits=False) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        protocol = cast("SocketProtocol", find_slot(served)._protocol)
        async with busy_table(served, table, monkeypatch) as go_on:
            raw.send_nowait(frame(TEXT, b"") * 5000 + frame(TEXT, json.dumps({"type": "ping", "id": "last"}).encode()))
            await until(lambda: protocol.read_paused and protocol._unparsed)
            assert protocol.queue.qsize() <= socket_protocol.PIECE // 6 + 1
            go_on.set()
            said = b""
            async with asyncio.timeout(PATIENCE):
                while b'"last"' not in said:  # nothing was lost
                    said = said[-100:] + await raw._reader.read(1000)
            raw.abort()


async def test_who_sends_while_the_server_is_busy_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        async with busy_table(served, table, monkeypatch) as go_on:
            raw.send_nowait(frame(TEXT, b"x" * 1000) * 1000)
            assert await raw.wait_for_end() is None
            assert served.count("aborted", "flood") == 1
            go_on.set()


# ── Those who do not read ────────────────────────────────────────────────────────────────────────────────────────────


async def test_who_does_not_read_is_aborted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL_SECONDS", 0.2)
    async with serving(tmp_path / "x.sqlite", send_buffer=4096) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie, room=4096)
        [connection] = served.app.state.dependencies.tables.live[table].subscribers
        for _ in range(20):
            connection.send("x" * 100_000)
        await until(lambda: not len(served.connections))
        assert served.count("aborted", "slow") == 1
        raw.abort()


async def test_an_answer_that_nobody_reads_is_aborted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL_SECONDS", 0.2)
    async with serving(tmp_path / "x.sqlite", send_buffer=4096) as served:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", served.port))
            await loop.sock_sendall(
                deaf, b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
            )
            await until(lambda: served.count("aborted", "slow"))
            await until(lambda: not len(served.connections))


@pytest.mark.parametrize("room", [4096, None], ids=["deaf", "reads but does not close"])
async def test_a_socket_that_is_closed_counts_until_it_is_and_that_is_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int | None
) -> None:
    shorten_timeouts(monkeypatch, 0.3)
    async with serving(tmp_path / "x.sqlite", send_buffer=4096) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie, room=room)
        [connection] = served.app.state.dependencies.tables.live[table].subscribers
        if room is not None:
            for _ in range(10):
                connection.send("x" * 100_000)
        connection.close(1008, "not_allowed")
        await until(lambda: not len(served.app.state.dependencies.tables.live[table].subscribers))
        if room is not None:
            assert not raw._writer.transport.is_closing()
        await until(lambda: not len(served.connections))
        if room is not None:
            assert served.count("aborted", "closing") == 1
        raw.abort()


async def test_those_for_whom_most_is_kept_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_BUFFERED", 1_500_000)
    async with serving(tmp_path / "x.sqlite", send_buffer=4096) as served, seated(served) as (table, cookie):
        deaf = [await RawSocket.open(served.port, table, cookie, room=4096) for _ in range(2)]
        one, other = served.app.state.dependencies.tables.live[table].subscribers
        for _ in range(8):
            one.send("x" * 100_000)
        for _ in range(12):
            other.send("x" * 100_000)
        await until(lambda: served.count("aborted", "memory"))
        await until(lambda: len(served.connections) == 1)
        await until(lambda: [*served.app.state.dependencies.tables.live[table].subscribers] == [one])
        assert served.count("aborted", "memory") == 1
        for raw in deaf:
            raw.abort()


async def test_what_was_only_just_said_is_not_what_nobody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broadcast to many who all read is much at once, and nobody's fault."""
    monkeypatch.setattr(connections, "MOST_BUFFERED", 1000)
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        [connection] = served.app.state.dependencies.tables.live[table].subscribers
        connection.send("x" * 50_000)
        served.connections._shed([(slot.measure(), slot) for slot in served.connections])
        assert served.count("aborted", "memory") == 0
        raw.abort()


async def test_frames_come_whole_and_in_order_whether_or_not_they_had_to_wait(tmp_path: Path) -> None:
    """Some are written at once, some wait until the client reads again; all lengths of the length are among them."""
    async with serving(tmp_path / "x.sqlite", send_buffer=4096) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie, room=4096)
        [connection] = served.app.state.dependencies.tables.live[table].subscribers
        sent = [str(number % 10) * length for number, length in enumerate([1, 125, 126, 65_535, 65_536, 9, 9] * 6)]
        for text in sent[:21]:
            connection.send(text)
        await until(connection.measure)
        reading = asyncio.create_task(raw.read_texts(lambda texts: texts[-1:] == [sent[-1]]))
        for text in sent[21:]:
            await asyncio.sleep(0)
            connection.send(text)
        texts = await reading
        assert [text for text in texts if not text.startswith("{")] == sent
        raw.abort()


async def test_frames_of_one_turn_of_the_event_loop_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each write wakes the other side, which costs more than to make the frame."""
    flushed: list[int] = []

    def flush(protocol: SocketProtocol, real: Callable[[SocketProtocol], None] = SocketProtocol._flush) -> None:
        flushed.append(len(protocol._unwritten or ()))
        real(protocol)

    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        [connection] = served.app.state.dependencies.tables.live[table].subscribers
        monkeypatch.setattr(SocketProtocol, "_flush", flush)
        for text in "abc":
            connection.send(text)
        assert (await raw.read_texts(lambda texts: texts[-1:] == ["c"]))[-3:] == ["a", "b", "c"]
        assert 3 in flushed
        raw.abort()


async def test_a_frame_does_not_overtake_one_that_has_been_taken_and_waits() -> None:
    connection, written, reads = Connection(), list[str](), asyncio.Event()

    async def send(frame: str) -> None:
        await reads.wait()
        written.append(frame)

    def write(frame: str) -> bool:
        if reads.is_set():
            written.append(frame)
        return reads.is_set()

    connection.write = write
    pumping = asyncio.create_task(connection.pump(send))
    connection.send("first")
    await asyncio.sleep(0)
    reads.set()  # the client reads again, but the task that holds the first frame has not run yet
    connection.send("second")
    await until(lambda: len(written) == 2)
    connection.send("third")
    assert written == ["first", "second", "third"]
    pumping.cancel()


async def test_who_goes_before_the_answer_is_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        for path in (f"/api/tables/{table}/socket", SOCKET):
            for _ in range(20):
                with socket.create_connection(("127.0.0.1", served.port)) as hasty:
                    connections.reset_on_close(hasty)
                    hasty.sendall(handshake(path, cookie=f"ludotheque={cookie}"))
                await asyncio.sleep(0)
        await until(lambda: not len(served.connections))
    assert [record for record in caplog.records if record.levelname == "ERROR" and is_worth_logging(record)] == []


async def test_messages_wait_in_order_for_the_application_and_wake_it() -> None:
    queue = socket_protocol.MessageQueue()
    queue.put_nowait("first")
    queue.put_nowait("second")
    assert [await queue.get(), await queue.get()] == ["first", "second"]
    assert queue.empty()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    waiting.cancel()  # the application may give up
    await asyncio.gather(waiting, return_exceptions=True)
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait("third")
    assert await asyncio.wait_for(waiting, PATIENCE) == "third"


async def test_messages_are_handled_in_order_however_they_are_framed_and_wherever_the_bytes_are_cut(
    tmp_path: Path,
) -> None:
    """Plain frames are parsed by ourselves, all others by the library, which must begin where the last one ended."""

    def ping(number: int, padding: int = 0) -> bytes:
        return b'{"type":"ping",%s"id":"%d"}' % (b" " * padding, number)

    async with serving(tmp_path / "x.sqlite", rate_limits=False) as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        stream, sent = b"", 0
        for padding in (0, 100, 125, 126, 4000, 0, 15_000, 0):
            whole, parted = ping(sent, padding), ping(sent + 1, padding)
            stream += frame(TEXT, whole) + frame(TEXT, parted[:5], fin=False) + frame(PING, b"hello")
            stream += frame(CONTINUATION, b"", fin=False) + frame(CONTINUATION, parted[5:]) + frame(PONG, b"")
            sent += 2
        await raw.send(stream)  # all at once
        for begin in range(0, len(stream), step := 977):  # and in pieces that begin and end anywhere
            await raw.send(stream[begin : begin + step])
            await asyncio.sleep(0)
        for byte in frame(TEXT, ping(sent)):  # byte by byte
            await raw.send(bytes([byte]))
            await asyncio.sleep(0)
        texts = await raw.read_texts(lambda texts: texts[-1:] == [f'{{"type":"pong","id":"{sent}"}}'])
        pongs = [json.loads(text)["id"] for text in texts if text.startswith('{"type":"pong"')]
        assert pongs == [str(number) for number in [*range(sent), *range(sent), sent]]
        raw.abort()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, b"\xff"), 1007),
        (frame(TEXT, b"{}", masked=False), 1002),
        (frame(TEXT, b"{}", rsv=4), 1002),
        (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
        (frame(TEXT, b" " * (LARGEST_FRAME + 1)), 1009),
        (frame(TEXT, b"", length=2**62), 1009),
    ],
    ids=["no UTF-8", "unmasked", "reserved bit", "between fragments", "too long", "far too long"],
)
async def test_a_frame_that_is_not_allowed_is_answered_by_the_code_for_it(
    tmp_path: Path, data: bytes, code: int
) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        await raw.send(data)
        assert await raw.wait_for_end() == code


@asynccontextmanager
async def stalled(
    served: Served, table: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[bytes, asyncio.Event]]:
    """Give a legal move as a message, and what lets the store go on, which waits before it stores it."""
    log, may_store = served.app.state.dependencies.tables.live[table].log, asyncio.Event()
    append = log._store.append

    async def append_later(*rows: Any) -> None:
        await may_store.wait()
        await append(*rows)

    with monkeypatch.context() as patch:
        patch.setattr(log._store, "append", append_later)
        move = log.match.format_move(log.match.legal_moves[0])
        yield json.dumps({"type": "play", "ply": log.ply, "move": move}).encode(), may_store


async def test_pings_are_answered_while_a_message_is_handled_and_the_next_message_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        raw = await RawSocket.open(served.port, table, cookie)
        async with stalled(served, table, monkeypatch) as (play, may_store):
            await raw.send(frame(TEXT, play) + frame(PING, b"still there?") + frame(TEXT, b'{"type":"ping","id":"1"}'))
            await raw.send(frame(PING, b"and now?"))  # behind a message that waits: it waits, too
            assert await raw.read_frame_of(PONG) == b"still there?"
            may_store.set()
            texts = await raw.read_texts(lambda texts: texts[-1:] == ['{"type":"pong","id":"1"}'])
        assert [json.loads(text)["type"] for text in texts][-2:] == ["played", "pong"]
        assert await raw.read_frame_of(PONG) == b"and now?"
        raw.abort()


async def test_a_move_that_is_being_stored_is_told_although_its_socket_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table_id, cookie):
        raw, other = [await RawSocket.open(served.port, table_id, cookie) for _ in range(2)]
        table = served.app.state.dependencies.tables.live[table_id]
        async with stalled(served, table_id, monkeypatch) as (play, may_store):
            await raw.send(frame(TEXT, play))
            await until(table.lock.locked)
            raw.abort()
            await until(lambda: len(table.subscribers) == 1)
            may_store.set()
            texts = await other.read_texts(lambda texts: any('"type":"plies"' in text for text in texts))
        assert f'"since":{table.log.ply - 1}' in texts[-1]
        other.abort()


async def test_no_socket_has_a_task_of_its_own_beside_that_of_the_application(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite") as served, seated(served) as (table, cookie):
        before = len(asyncio.all_tasks())
        sockets = [await RawSocket.open(served.port, table, cookie) for _ in range(10)]
        await until(lambda: len(served.app.state.dependencies.tables.live[table].subscribers) == len(sockets))
        await until(lambda: len(asyncio.all_tasks()) == before + len(sockets))
        for raw in sockets:
            raw.abort()
