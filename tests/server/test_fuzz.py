"""Whatever is sent to a socket, nothing breaks, limits hold, and a game at another table goes on."""

import asyncio
import json
import os
import struct
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from socket import SO_RCVBUF, SOL_SOCKET
from socket import socket as Socket  # noqa: N812 - `socket` is a WebSocket here
from typing import Any

import pytest

from ludotheque.core.record import parse_record
from ludotheque.core.verify import verify
from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.refusal import CODES
from tests.server.lobby import Person, Process, process, read

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0

VALID: list[dict[str, Any]] = [
    {"type": "play", "id": "a", "ply": 0, "epoch": 0, "move": "x", "seat": 0},
    {"type": "hint", "id": "b", "ply": 0},
    {"type": "chat", "id": "c", "text": "hello"},
    {"type": "mute", "id": "d", "player": "x", "muted": True},
    {"type": "take_back", "id": "e", "ply": 0},
    {"type": "answer", "id": "f", "agree": False},
    {"type": "ping", "id": "g"},
]

NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, 2**31, 2**63, -(2**63), 10**400, 1e308, float("inf"), float("nan"),
    "", "x" * 5000, "\x00", "\ud800", "\u202e", "💥" * 100, "'; DROP TABLE plies; --", "../../etc/passwd", "{}",
    [], [[]], {}, {"type": "play"}, [None] * 500, {"a" * 1000: 1}, {str(number): number for number in range(200)},
]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("fuzz") / "x.sqlite", "--no-rate-limits") as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with rate limits."""
    with process(tmp_path_factory.mktemp("strict") / "x.sqlite") as running:
        yield running


@asynccontextmanager
async def undisturbed(server: Process) -> AsyncIterator[None]:
    """Let two people play at a table of their own meanwhile; their game must come to a lawful end."""
    with Person(server, "Ann") as ann, Person(server, "Ben") as ben:
        table = begin(ann, ben)
        games = [asyncio.create_task(play_to_the_end(server, table, person)) for person in (ann, ben)]
        try:
            yield
            await asyncio.wait_for(asyncio.gather(*games), 60)
        finally:
            for game in games:
                game.cancel()
        assert verify(parse_record(ann.http.get(f"/api/tables/{table}/record").text)).is_fair


def begin(ann: Person, ben: Person) -> str:
    table = ann.open_table(game="tsuro", seats=[{"kind": "me"}, {"kind": "open"}])
    ben.http.post(f"/api/tables/{table}/join").raise_for_status()
    ann.http.post(f"/api/tables/{table}/start").raise_for_status()
    return table


async def play_to_the_end(server: Process, table: str, person: Person) -> None:
    rng = Random(person.id)
    async with server.connect(table, cookie=person.cookie) as socket:
        async for frame in socket:
            message = json.loads(frame)
            assert message["type"] != "refused", message
            if message.get("outcome"):
                return
            if message.get("moves"):
                move = rng.choice(message["moves"])["move"]
                await socket.send(json.dumps({"type": "play", "ply": message["ply"], "move": move}))


# ── Text frames ──────────────────────────────────────────────────────────────────────────────────────────────────────


def mutate(rng: Random) -> str:
    """Make something that is almost a message."""
    message = dict(rng.choice(VALID))
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(5):
            case 0:
                message.pop(rng.choice([*message]), None)
            case 1:
                message[rng.choice([*message, "type"])] = rng.choice(NASTY)
            case 2:
                message[rng.choice(["seat", "ply", "move", "text", "x", "", "__proto__"])] = rng.choice(NASTY)
            case 3:
                message["type"] = rng.choice([*(valid["type"] for valid in VALID), "Play", "welcome", "position", ""])
            case 4:
                message = {"type": message.get("type"), "id": message}
        message = message or {"type": "ping"}
    text = json.dumps(message)
    match rng.randrange(8):
        case 0:
            cut = rng.randrange(len(text))
            return text[:cut]
        case 1:
            at = rng.randrange(len(text))
            return text[:at] + rng.choice('\x00"\\{}[],:é💥 ') + text[at + 1 :]
        case 2:
            return text * 2
    return text


WHOLE = [
    "", " ", "null", "0", "[]", "{}", '"play"', "[" * 16_000, '{"a":' * 3000, "[" * 5000 + "]" * 5000,
    '{"type":"ping","type":"play"}', '{"type":"play","ply":' + "9" * 10_000 + "}", '{"type":"ping","id":1e999}',
    '{"type":"chat","text":"\\ud800"}', '{"type":"chat","text":"' + "x" * 16_000 + '"}', "x" * (LARGEST_FRAME - 1),
]  # fmt: skip


async def test_messages_that_are_almost_right(server: Process) -> None:
    """Every one is refused with a known code or harmless, and the connection lives on."""
    rng = Random(2026)
    with Person(server, "Eve") as eve, Person(server, "Victoria") as victim:
        hers = victim.open_table()
        before = victim.http.get(f"/api/tables/{hers}").json()
        async with undisturbed(server):
            for table in (hers, eve.open_table(), eve.open_table(seats=[{"kind": "me"}, {"kind": "open"}])):
                for frames in (WHOLE, [mutate(rng) for _ in range(400)]):
                    codes = await send_and_stay(server, table, eve, frames)
                    assert "malformed" in codes
                    assert codes <= set(CODES) - {"broken", "not_stored"}
        after = victim.http.get(f"/api/tables/{hers}").json()
        assert (after["ply"], after["epoch"]) == (before["ply"], before["epoch"])


async def send_and_stay(server: Process, table: str, person: Person, frames: list[str]) -> set[str]:
    """Send frames and listen; give the codes of all refusals."""

    async def send() -> None:
        for text in (*frames, json.dumps({"type": "ping", "id": "still here"})):
            await socket.send(text)

    async with server.connect(table, cookie=person.cookie, max_size=None) as socket:
        sending = asyncio.create_task(send())
        codes = set()
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                codes.add(message["code"])
            if message == {"type": "pong", "id": "still here"}:
                await sending
                return codes
    raise AssertionError(f"the socket was closed: {socket.close_code} {socket.close_reason}")


# ── Frames that are none ─────────────────────────────────────────────────────────────────────────────────────────────


class RawSocket:
    """A WebSocket by hand, for what no library would send."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, server: Process, table: str, person: Person, *, room: int | None = None) -> "RawSocket":
        """Connect; `room` is how many bytes the system keeps for us unread, usually as many as it likes."""
        plain = Socket()
        if room is not None:
            plain.setsockopt(SOL_SOCKET, SO_RCVBUF, room)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", server.port))
        reader, writer = await asyncio.open_connection(sock=plain)
        key = b64encode(os.urandom(16)).decode()
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nupgrade: websocket\r\n"
            f"connection: upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
            f"cookie: ludotheque={person.cookie}\r\n\r\n"
        )
        writer.write(head.encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            pass  # hung up on us already: that is what we want to see

    def pour(self, data: bytes) -> None:
        """Send without ever looking up."""
        self._writer.write(data)

    async def wait_for_end(self) -> int | None:
        """Give the code with which the server closes; None if it just hangs up."""
        try:
            async with asyncio.timeout(20):
                while True:
                    first, second = await self._reader.readexactly(2)
                    length = second & 127
                    if length > 125:
                        length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
                    payload = await self._reader.readexactly(length)
                    if first & 15 == CLOSE:
                        return int.from_bytes(payload[:2])
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        finally:
            self._writer.close()


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, rsv: int = 0, length: int | None = None
) -> bytes:
    """Write a frame; `length` is what it claims to be long."""
    length = len(payload) if length is None else length
    bit = 128 if masked else 0
    head = bytes([(128 if fin else 0) | rsv << 4 | opcode])
    if length < 126:
        head += bytes([bit | length])
    elif length < 65536:
        head += bytes([bit | 126]) + struct.pack("!H", length)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", length)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


BROKEN_FRAMES = {
    "garbage": [b"\x00\x01\x02\x03" * 100],
    "no mask": [frame(TEXT, b'{"type":"ping"}', masked=False)],
    "reserved bits": [frame(TEXT, b'{"type":"ping"}', rsv=7)],
    "unknown opcode": [frame(3, b"x")],
    "claims to be endless": [frame(TEXT, b"x", length=2**62)],
    "claims a megabyte": [frame(TEXT, b"x" * 100, length=2**20)],
    "too large": [frame(TEXT, b"x" * (LARGEST_FRAME + 1))],
    "too large in parts": [frame(TEXT, b"x" * 8000, fin=False)] + [frame(CONTINUATION, b"x" * 8000, fin=False)] * 4,
    "never ends": [frame(TEXT, b"x", fin=False)] + [frame(CONTINUATION, b"x" * 100, fin=False)] * 1000,
    "continues nothing": [frame(CONTINUATION, b"x")],
    "begins twice": [frame(TEXT, b"x", fin=False), frame(TEXT, b"x")],
    "large ping": [frame(PING, b"x" * 126)],
    "ping in parts": [frame(PING, b"x", fin=False)],
    "no utf-8": [frame(TEXT, b"\xff\xfe\xfd")],
    "latin-1": [frame(TEXT, '{"type":"chat","text":"é"}'.encode("latin-1"))],
    "utf-16": [frame(TEXT, '{"type":"ping"}'.encode("utf-16"))],
    "overlong utf-8": [frame(TEXT, b"\xc0\x80")],
    "a surrogate": [frame(TEXT, b"\xed\xa0\x80")],
    "a code of one byte": [frame(CLOSE, b"x")],
    "a code that is none": [frame(CLOSE, struct.pack("!H", 42))],
    "a reason that is no text": [frame(CLOSE, struct.pack("!H", 1000) + b"\xff")],
    "after the end": [frame(CLOSE, struct.pack("!H", 1000)), frame(TEXT, b'{"type":"ping"}')],
}


async def test_frames_that_are_none(server: Process) -> None:
    """Each ends its own connection, and nothing else."""
    with Person(server, "Eve") as eve:
        table = eve.open_table()
        async with undisturbed(server):
            for name, frames in BROKEN_FRAMES.items():
                raw = await RawSocket.open(server, table, eve)
                for data in frames:
                    await raw.send(data)
                code = await raw.wait_for_end()
                assert code in {None, 1000, 1002, 1003, 1007, 1009, 1011}, name
        async with server.connect(table, cookie=eve.cookie) as socket:
            await read(socket, "welcome")


async def test_bytes_are_refused_and_the_connection_stays(server: Process) -> None:
    with Person(server, "Eve") as eve:
        async with server.connect(eve.open_table(), cookie=eve.cookie) as socket:
            await socket.send(b'{"type":"ping"}')
            assert (await read(socket, "refused"))["code"] == "malformed"
            await socket.send('{"type":"ping","id":"a"}')
            assert (await read(socket, "pong"))["id"] == "a"


# ── Floods ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ['{"type":"ping"}', "x", '{"type":"chat","text":"buy!"}', '{"type":"play","ply":0,"move":"x"}']
)
async def test_a_flood_of_frames_is_cut_off(strict: Process, text: str) -> None:
    with Person(strict, "Eve") as eve:
        table = eve.open_table()
        async with undisturbed(strict):
            raw = await RawSocket.open(strict, table, eve)
            for _ in range(20):
                await raw.send(frame(TEXT, text.encode()) * 100)
            assert await raw.wait_for_end() in {None, 1008}


async def test_who_does_not_listen_is_told_to_come_back(server: Process) -> None:
    """Answers that nobody reads do not pile up in the server."""
    with Person(server, "Eve") as eve:
        table = eve.open_table()
        async with undisturbed(server):
            before = measure_memory(server)
            deaf = await RawSocket.open(server, table, eve, room=4096)
            # The system keeps megabytes of answers for the server; only what is more than that waits in the server.
            deaf.pour(frame(TEXT, b'{"type":"play","ply":9,"move":"x"}') * 100_000)
            async with asyncio.timeout(60):
                while eve.http.get(f"/api/tables/{table}").json()["seats"][0]["connected"]:
                    assert measure_memory(server) - before < 32 * 2**20
                    await asyncio.sleep(0.2)
            assert await deaf.wait_for_end() in {None, 1013}


def measure_memory(server: Process) -> int:
    """Give the resident memory of the server in bytes; 0 where the system does not tell."""
    status = Path(f"/proc/{server.popen.pid}/status")
    if not status.exists():
        return 0
    [line] = [line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024
