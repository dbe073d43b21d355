"""uvicorn's WebSocket protocol, with the timeouts and limits that it lacks, and a short way for plain messages.

Phases, timeouts and reference cycles are as in http_protocol.py, which a connection begins with.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.network.connections import CLOSE_SECONDS, SCOPE_KEY, Slot
from ludotheque.server.network.frames import is_control, measure_frame, read_text, write_text

OPEN_SECONDS = 10.0
"""How long the opening handshake of a WebSocket may take."""
PIECE = 1024
"""How many bytes of a frame, or of a handshake, the library parses at once."""
MOST_UNREAD = 32 * 1024
"""How many bytes a rate-limited client may send while an earlier message is being handled."""
MOST_UNWRITTEN = 16 * 1024
"""How many bytes for a client are gathered before they are written, even if the event loop has more to do first."""
MOST_FRAGMENTS = 64
MESSAGE_SECONDS = 10.0
"""How long a fragmented message may take to arrive."""
MOST_UNREAD_PONGS = 16
"""How many pings are answered for a client that does not read."""


class MessageQueue:
    """The messages for the application, which alone takes them: all that uvicorn wants of an asyncio.Queue.

    Of that there are two for every table, and one takes 2 kB even when it is empty.
    """

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._hear: Callable[[Any], None] | None = None
        self._news: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many messages wait; a paused transport bounds them."""
        return len(self._messages)

    def empty(self) -> bool:
        """Whether no message waits."""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        """Hand over a message, or keep it until it is asked for."""
        if self._hear is not None:
            self._hear(message)
            return
        self._messages.append(message)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def listen(self, hear: Callable[[Any], None] | None) -> None:
        """Hand over the messages that wait, and from now on each at once."""
        self._hear = hear
        while self._messages and hear is not None:
            hear(self._messages.pop(0))

    async def get(self) -> Any:
        """Wait for the next message. Only one caller may wait at a time."""
        while not self._messages:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self._messages.pop(0)


class Switch:
    """Whether the client reads: all that uvicorn wants of an asyncio.Event, which takes 0.8 kB even if nobody waits."""

    def __init__(self) -> None:
        self.is_on = True
        """The same as `is_set`, without a call."""
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Whether callers of `wait` return at once."""
        return self.is_on

    def set(self) -> None:
        """Wake everybody who waits."""
        self.is_on = True
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def clear(self) -> None:
        """Make the next callers wait."""
        self.is_on = False

    async def wait(self) -> None:
        """Wait until it is set."""
        if not self.is_on:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with timeouts, and limits for clients that flood it or do not read."""

    # With uvicorn's own attributes, because more than thirty in a __dict__ take 2 kB for every socket.
    __slots__ = (
        *("app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config", "conn"),
        *("connections", "curr_msg_data_type", "default_headers", "disconnected", "frames", "handshake_complete"),
        *("handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop", "pending_ping_payload"),
        *("ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue", "read_paused"),
        *("request", "response", "root_path", "scheme", "scope", "server", "tasks", "transport", "writable"),
        *("_closing_since", "_frame_left", "_is_transport_paused", "_message_since", "_opening_since", "_parsed"),
        *("_unparsed", "_unread_pongs", "_unwritten", "_unwritten_bytes", "slot"),
    )

    def __init__(self, *arguments: Any, slot: Slot, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.slot = slot
        self.queue: MessageQueue = MessageQueue()  # type: ignore[assignment] # see there
        self.writable: Switch = Switch()  # type: ignore[assignment] # see there
        self.close_timeout = CLOSE_SECONDS
        self._unparsed = b""
        self._parsed = 0
        self._frame_left = 0
        """How many bytes the frame still has that the library reads; 0 between two frames."""
        self._is_transport_paused = False
        self._unread_pongs = 0
        self._unwritten: list[bytes] | None = None
        """The frames of this turn of the event loop, which are written together as the next begins."""
        self._unwritten_bytes = 0
        self._opening_since = slot.now()
        self._closing_since: float | None = None
        self._message_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection and its slot from HTTP."""
        super().connection_made(transport)
        self.slot.begin(self.transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the slot and break reference cycles."""
        self.slot.release()
        super().connection_lost(exc)
        self.queue.listen(None)
        self._unwritten = None
        self.conn.parser.close()
        error: BaseException | None = self.conn.handshake_exc
        while error is not None:
            error.__traceback__ = None  # its frames refer to this protocol
            error = error.__cause__ or error.__context__

    def shutdown(self) -> None:
        """Close for shutdown. Aborts in states that uvicorn's own shutdown does not handle."""
        if self.handshake_complete and not self.transport.is_closing():
            self._flush()
            super().shutdown()
        else:
            self.slot.abort("closing")

    def data_received(self, data: bytes) -> None:
        """Parse data frame by frame, because one read may contain thousands; abort a client that floods."""
        if self.handshake_initiated and not self.handshake_complete:
            self.slot.abort("handshake")  # a client must not send frames before the handshake is answered
            return
        self._unparsed = self._unparsed[self._parsed :] + data
        self._parsed = 0
        self._parse()
        if self._unparsed:
            self._pause_transport()

    def _pause_transport(self) -> None:
        """Leave in the network what comes while a message is being handled; abort a client that goes on."""
        if self.slot.frames is not None and len(self._unparsed) - self._parsed > MOST_UNREAD:
            self.slot.abort("flood")
        elif self.read_paused and not self._is_transport_paused and not self.transport.is_closing():
            self._is_transport_paused = True
            self.transport.pause_reading()

    def _parse(self) -> None:
        """Parse up to a message for the application; `go_on` continues with the rest."""
        while self._parsed < len(self._unparsed) and self._may_go_on() and not self.transport.is_closing():
            if not self.handshake_complete:
                self._parse_by_library(PIECE)
            elif not (self._frame_left or self._begin_frame()):
                return  # more is to come
            elif self._frame_left:
                self._frame_left -= self._parse_by_library(min(PIECE, self._frame_left))
        if self._parsed == len(self._unparsed):
            self._unparsed, self._parsed = b"", 0

    def _may_go_on(self) -> bool:
        """Whether to parse what is next: while a message is being handled only pings, pongs and the like."""
        return not self.read_paused or self._frame_left > 0 or is_control(self._unparsed, self._parsed)

    def _begin_frame(self) -> bool:
        """Hand over a plain text message, or measure what the library is to read; False if the head is not whole."""
        start = self._parsed
        measured = measure_frame(self._unparsed, start)
        if measured is None:
            return False
        begin, end = measured
        # What a text means between fragments, after a close frame or if it is too long, the library says.
        is_usual = self._message_since is None and not self.close_sent and end - begin <= LARGEST_FRAME
        text = read_text(self._unparsed, start, begin, end) if is_usual else None
        if text is None:
            self._frame_left = end - start
        else:
            self._parsed = end
            self.read_paused = True
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _parse_by_library(self, most: int) -> int:
        """Let the library parse so many bytes at most; return how many. It may answer, or close."""
        self._flush()
        piece = self._unparsed[self._parsed : self._parsed + most]
        self._parsed += len(piece)
        super().data_received(piece)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._refuse_handshake()
        return len(piece)

    def _refuse_handshake(self) -> None:
        """Answer and close: uvicorn waits for a request that its WebSocket layer has already refused."""
        answer = (
            b"".join(self.conn.data_to_send()) or self.conn.reject(400, "This is no WebSocket handshake.\n").serialize()
        )
        self.handshake_complete = True
        self.close_sent = True
        self.slot.note_refusal("handshake")
        self.transport.write(answer)
        self.transport.close()

    async def receive(self) -> Any:
        """Wait for the next message. What has arrived since the last one is parsed only now that it is asked for."""
        if self.queue.empty():
            self.go_on()
        return await self.queue.get()

    def listen(self, hear: Callable[[Any], None]) -> None:
        """Call `hear` with every message: see OpenSocket."""
        is_none_waiting = self.queue.empty()
        self.queue.listen(hear)
        if is_none_waiting:
            self.go_on()

    def go_on(self) -> None:
        """Parse up to the next message: see OpenSocket."""
        self.read_paused = False
        if self._is_transport_paused and not self.transport.is_closing():
            self._is_transport_paused = False
            self.transport.resume_reading()
        self._parse()

    def send_receive_event_to_app(self) -> None:
        """Queue a message, and parse no more until the application has taken it.

        uvicorn would pause the transport for each message, which takes two system calls, even if nothing else comes.
        """
        self.read_paused = not self.close_sent
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message of the application; after a close frame, parse on for the client's close frame."""
        self._flush()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
            self.slot.socket = self
        if self.close_sent:
            self.go_on()

    def write_text(self, text: str) -> bool:
        """Send a text message; False if the client does not read as fast, or not at all: see OpenSocket.

        It is written as the next turn of the event loop begins. Many moves are stored in one transaction and told in
        one turn, and to write after each of them would wake the clients' side again and again.
        """
        if not self.writable.is_on or self.close_sent or self.transport.is_closing():
            return False
        if self._unwritten is None:
            self._unwritten = []
            self.loop.call_soon(self._flush)
        self._unwritten.append(frame := write_text(text))
        self._unwritten_bytes += len(frame)
        if self._unwritten_bytes > MOST_UNWRITTEN:
            self._flush()
        return True

    def _flush(self) -> None:
        """Write what was sent in this turn of the event loop."""
        frames, self._unwritten, self._unwritten_bytes = self._unwritten, None, 0
        if frames is not None and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    def _forget_handshake(self) -> None:
        """Drop the headers, which the parser and the application would keep as long as the connection lasts: 4 kB."""
        self.request.headers.clear()
        self.response.headers.clear()
        if isinstance(headers := self.scope["headers"], list):
            headers.clear()

    def handle_connect(self, event: Request) -> None:
        """Begin a handshake, and pass the slot to the application."""
        super().handle_connect(event)
        if self.close_sent:
            self.slot.note_refusal("handshake")
        else:
            self.scope[SCOPE_KEY] = self.slot  # type: ignore[literal-required] # ours

    def handle_text(self, event: Frame) -> None:
        """Handle a message, or count its first fragment."""
        if event.fin or self._begin_fragments():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a message, or count its first fragment."""
        if event.fin or self._begin_fragments():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a further fragment; abort if there are too many."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.slot.abort("flood")
        elif self._count_frame():
            if event.fin:
                self._message_since = None
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping; abort if there are too many or the pongs are not read."""
        if not self.writable.is_on:
            self._unread_pongs += 1
            if self._unread_pongs > MOST_UNREAD_PONGS:
                self.slot.abort("slow")
        if self._count_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, solicited or not; both count."""
        if self._count_frame():
            super().handle_pong(event)

    def resume_writing(self) -> None:
        """Continue sending when the client reads again."""
        self._unread_pongs = 0
        super().resume_writing()

    def find_overdue(self, now: float) -> str | None:
        """Return the phase that has taken too long, or None."""
        if self.close_sent or self.transport.is_closing():
            if self._closing_since is None:
                self._closing_since = now
            return "closing" if now - self._closing_since > CLOSE_SECONDS else None
        if not self.handshake_complete and now - self._opening_since > OPEN_SECONDS:
            return "handshake"
        if self._message_since is not None and now - self._message_since > MESSAGE_SECONDS:
            return "message"
        return None

    def _begin_fragments(self) -> bool:
        self._message_since = self.slot.now()
        return self._count_frame()

    def _count_frame(self) -> bool:
        """Count a frame that is not a whole message (the application counts those); return whether to continue."""
        if self.transport.is_closing():
            return False
        if self.slot.frames is not None and self.slot.frames.take(self.loop.time()):
            self.slot.abort("flood")
            return False
        return True
