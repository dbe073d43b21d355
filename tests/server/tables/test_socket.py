"""One socket, with a peer made of code: slow ones, fast ones, and those that go away."""

import asyncio
import json
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketState

from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.http import websocket
from ludotheque.server.rate_limits import Rate
from ludotheque.server.table.feed import connections
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection
from ludotheque.server.table.feed.messages import Plies, encode
from ludotheque.server.table.table import Table
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness, person


class Peer:
    """The other end of a WebSocket, as Starlette shows it."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []
        self.is_accepted = False
        self.code: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self.scope: dict[str, Any] = {}
        self.client_state = WebSocketState.CONNECTED
        self.application_state = WebSocketState.CONNECTING

    async def accept(self, _subprotocol: str | None = None) -> None:
        self.is_accepted = True

    async def receive(self) -> dict[str, Any]:
        return await self.inbox.get()

    async def send_text(self, frame: str) -> None:
        await self.reads.wait()
        self.frames.append(json.loads(frame))

    async def close(self, code: int) -> None:
        self.code = code

    def send(self, **message: Any) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def go(self) -> None:
        self.client_state = WebSocketState.DISCONNECTED
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def expect(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                for frame in self.frames:
                    if frame["type"] == kind:
                        return frame
                await asyncio.sleep(0.001)


async def serve_socket(peer: Peer, table: Table, connection: Connection, *since: int) -> None:
    end = await websocket.connect_socket(cast("WebSocket", peer), table, connection, *since)
    await websocket.serve_socket(cast("WebSocket", peer), connection, [end])


def serve(table: Table, peer: Peer, number: int | None = 0) -> "asyncio.Task[None]":
    player = None if number is None else person(number)
    return asyncio.create_task(serve_socket(peer, table, Connection(player)))


async def test_a_socket_is_served_until_the_peer_goes(harness: TableHarness) -> None:
    table = await harness.open_table()
    peer = Peer()
    serving = serve(table, peer)
    await peer.expect("position")
    peer.send(type="ping", id="1")
    await peer.expect("pong")
    assert table.subscribers.has(person(0).id)
    peer.go()
    await asyncio.wait_for(serving, PATIENCE)
    assert not table.subscribers.has(person(0).id)
    assert peer.code is None  # the peer has closed it


async def test_a_connection_may_be_closed_after_its_peer_has_gone(harness: TableHarness) -> None:
    """Such as by a request that is answered only then, and was one too many."""
    peer, connection = Peer(), Connection(person(0))
    serving = asyncio.create_task(serve_socket(peer, await harness.open_table(), connection))
    await peer.expect("position")
    peer.go()
    await asyncio.wait_for(serving, PATIENCE)
    connection.close(POLICY_VIOLATION, "too_fast")
    assert peer.code is None


async def test_who_may_not_watch_is_refused_before_the_socket_is_accepted(harness: TableHarness) -> None:
    table = await harness.open_table(watch="nobody")
    peer = Peer()
    with pytest.raises(Refused, match="Nobody may watch"):
        await serve_socket(peer, table, Connection())
    assert not peer.is_accepted
    assert len(table.subscribers) == 0


async def test_a_connection_that_fails_on_the_way_leaves_nothing_behind(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    rematch = await harness.open_table("tsuro", "po", starts_by_itself=True)
    await rematch.seating.join(person(1))
    await harness.sit(rematch, 0)

    async def fail(*_: object) -> None:
        raise StoreError("disk full")

    monkeypatch.setattr(harness.store, "append", fail)
    with pytest.raises(Refused, match="could not be stored"):
        await serve_socket(Peer(), rematch, Connection(person(1)))
    monkeypatch.undo()
    assert not rematch.subscribers.has(person(1).id)
    assert len(rematch.subscribers) == 1


async def test_bytes_are_refused(harness: TableHarness) -> None:
    peer = Peer()
    serving = serve(await harness.open_table(), peer)
    peer.inbox.put_nowait({"type": "websocket.receive", "bytes": b"{}"})
    assert (await peer.expect("refused"))["code"] == "malformed"
    peer.go()
    await serving


async def test_a_peer_that_does_not_read_is_closed_and_keeps_nobody_waiting(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_FRAMES", 5)
    monkeypatch.setattr(websocket, "CLOSE_SECONDS", 0.01)
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    slow = Peer()
    slow.reads.clear()
    serving = serve(table, slow, None)
    await asyncio.sleep(0)
    for _ in range(8):
        ply = table.log.ply
        await guests[table.log.actor or 0].play()
        for guest in guests:
            await guest.hear_position(ply)
    await asyncio.wait_for(serving, PATIENCE)
    assert slow.code == 1013
    assert slow.frames == []
    assert guests[0].position["ply"] == table.log.ply
    back = Peer()
    again = asyncio.create_task(serve_socket(back, table, Connection(), ply, 0))
    assert [entry["ply"] for entry in (await back.expect("plies"))["plies"]] == [ply + 1]
    back.go()
    await again


async def test_a_peer_that_is_only_a_moment_behind_gets_everything_in_order(harness: TableHarness) -> None:
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    late = Peer()
    late.reads.clear()
    serving = serve(table, late, None)
    for _ in range(8):
        ply = table.log.ply
        await guests[table.log.actor or 0].play()
        for guest in guests:
            await guest.hear_position(ply)
    late.reads.set()
    await late.expect("plies")
    plies = [entry["ply"] for frame in late.frames for entry in frame.get("plies", ())]
    assert plies == list(range(plies[0], table.log.ply + 1))
    late.go()
    await serving


async def test_a_peer_that_sends_too_much_is_closed(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "FRAMES", Rate("frames", 60, 0.001))  # however slow the machine is, no more come in
    peer = Peer()
    serving = serve(await harness.open_table(), peer)
    for number in range(100):
        peer.send(type="ping", id=str(number))
    await asyncio.wait_for(serving, PATIENCE)
    assert peer.code == 1008
    assert peer.frames[-1] == {"type": "closing", "why": "too_fast"}
    assert sum(frame["type"] == "pong" for frame in peer.frames) == 61  # the last one is answered, then counted


async def test_moves_are_not_counted(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "FRAMES", Rate("frames", 3, 0.001))
    table = await harness.open_table("turris", "mm")
    peer = Peer()
    serving = serve(table, peer)
    position = await peer.expect("position")
    for number in range(10):
        peer.send(type="play", ply=position["ply"], epoch=0, move=position["moves"][0]["move"])
        async with asyncio.timeout(PATIENCE):
            while len(told := [frame for frame in peer.frames if frame["type"] == "plies"]) <= number:
                await asyncio.sleep(0.001)
        position = told[-1]
    assert peer.code is None
    peer.go()
    await serving


async def test_a_move_that_is_only_sent_again_is_counted(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "FRAMES", Rate("frames", 3, 0.001))
    table = await harness.open_table("turris", "mm")
    peer = Peer()
    serving = serve(table, peer)
    position = await peer.expect("position")
    for _ in range(10):
        peer.send(type="play", ply=position["ply"], epoch=0, move=position["moves"][0]["move"])
    await asyncio.wait_for(serving, PATIENCE)
    assert peer.code == 1008
    assert sum(frame["type"] == "played" for frame in peer.frames) == 5  # the move, three repeats, and one too many


async def test_a_bug_is_told_logged_and_survived(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await harness.open_table()
    peer = Peer()
    serving = serve(table, peer)

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table, "say", fail)
    peer.send(type="chat", id="c", text="Hello")
    refusal = await peer.expect("refused")
    assert (refusal["id"], refusal["code"]) == ("c", "broken")
    assert "ZeroDivision" not in json.dumps(refusal)
    assert "ZeroDivisionError" in caplog.text
    peer.send(type="ping")
    await peer.expect("pong")
    peer.go()
    await serving
    caplog.clear()


async def test_at_the_end_of_the_server_every_socket_is_told_and_closed_with_1012(harness: TableHarness) -> None:
    table = await harness.open_table()
    peer = Peer()
    serving = serve(table, peer)
    await peer.expect("position")
    await harness.tables.close()
    await asyncio.wait_for(serving, PATIENCE)
    assert peer.frames[-1] == {"type": "closing", "why": "shutdown"}
    assert peer.code == 1012


async def test_every_kind_of_viewer_is_written_for_once(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred spectators cost as much as one."""
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    for _ in range(100):
        await harness.sit(table, None)
    written = []

    def count(message: Any) -> str:
        written.append(message)
        return encode(message)

    monkeypatch.setattr("ludotheque.server.table.feed.feed.encode", count)
    await guests[table.log.actor or 0].play()
    plies = [message for message in written if isinstance(message, Plies)]
    assert sorted(message.viewer is None for message in plies) == [False, False, True]


async def test_a_frame_that_comes_after_a_connection_is_closed_is_not_played(harness: TableHarness) -> None:
    """Who is logged out or shown out plays nothing more, also while what was sent before is still on its way."""
    table = await harness.open_table("turris", "mm")
    peer = Peer()
    connection = Connection(person(0))
    serving = asyncio.create_task(serve_socket(peer, table, connection))
    position = await peer.expect("position")
    peer.reads.clear()  # so that closing waits for the peer to read
    connection.close(POLICY_VIOLATION, "not_allowed")
    await asyncio.sleep(0)
    peer.send(type="play", ply=position["ply"], move=position["moves"][0]["move"])
    while not peer.inbox.empty():
        await asyncio.sleep(0)
    peer.reads.set()
    await asyncio.wait_for(serving, PATIENCE)
    assert table.log.ply == position["ply"]
    assert (peer.frames[-1], peer.code) == ({"type": "closing", "why": "not_allowed"}, 1008)
