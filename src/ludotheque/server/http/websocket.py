"""One WebSocket of a table: frames in, one after the other, and frames out as they come. Whose it is, others say."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.server.errors import Refused
from ludotheque.server.network.connections import FAREWELL, Slot
from ludotheque.server.rate_limits import Bucket, Rate
from ludotheque.server.table.connections import POLICY_VIOLATION, Connection
from ludotheque.server.table.messages import (
    AnswerTakeBack,
    AskHint,
    AskTakeBack,
    Mute,
    Ping,
    Play,
    Played,
    Pong,
    Refusal,
    Request,
    Say,
    decode,
    encode,
)
from ludotheque.server.table.table import LiveTable

FRAMES = Rate("frames", 60, 20)
"""How many frames a connection may send that play nothing, control frames included.

Moves wait until they are stored; that is slow enough.
"""
BROKEN = Refused("broken", "Something went wrong in the server. Nothing has changed; try again.")

_log = logging.getLogger(__name__)


async def serve_socket(
    websocket: WebSocket,
    table: LiveTable,
    connection: Connection,
    since: int | None = None,
    epoch: int | None = None,
    *,
    slot: Slot | None = None,
) -> None:
    """Accept a WebSocket and serve it until either side has had enough. Raises Refused before it is accepted."""
    desk = Desk(table, connection)
    bucket = Bucket(FRAMES, asyncio.get_running_loop().time()) if table.is_limited else None
    if slot is not None:
        slot.frames = bucket
        slot.measure_queue = connection.measure
    try:
        await table.connect(connection, since, epoch)
        await websocket.accept()
        tasks = [
            asyncio.create_task(connection.pump(websocket.send_text)),
            asyncio.create_task(_read(websocket, desk, bucket)),
            asyncio.create_task(connection.closing.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if slot is not None:
                slot.close_by(FAREWELL)
            await _close(websocket, connection, tasks)
    finally:
        desk.close()
        table.disconnect(connection)


async def _close(websocket: WebSocket, connection: Connection, tasks: "list[asyncio.Task[Any]]") -> None:
    """Send what there is still to send, if the other side takes it in time, and close."""
    writer = tasks[0]
    if connection.code is not None and not writer.done():
        await asyncio.wait((writer,), timeout=FAREWELL)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if connection.code is not None and websocket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(websocket.close(connection.code), FAREWELL)


async def _read(websocket: WebSocket, desk: "Desk", bucket: Bucket | None) -> None:
    """Answer every frame, in order, until the other side closes or sends too many."""
    connection = desk.connection
    while connection.code is None:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect" or connection.code is not None:  # too late: nothing is done any more
            return
        is_move = await desk.take(frame.get("text"))
        if not is_move and bucket is not None and bucket.take(asyncio.get_running_loop().time()):
            connection.close(POLICY_VIOLATION, "too_fast")


def _refuse(message_id: str | None, refused: Refused) -> str:
    return encode(Refusal(id=message_id, code=refused.code, message=refused.message))


class Desk:
    """Where the frames of a connection are opened, and taken to the table."""

    def __init__(self, table: LiveTable, connection: Connection) -> None:
        self.connection = connection
        self._table = table
        self._hint: asyncio.Task[None] | None = None
        self._take: dict[type[Request], Any] = {
            Play: self._take_play,
            AskHint: self._take_hint,
            Say: self._take_chat,
            Mute: self._take_mute,
            AskTakeBack: self._take_take_back,
            AnswerTakeBack: self._take_answer,
            Ping: self._take_ping,
        }

    async def take(self, frame: str | None) -> bool:
        """Do what a frame asks for, or say why not; give whether a move was played, and not only sent again.

        What was begun is finished, whatever becomes of the connection.
        """
        return await self._table.finish(self._answer(frame))

    async def _answer(self, frame: str | None) -> bool:
        request: Request | None = None
        try:
            request = decode(frame)
            return bool(await self._take[type(request)](request))
        except Refused as refused:
            self.connection.send(_refuse(None if request is None else request.id, refused))
        except Exception:  # noqa: BLE001 - a bug must not cost the other frames of this connection
            _log.exception("Table %s: a request failed", self._table.id)
            self.connection.send(_refuse(None if request is None else request.id, BROKEN))
        return False

    def close(self) -> None:
        """Stop what nobody waits for any more."""
        if self._hint is not None:
            self._hint.cancel()

    async def _take_play(self, request: Play) -> bool:
        ply, is_new = await self._table.play(self.connection.player, request)
        self.connection.send(encode(Played(id=request.id, ply=ply)))
        return is_new

    async def _take_hint(self, request: AskHint) -> None:
        """A bot takes its time; frames that come meanwhile do not wait for it."""
        if self._hint is not None and not self._hint.done():
            raise Refused("too_fast", "The bot still thinks about your last question.")
        self._hint = asyncio.create_task(self._give_hint(request))

    async def _give_hint(self, request: AskHint) -> None:
        try:
            self.connection.send(encode(await self._table.hint(self.connection, request.ply, request.id)))
        except Refused as refused:
            self.connection.send(_refuse(request.id, refused))

    async def _take_chat(self, request: Say) -> None:
        await self._table.say(self.connection.player, request.text)

    async def _take_mute(self, request: Mute) -> None:
        self._table.mute(self.connection.player, request.player, muted=request.muted)

    async def _take_take_back(self, request: AskTakeBack) -> None:
        await self._table.ask_take_back(self.connection.player, request.ply)

    async def _take_answer(self, request: AnswerTakeBack) -> None:
        await self._table.answer_take_back(self.connection.player, agree=request.agree)

    async def _take_ping(self, request: Ping) -> None:
        self.connection.send(encode(Pong(id=request.id)))
