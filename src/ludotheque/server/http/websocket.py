"""One WebSocket of a table: hands its messages to the request handler and sends what the connection has queued."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.server.network.connections import CLOSE_SECONDS, OpenSocket, Slot
from ludotheque.server.rate_limits import Bucket, Rate
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection
from ludotheque.server.table.handler import RequestHandler
from ludotheque.server.table.table import Table

FRAMES = Rate("frames", 60, 20)
"""The rate of frames of a connection other than moves, control frames included.

Moves need no limit: the next frame is read only when a move is stored.
"""

_GONE = (RuntimeError, WebSocketDisconnect, TimeoutError)
"""What sending raises if the client has gone or does not read."""


async def connect_socket(
    websocket: WebSocket,
    table: Table,
    connection: Connection,
    since: int | None = None,
    epoch: int | None = None,
    *,
    slot: Slot | None = None,
    subprotocol: str | None = None,
) -> Callable[[], None]:
    """Connect a WebSocket to a table, and accept it if it is not accepted yet; `serve_socket` is next.

    Return what disconnects it again. Raises Refused before it sends anything.
    """
    requests = _Requests(table, connection, slot)
    try:
        await table.connect(connection, since, epoch)
        if websocket.application_state is WebSocketState.CONNECTING:
            await websocket.accept(subprotocol)
        requests.listen(websocket)
    except BaseException:
        requests.end()
        raise
    return requests.end


async def serve_socket(
    websocket: WebSocket, connection: Connection, endings: Sequence[Callable[[], None]], slot: Slot | None = None
) -> None:
    """Send what is queued until the client has gone, or the connection is to be closed; then close and end it.

    Most of many sockets only wait here. What has led here has ended, and takes no memory.
    """

    def close_soon() -> None:
        limit.reschedule(asyncio.get_running_loop().time() + CLOSE_SECONDS)
        if slot is not None:
            slot.close_by(CLOSE_SECONDS)

    websocket.scope.clear()  # 1 kB of what the handshake said
    try:
        with contextlib.suppress(*_GONE):
            async with asyncio.timeout(None) as limit:
                connection.on_close = close_soon
                if connection.code is not None:  # already
                    close_soon()
                try:
                    await connection.pump(websocket.send_text)
                finally:
                    connection.on_close = _do_nothing
        await _close(websocket, connection)
    finally:
        end_socket(endings)


async def _close(websocket: WebSocket, connection: Connection) -> None:
    """Close a socket from our side, unless the client has."""
    is_open = not connection.is_lost and websocket.client_state is WebSocketState.CONNECTED
    if connection.code is not None and is_open:
        with contextlib.suppress(*_GONE):
            async with asyncio.timeout(CLOSE_SECONDS):
                await websocket.close(connection.code)


def end_socket(endings: Sequence[Callable[[], None]]) -> None:
    """Undo what was done for a socket, from the last to the first."""
    for end in reversed(endings):
        end()


def _do_nothing() -> None:
    pass


def make_bucket(*, is_limited: bool) -> Bucket | None:
    """Make what counts the frames of a connection."""
    return Bucket(FRAMES, asyncio.get_running_loop().time()) if is_limited else None


class _Requests:
    """Handles the messages of one socket, in order and one at a time, until the client closes or exceeds the rate.

    A request that has begun is completed, even if the socket is lost meanwhile.
    """

    def __init__(self, table: Table, connection: Connection, slot: Slot | None) -> None:
        self._table = table
        self._connection = connection
        self._handler = RequestHandler(table, connection)
        self._bucket = make_bucket(is_limited=table.is_limited)
        self._slot = slot
        self._socket: OpenSocket | None = None
        self._reading: asyncio.Task[None] | None = None
        if slot is not None:
            slot.frames = self._bucket
            slot.measure_queue = connection.measure

    def listen(self, websocket: WebSocket) -> None:
        """Handle everything from now on that comes from an accepted socket."""
        self._socket = None if self._slot is None else self._slot.socket
        if self._socket is None:  # not behind our own protocol
            self._reading = asyncio.create_task(self._read(websocket))
        else:
            self._connection.write = self._socket.write_text
            self._socket.listen(self._hear)

    def end(self) -> None:
        """Handle nothing more, and leave the table."""
        if self._reading is not None:
            self._reading.cancel()
        self._handler.close()
        self._table.disconnect(self._connection)

    def _hear(self, message: Any) -> None:
        """Begin to handle a message of the protocol, which goes on to the next one when that is done."""
        if message["type"] == "websocket.disconnect":
            self._connection.lose()
        elif self._connection.code is None:  # it may have been closed while this was in transit
            self._table.spawn(self._answer(message.get("text")))

    async def _read(self, websocket: WebSocket) -> None:
        """Handle what an ASGI server of any kind receives."""
        while not self._connection.is_lost:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                self._connection.lose()
            elif self._connection.code is None:
                await self._table.finish(self._answer(message.get("text")))

    async def _answer(self, text: str | None) -> None:
        is_move = await self._handler.handle(text)
        if not is_move and self._bucket is not None and self._bucket.take(asyncio.get_running_loop().time()):
            self._connection.close(POLICY_VIOLATION, "too_fast")
        if self._socket is not None:
            self._socket.go_on()
