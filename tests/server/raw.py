"""WebSockets by hand, for what no library would send."""

import asyncio
import os
import struct
from collections.abc import Callable
from socket import SO_RCVBUF, SOL_SOCKET, socket

from tests.patience import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def handshake(path: str, start: str = "GET {path} HTTP/1.1", **headers: str | None) -> bytes:
    """Write the head of a WebSocket handshake; a header that is None is left out."""
    usual: dict[str, str | None] = {
        "host": "127.0.0.1",
        "upgrade": "websocket",
        "connection": "upgrade",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "sec-websocket-version": "13",
    }
    given = usual | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [start.format(path=path), *(f"{name}: {value}" for name, value in given.items() if value is not None)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


class RawSocket:
    """A WebSocket by hand, for what no library would send."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int, table: str, cookie: str, *, room: int | None = None) -> "RawSocket":
        """Connect; `room` is how many bytes the system keeps for us unread, usually as many as it likes."""
        plain = socket()
        if room is not None:
            plain.setsockopt(SOL_SOCKET, SO_RCVBUF, room)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=plain)
        writer.write(handshake(f"/api/tables/{table}/socket", cookie=f"ludotheque={cookie}"))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            pass  # hung up on us already: that is what we want to see

    def send_nowait(self, data: bytes) -> None:
        """Send without waiting for the buffer to drain."""
        self._writer.write(data)

    def abort(self) -> None:
        """Reset the connection without a closing handshake."""
        self._writer.transport.abort()

    async def wait_for_end(self) -> int | None:
        """Give the code with which the server closes; None if it just hangs up."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    opcode, payload = await self._read_frame()
                    if opcode == CLOSE:
                        return int.from_bytes(payload[:2])
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        finally:
            self._writer.close()

    async def read_texts(self, are_enough: Callable[[list[str]], bool]) -> list[str]:
        """Give the messages that come until there are enough."""
        texts: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while not are_enough(texts):
                opcode, payload = await self._read_frame()
                if opcode == TEXT:
                    texts.append(payload.decode())
        return texts

    async def read_frame_of(self, kind: int) -> bytes:
        """Give the payload of the next frame of a kind; others before it are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                opcode, payload = await self._read_frame()
                if opcode == kind:
                    return payload

    async def _read_frame(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        length = second & 127
        if length > 125:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
        return first & 15, await self._reader.readexactly(length)


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
