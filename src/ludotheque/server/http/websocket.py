"""One WebSocket of a table: reads frames for the request handler and writes what the connection has queued."""

import asyncio
import contextlib
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.server.network.connections import CLOSE_SECONDS, Slot
from ludotheque.server.rate_limits import Bucket, Rate
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection
from ludotheque.server.table.handler import RequestHandler
from ludotheque.server.table.table import Table

FRAMES = Rate("frames", 60, 20)
"""The rate of frames of a connection other than moves, control frames included.

Moves need no limit: the next frame is read only when a move is stored.
"""


async def serve_socket(
    websocket: WebSocket,
    table: Table,
    connection: Connection,
    since: int | None = None,
    epoch: int | None = None,
    *,
    slot: Slot | None = None,
    subprotocol: str | None = None,
) -> None:
    """Accept a WebSocket, if it is not accepted yet, and serve it until either side closes it.

    Raises Refused before it sends anything.
    """
    handler = RequestHandler(table, connection)
    bucket = make_bucket(is_limited=table.is_limited)
    if slot is not None:
        slot.frames = bucket
        slot.measure_queue = connection.measure
    try:
        await table.connect(connection, since, epoch)
        if websocket.application_state is WebSocketState.CONNECTING:
            await websocket.accept(subprotocol)
        tasks: list[asyncio.Future[Any]] = [
            asyncio.create_task(connection.pump(websocket.send_text)),
            asyncio.create_task(_read(websocket, handler, bucket)),
            connection.wait_closing(),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if slot is not None:
                slot.close_by(CLOSE_SECONDS)
            await _close(websocket, connection, tasks)
    finally:
        handler.close()
        table.disconnect(connection)


def make_bucket(*, is_limited: bool) -> Bucket | None:
    """Make what counts the frames of a connection."""
    return Bucket(FRAMES, asyncio.get_running_loop().time()) if is_limited else None


async def _read(websocket: WebSocket, handler: RequestHandler, bucket: Bucket | None) -> None:
    """Handle every frame in order until the client closes or exceeds the rate."""
    connection = handler.connection
    while connection.code is None:
        frame = await websocket.receive()
        if (
            frame["type"] == "websocket.disconnect" or connection.code is not None
        ):  # closed while the frame was in transit
            return
        is_move = await handler.handle(frame.get("text"))
        if not is_move and bucket is not None and bucket.take(asyncio.get_running_loop().time()):
            connection.close(POLICY_VIOLATION, "too_fast")


async def _close(websocket: WebSocket, connection: Connection, tasks: "list[asyncio.Future[Any]]") -> None:
    """Send what is still queued, if the client reads it in time, and close."""
    writer = tasks[0]
    if connection.code is not None and not writer.done():
        await asyncio.wait((writer,), timeout=CLOSE_SECONDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if connection.code is not None and websocket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(websocket.close(connection.code), CLOSE_SECONDS)
