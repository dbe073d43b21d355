"""A WebSocket client that costs next to nothing, so that what is measured is the server. It checks nothing.

Messages that it sends are masked by zeros, which is lawful and free. Extensions, fragments and closing handshakes are
not for it.
"""

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import Any

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_FINAL = 0x80
_MASKED = 0x80


class Socket(asyncio.Protocol):
    """One connection. Every text that comes is handed over as bytes."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self.on_text = on_text
        self.is_closed = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: Any  # uvloop's transports are no asyncio.Transport
        self._buffer = b""

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Hang up."""
        self.is_closed = True
        self._transport.close()

    def _send(self, kind: int, payload: bytes) -> None:
        if len(payload) < 126:
            head = bytes((_FINAL | kind, _MASKED | len(payload)))
        else:
            head = bytes((_FINAL | kind, _MASKED | 126)) + len(payload).to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport; `open_socket` sends the request."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio gives it
        """Remember that it is over."""
        self.is_closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("hung up before the connection was open"))

    def data_received(self, data: bytes) -> None:
        """Take what has come: first the answer to the request, then frames."""
        self._buffer += data
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(self._buffer.decode(errors="replace")))
                return
            self._buffer = rest
            self.opened.set_result(None)
        self._take_frames()

    def _take_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            length, start = buffer[at + 1], at + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(buffer[at + 2 : start], "big")
            if len(buffer) < start + length:
                break
            kind, at = buffer[at] & 15, start + length
            if kind == _TEXT:
                self.on_text(buffer[start:at])
            elif kind == _PING:
                self._send(_PONG, buffer[start:at])
            elif kind == _CLOSE:
                self._transport.close()
        self._buffer = buffer[at:]


async def open_socket(
    host: str, port: int, path: str, headers: Mapping[str, str], on_text: Callable[[bytes], None]
) -> Socket:
    """Connect. Raises ConnectionError if the server does not want to."""
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(on_text), host, port)
    fields = {
        "Host": f"{host}:{port}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    socket._transport.write("\r\n".join(lines).encode())
    await socket.opened
    return socket
