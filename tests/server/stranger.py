"""One stranger with a script: everything known that could stop a server, all at once, from one address.

`python -m tests.server.stranger PORT SECONDS` runs it as a process of its own against a server on this machine. Every
trick is a loop that ends with the time; what it opens is bounded, so that the stranger is a stranger and not a crowd.
What the server answers is counted by trick and status and written to standard output as JSON.
"""

import asyncio
import json
import os
import struct
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

ADDRESS = "127.0.0.2"
"""Where the stranger comes from: another address of this machine than that of the people who play."""
HEADERS = 200
"""How many header lines a handshake has that the WebSocket layer refuses."""
TEXT, PING, CONTINUATION = 1, 9, 0
PATIENCE = 5.0
"""How many seconds the stranger waits for an answer before trying again."""

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Stranger:
    """Attacks the server at a port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._numbers = count()
        self._rng = Random(port)
        self.answers: Counter[str] = Counter()
        self.cookie = ""
        self.tables: list[str] = []

    async def attack(self, seconds: float) -> None:
        """Try everything at the same time until the time is up."""
        await self.become_somebody()
        tricks: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (1, self.send_large_options),
            (400, self.begin_a_head),
            (100, self.send_many_headers),
            (20, self.send_a_slow_body),
            (4, self.flood_with_pings),
            (4, self.flood_with_parts),
            (20, self.never_read),
            (2, self.occupy_the_bots),
            (2, self.open_odd_tables),
            (2, self.ask_for_hints),
            (2, self.take_every_seat),
            (2, self.ask_to_take_back),
            (4, self.come_and_go),
            (2, self.guess_secrets),
            (2, self.read_lists),
            (2, self.send_garbage),
        ]
        workers = [self._repeat(trick) for copies, trick in tricks for _ in range(copies)]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*workers)

    async def _repeat(self, trick: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await trick()
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
                self._count(trick.__name__, type(error).__name__)
            # A script need not pause; it does, so that the machine's other processor is not all there is to defend.
            await asyncio.sleep(0.02)

    def _count(self, trick: str, answer: object) -> None:
        self.answers[f"{trick}: {answer}"] += 1

    # ── Means ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _connect(self) -> Stream:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(ADDRESS, 0))

    def _write_head(self, method: str, path: str, *lines: str) -> bytes:
        cookie = [f"cookie: ludotheque={self.cookie}"] if self.cookie else []
        head = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self._port}", *cookie, *lines, "", ""]
        return "\r\n".join(head).encode()

    async def _ask(self, trick: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and give status and body; None where that is no JSON."""
        reader, writer = await self._connect()
        try:
            data = b"" if body is None else json.dumps(body).encode()
            lines = ["connection: close", f"content-length: {len(data)}", "content-type: application/json"]
            writer.write(self._write_head(method, path, *lines) + data)
            answer = await reader.read()
        finally:
            writer.transport.abort()
        head, _, rest = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1]) if head else 0
        self._count(trick, status)
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"set-cookie: ludotheque=") and not self.cookie:
                self.cookie = line.split(b"=", 1)[1].split(b";")[0].decode()
        try:
            return status, json.loads(rest)
        except ValueError:
            return status, None

    async def _open_socket(self, trick: str, table: str, query: str = "") -> Stream | None:
        reader, writer = await self._connect()
        key = b64encode(os.urandom(16)).decode()
        lines = ["upgrade: websocket", "connection: upgrade", f"sec-websocket-key: {key}", "sec-websocket-version: 13"]
        writer.write(self._write_head("GET", f"/api/tables/{table}/socket{query}", *lines))
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split()[1])
        self._count(trick, status)
        if status == 101:
            return reader, writer
        writer.transport.abort()
        return None

    async def _open_own_table(self, trick: str, **wishes: Any) -> str | None:
        wishes = {"game": "tsuro", "seats": [{"kind": "me"}, {"kind": "open"}]} | wishes
        status, table = await self._ask(trick, "POST", "/api/tables", wishes)
        if status != 201:
            return None
        self.tables.append(table["id"])
        return str(table["id"])

    def _pick_table(self) -> str:
        return self._rng.choice(self.tables) if self.tables else "nowhere"

    # ── Tricks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def become_somebody(self) -> None:
        await self._ask("become_somebody", "POST", "/api/players", {"name": "Mallory"})

    async def send_large_options(self) -> None:
        """Cards and tiles by the million, in a few kilobytes of text."""
        trick = "send_large_options"
        deck, tiles = ",".join(["wa1*999"] * 3900), ",".join(["1*999"] * 5000)
        await self._ask(trick, "GET", f"/api/games/tao/material?deck={deck}")
        await self._ask(trick, "GET", f"/api/games/tsuro/material?tiles={tiles}")
        await self._open_own_table(trick, game="tao", options={"deck": deck})
        await self._open_own_table(trick, options={"tiles": "x" * 60_000})

    async def begin_a_head(self) -> None:
        """A request that never gets to its point; begun anew when the server hangs up."""
        reader, writer = await self._connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ")
            while data := await reader.read(1000):
                self._count("begin_a_head", data[:12])
            self._count("begin_a_head", "cut")
        finally:
            writer.transport.abort()

    async def send_many_headers(self) -> None:
        """A handshake that is refused after the head, and then held open."""
        reader, writer = await self._connect()
        try:
            lines = ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13"]
            lines += [f"sec-websocket-key: {b64encode(bytes(16)).decode()}"]
            lines += [f"x-{number}: x" for number in range(HEADERS)]
            writer.write(self._write_head("GET", f"/api/tables/{self._pick_table()}/socket", *lines))
            while await reader.read(1000):
                pass
            self._count("send_many_headers", "cut")
        finally:
            writer.transport.abort()

    async def send_a_slow_body(self) -> None:
        reader, writer = await self._connect()
        try:
            writer.write(
                self._write_head("POST", "/api/players", "content-type: application/json", "content-length: 60000")
            )
            for _ in range(20):
                writer.write(b" ")
                await asyncio.sleep(0.2)
            self._count("send_a_slow_body", (await reader.read(12)).decode())
        finally:
            writer.transport.abort()

    async def flood_with_pings(self) -> None:
        """Pings without end, whose pongs nobody reads."""
        if stream := await self._open_socket("flood_with_pings", self._pick_table()):
            await self._flood(stream[1], frame(PING, b"x" * 125) * 500)

    async def flood_with_parts(self) -> None:
        """A message of empty parts that never ends."""
        if stream := await self._open_socket("flood_with_parts", self._pick_table()):
            await self._flood(stream[1], frame(TEXT, b"{", fin=False) + frame(CONTINUATION, b"", fin=False) * 2000)

    async def _flood(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        try:
            for _ in range(200):
                writer.write(data)
                await writer.drain()
        finally:
            writer.transport.abort()

    async def never_read(self) -> None:
        """Ask for long answers and leave them lying; chat, so that others make more of them."""
        stream = await self._open_socket("never_read", self._pick_table(), "?previews=true")
        if stream is None:
            return
        stream[1].transport.pause_reading()  # type: ignore[attr-defined] # a transport of a stream can read
        try:
            for number in range(1000):
                stream[1].write(frame(TEXT, json.dumps({"type": "play", "ply": number, "move": "x"}).encode()))
                await asyncio.sleep(0.01)
        finally:
            stream[1].transport.abort()

    async def occupy_the_bots(self) -> None:
        """Tables where only the strongest bots play; with somebody to look at them."""
        trick = "occupy_the_bots"
        seats = [{"kind": "bot", "level": "master"}] * 2
        table = await self._open_own_table(trick, seats=seats, start=True)
        if table and (stream := await self._open_socket(trick, table)):
            try:
                await stream[0].read(100_000)
                await asyncio.sleep(2)
            finally:
                stream[1].transport.abort()

    async def open_odd_tables(self) -> None:
        """Tables that cannot be read back, public ones, and ones with names nobody can see."""
        trick = "open_odd_tables"
        await self._open_own_table(trick, options={"tiles": "1*999,1"}, visibility="public")
        await self._open_own_table(trick, visibility="public")
        await self._ask(trick, "PATCH", "/api/me", {"name": "\u3164"})
        await self._ask(trick, "PATCH", "/api/me", {"name": "bot:master"})

    async def ask_for_hints(self) -> None:
        trick = "ask_for_hints"
        table = await self._open_own_table(trick, seats=[{"kind": "me"}] * 2, start=True, hints=True)
        if table and (stream := await self._open_socket(trick, table)):
            try:
                for _ in range(100):
                    stream[1].write(frame(TEXT, b'{"type":"hint","ply":7}'))
                    await asyncio.sleep(0.01)
            finally:
                stream[1].transport.abort()

    async def take_every_seat(self) -> None:
        trick = "take_every_seat"
        _, tables = await self._ask(trick, "GET", "/api/tables?show=open")
        for table in (tables or {}).get("tables", []):
            await self._ask(trick, "POST", f"/api/tables/{table['id']}/join", {})

    async def ask_to_take_back(self) -> None:
        trick = "ask_to_take_back"
        if stream := await self._open_socket(trick, self._pick_table()):
            try:
                for _ in range(100):
                    stream[1].write(frame(TEXT, b'{"type":"take_back"}') + frame(TEXT, b'{"type":"chat","text":"x"}'))
                    await asyncio.sleep(0.01)
            finally:
                stream[1].transport.abort()

    async def come_and_go(self) -> None:
        """Let the server work out a position with all previews, then leave before reading it."""
        if stream := await self._open_socket("come_and_go", self._pick_table(), "?previews=true"):
            stream[1].transport.abort()

    async def guess_secrets(self) -> None:
        number = next(self._numbers)
        await self._ask("guess_secrets", "GET", f"/api/codes/a{number % 9}b{number % 7}cd")
        await self._ask("guess_secrets", "POST", f"/api/links/{number}", {})

    async def read_lists(self) -> None:
        trick, table = "read_lists", self._pick_table()
        paths = ["games", "tables?show=live", "tables?show=mine", "schema", "openapi.json", "me"]
        for path in (*paths, f"tables/{table}/replay", f"tables/{table}/record"):
            await self._ask(trick, "GET", f"/api/{path}")

    async def send_garbage(self) -> None:
        reader, writer = await self._connect()
        try:
            writer.write(
                self._rng.choice([os.urandom(2000), b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 9000, b"\r\n" * 9000])
            )
            self._count("send_garbage", (await reader.read(12)).decode(errors="replace"))
        finally:
            writer.transport.abort()


def frame(opcode: int, payload: bytes, *, fin: bool = True) -> bytes:
    """Write a short masked frame; the mask is zero, which is a mask as well."""
    head = bytes([(128 if fin else 0) | opcode])
    length = bytes([128 | len(payload)]) if len(payload) < 126 else bytes([254]) + struct.pack("!H", len(payload))
    return head + length + bytes(4) + payload


async def _main(port: int, seconds: float) -> None:
    stranger = Stranger(port)
    await stranger.attack(seconds)
    print(json.dumps(stranger.answers, sort_keys=True))  # noqa: T201 - this is how the test hears of it


if __name__ == "__main__":
    os.nice(10)  # the stranger has a machine of its own; here it must not take the server's processor
    asyncio.run(_main(int(sys.argv[1]), float(sys.argv[2])))
