"""HTTP and WebSockets as uvicorn speaks them, with the bounds that it does not have.

Every phase of a connection has an end: the head of a request, its body, the opening of a WebSocket, a message in
fragments, the closing. `find_overdue` says when one has taken too long; `Connections` asks and aborts.

What a lost connection held is freed by reference counting: a protocol, its parser, its slot and its transport refer to
each other, and thousands of refused connections would otherwise wait for the cyclic garbage collector, which then stops
everybody for a quarter of a second.
"""

import asyncio
from functools import partial
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ludotheque.server.bounds import LARGEST_HEAD, MOST_HEADERS
from ludotheque.server.http.middleware import BODY_SECONDS
from ludotheque.server.network.connections import FAREWELL, SCOPE_KEY, Slot

HEAD_SECONDS = 10.0
MOST_PIPELINED = 16
"""How many requests may wait for the answer to an earlier one on the same connection."""

OPEN_SECONDS = 10.0
"""How long it may take until a WebSocket is open."""
PIECE = 1024
"""How many bytes are parsed at once: enough for any message, and too few for many empty frames."""
MOST_UNREAD = 32 * 1024
"""How much somebody whose frames are counted may send while an earlier message is being handled."""
MOST_FRAGMENTS = 64
MESSAGE_SECONDS = 10.0
"""How long a message in fragments may take."""
MOST_UNREAD_PONGS = 16
"""How many pings are answered for somebody who does not read."""

_BODY_GRACE = 2.0  # the RequestMiddleware answers a slow body itself, if it reads it


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, which gives nobody more time or memory than a request needs."""

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
        """Wait for the first head; for the next ones, uvicorn waits."""
        super().connection_made(transport)
        self.slot.begin(transport, self)
        self._head_since = self.slot.now()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self.slot.release()
        self._stop_answering()
        super().connection_lost(exc)
        self._break_cycles()

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless the head is too long."""
        self._has_begun = True
        if self._is_in_head:
            self._length += len(data)
            if self._head_since is None:
                self._head_since = self.slot.now()
        super().data_received(data)
        if self._is_in_head and self._length > LARGEST_HEAD:
            self.send_400_response(f"The head of a request may have {LARGEST_HEAD} bytes at most.")

    def on_message_begin(self) -> None:
        """Begin a head; it may come in the same piece as the request before."""
        super().on_message_begin()
        self.scope[SCOPE_KEY] = self.slot  # type: ignore[literal-required] # ours
        if self._head_since is None:
            self._head_since = self.slot.now()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Raises ConnectionError, which the parser turns into an answer 400."""
        if len(self.headers) >= MOST_HEADERS:
            raise ConnectionError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End a head, and begin a body. Raises ConnectionError, which the parser turns into an answer 400."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ConnectionError
        self._is_in_head = False
        self._head_since = None
        self._body_since = self.slot.now()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Let the next head begin."""
        self._is_in_head = True
        self._length = 0
        self._body_since = None
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Take no handshake before the requests ahead of it are answered: both would write to the same connection."""
        if self._answering is not None and not self._answering.response_complete:
            self._stop_answering()
            self.slot.abort("handshake")
        else:
            super().handle_websocket_upgrade()
            self._break_cycles()  # the WebSocket's protocol has the connection now

    def on_response_complete(self) -> None:
        """Count the connection of a proxy for nobody until the next request."""
        super().on_response_complete()
        self.slot.unassign()

    def timeout_keep_alive_handler(self) -> None:
        """Hang up on somebody who asks for nothing more, but not while they still read the last answer."""
        if self.transport.get_write_buffer_size():
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, in JSON like every other refusal."""
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
        """Let the request that is being answered write no more. uvicorn knows only the last of several in a row."""
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
        """Say what has taken too long, if anything has."""
        if self._head_since is not None and now - self._head_since > HEAD_SECONDS:
            return "head" if self._has_begun else "idle"
        if self._body_since is not None and now - self._body_since > BODY_SECONDS + _BODY_GRACE:
            return "body"
        return None

    def _unsupported_upgrade_warning(self) -> None:
        """Answer a request for another protocol as if it asked for none. The parser cannot go on after that."""
        self.cycle.keep_alive = False
        if self.cycle.response_complete:
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets, which keep nothing for somebody who floods them or does not read."""

    def __init__(self, *arguments: Any, slot: Slot, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.slot = slot
        self.close_timeout = FAREWELL
        self._unparsed = b""
        self._parsed = 0
        self._unread_pongs = 0
        self._opening_since = slot.now()
        self._closing_since: float | None = None
        self._message_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP."""
        super().connection_made(transport)
        self.slot.begin(self.transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self.slot.release()
        super().connection_lost(exc)
        self.conn.parser.close()
        error: BaseException | None = self.conn.handshake_exc
        while error is not None:
            error.__traceback__ = None  # its frames refer to this protocol
            error = error.__cause__ or error.__context__

    def shutdown(self) -> None:
        """End with the server; uvicorn expects a handshake that is either complete or still to be answered."""
        if self.handshake_complete and not self.transport.is_closing():
            super().shutdown()
        else:
            self.slot.abort("closing")

    def data_received(self, data: bytes) -> None:
        """Take what has come, in small pieces: thousands of frames fit into what the system gives at once."""
        if self.handshake_initiated and not self.handshake_complete:
            self.slot.abort("handshake")  # who speaks before the answer does not speak the protocol
            return
        self._unparsed = self._unparsed[self._parsed :] + data
        self._parsed = 0
        self._parse()
        if self.slot.frames is not None and len(self._unparsed) - self._parsed > MOST_UNREAD:
            self.slot.abort("flood")

    def _parse(self) -> None:
        """Parse until a message waits for the application; the rest when it has been taken."""
        while self._parsed < len(self._unparsed) and not self.read_paused and not self.transport.is_closing():
            piece = self._unparsed[self._parsed : self._parsed + PIECE]
            self._parsed += len(piece)
            super().data_received(piece)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse_handshake()
        if self._parsed == len(self._unparsed):
            self._unparsed, self._parsed = b"", 0

    def _refuse_handshake(self) -> None:
        """Answer and hang up: uvicorn waits for a request that its WebSocket layer has already refused."""
        answer = (
            b"".join(self.conn.data_to_send()) or self.conn.reject(400, "This is no WebSocket handshake.\n").serialize()
        )
        self.handshake_complete = True
        self.close_sent = True
        self.slot.note_refusal("handshake")
        self.transport.write(answer)
        self.transport.close()

    async def receive(self) -> Any:
        """Give the application the next message."""
        message = await super().receive()
        self._parse()
        return message

    async def send(self, message: Any) -> None:
        """Send what the application says; after its last word look for the other side's."""
        await super().send(message)
        if self.close_sent:
            self._parse()

    def handle_connect(self, event: Request) -> None:
        """Begin a handshake. The application may know the connection."""
        super().handle_connect(event)
        if self.close_sent:
            self.slot.note_refusal("handshake")
        else:
            self.scope[SCOPE_KEY] = self.slot  # type: ignore[literal-required] # ours

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        if event.fin or self._begin_fragments():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        if event.fin or self._begin_fragments():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.slot.abort("flood")
        elif self._count_frame():
            if event.fin:
                self._message_since = None
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the answers are not read."""
        if not self.writable.is_set():
            self._unread_pongs += 1
            if self._unread_pongs > MOST_UNREAD_PONGS:
                self.slot.abort("slow")
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, asked for or not."""
        if self._count_frame():
            super().handle_pong(event)

    def resume_writing(self) -> None:
        """Go on when the other side reads again."""
        self._unread_pongs = 0
        super().resume_writing()

    def find_overdue(self, now: float) -> str | None:
        """Say what has taken too long, if anything has."""
        if self.close_sent or self.transport.is_closing():
            if self._closing_since is None:
                self._closing_since = now
            return "closing" if now - self._closing_since > FAREWELL else None
        if not self.handshake_complete and now - self._opening_since > OPEN_SECONDS:
            return "handshake"
        if self._message_since is not None and now - self._message_since > MESSAGE_SECONDS:
            return "message"
        return None

    def _begin_fragments(self) -> bool:
        self._message_since = self.slot.now()
        return self._count_frame()

    def _count_frame(self) -> bool:
        """Count a frame that is no whole message; those the application counts. Give whether to go on."""
        if self.transport.is_closing():
            return False
        if self.slot.frames is not None and self.slot.frames.take(self.loop.time()):
            self.slot.abort("flood")
            return False
        return True
