"""uvicorn's HTTP protocol, with the timeouts and limits that it lacks. After a handshake comes socket_protocol.py.

Every phase of a connection has a timeout: the head of a request, its body, the opening handshake of a WebSocket, a
fragmented message, the closing handshake. `find_overdue` reports a phase that took too long, and `Connections` aborts.

Reference cycles are broken explicitly when a connection is lost: a protocol, its parser, its slot and its transport
refer to each other, and thousands of refused connections would otherwise wait for the cyclic garbage collector, which
then blocks the event loop for a quarter of a second.
"""

import asyncio
from functools import partial
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ludotheque.server.bounds import LARGEST_HEAD, MOST_HEADERS
from ludotheque.server.http.middleware import BODY_SECONDS
from ludotheque.server.network.connections import SCOPE_KEY, Slot
from ludotheque.server.network.socket_protocol import SocketProtocol

HEAD_SECONDS = 10.0
MOST_PIPELINED = 16
"""How many pipelined requests may wait for an earlier response on the same connection."""

_BODY_GRACE = 2.0  # RequestMiddleware itself refuses a slow body that it reads


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with timeouts, and limits of heads, headers and pipelined requests."""

    def __init__(self, *arguments: Any, slot: Slot, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.slot = slot
        self.ws_protocol_class = partial(SocketProtocol, slot=slot)  # type: ignore[assignment] # it is only called
        self._is_in_head = True
        self._length = 0
        self._has_begun = False
        self._head_since: float | None = None
        self._body_since: float | None = None
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Start the timeout of the first head; between requests, uvicorn's keep-alive timeout applies."""
        super().connection_made(transport)
        self.slot.begin(transport, self)
        self._head_since = self.slot.now()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the slot and break reference cycles."""
        self.slot.release()
        self._stop_answering()
        super().connection_lost(exc)
        self._break_cycles()

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse a head that is too long."""
        self._has_begun = True
        if self._is_in_head:
            self._length += len(data)
            if self._head_since is None:
                self._head_since = self.slot.now()
        super().data_received(data)
        if self._is_in_head and self._length > LARGEST_HEAD:
            self.send_400_response(f"The head of a request may have {LARGEST_HEAD} bytes at most.")

    def on_message_begin(self) -> None:
        """Start the timeout of a head, which may arrive together with the request before."""
        super().on_message_begin()
        self.scope[SCOPE_KEY] = self.slot  # type: ignore[literal-required] # ours
        if self._head_since is None:
            self._head_since = self.slot.now()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header. Raises ConnectionError for too many, which the parser turns into a response 400."""
        if len(self.headers) >= MOST_HEADERS:
            raise ConnectionError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the timeout of the body. Raises ConnectionError for too many pipelined requests, answered with 400."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ConnectionError
        self._is_in_head = False
        self._head_since = None
        self._body_since = self.slot.now()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Reset the state for the next head."""
        self._is_in_head = True
        self._length = 0
        self._body_since = None
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Upgrade to a WebSocket; abort while an earlier request is being answered, because both would write."""
        if self._answering is not None and not self._answering.response_complete:
            self._stop_answering()
            self.slot.abort("handshake")
        else:
            super().handle_websocket_upgrade()
            self._break_cycles()  # the WebSocket protocol owns the connection now

    def on_response_complete(self) -> None:
        """Count a proxy's connection for no address until its next request."""
        super().on_response_complete()
        self.slot.unassign()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, but not while the client still reads the last response."""
        if self.transport.get_write_buffer_size():
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request, in JSON like every other refusal."""
        if not self.transport.is_closing():
            self.slot.note_refusal("malformed")
            self._stop_answering()
            body = msgspec.json.encode({"error": {"code": "malformed", "message": msg}})
            lines = [b"HTTP/1.1 400 Bad Request", b"content-type: application/json", b"connection: close"]
            self.transport.write(b"\r\n".join([*lines, b"content-length: %d" % len(body), b"", body]))
            self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _stop_answering(self) -> None:
        """Stop the request being answered from writing. uvicorn knows only the last of several pipelined ones."""
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _break_cycles(self) -> None:
        self.parser = None  # type: ignore[assignment] # as uvicorn does
        self.ws_protocol_class = None
        self.pipeline.clear()
        self._answering = None
        self.cycle = None  # type: ignore[assignment]

    def find_overdue(self, now: float) -> str | None:
        """Return the phase that has taken too long, or None."""
        if self._head_since is not None and now - self._head_since > HEAD_SECONDS:
            return "head" if self._has_begun else "idle"
        if self._body_since is not None and now - self._body_since > BODY_SECONDS + _BODY_GRACE:
            return "body"
        return None

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore an unsupported upgrade, and close after the response, because the parser cannot continue."""
        self.cycle.keep_alive = False
        if self.cycle.response_complete:
            self.transport.close()
