"""Handles the requests of one connection: decodes each frame, calls the table, sends the answer. Knows no transport."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from ludotheque.server.errors import Refused
from ludotheque.server.table.feed.connections import Connection
from ludotheque.server.table.feed.messages import (
    AnswerTakeBack,
    AskHint,
    AskTakeBack,
    Authenticate,
    CommitNonce,
    Mute,
    Ping,
    Play,
    Played,
    Pong,
    Refusal,
    Request,
    RevealNonce,
    Say,
    SetPace,
    decode,
    encode,
)
from ludotheque.server.table.table import Table

BROKEN = Refused("broken", "Something went wrong in the server. Nothing has changed; try again.")

_log = logging.getLogger(__name__)


class RequestHandler:
    """Answers what comes in on one connection to a table."""

    def __init__(self, table: Table, connection: Connection) -> None:
        self.connection = connection
        self._table = table
        self._hint: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Cancel the hint that nobody waits for any more."""
        if self._hint is not None:
            self._hint.cancel()

    async def handle(self, frame: str | None) -> bool:
        """Do what a frame asks for, or answer why not. Return whether a move was played that is not a repetition.

        It has to be completed once it has begun, even if the connection is lost meanwhile: see `Table.finish`.
        """
        request: Request | None = None
        try:
            request = decode(frame)
            return bool(await _HANDLERS[type(request)](self, request))
        except Refused as refused:
            self._refuse(request, refused)
        except Exception:  # noqa: BLE001 - a bug must not cost the other frames of this connection
            _log.exception("Table %s: a request failed", self._table.id)
            self._refuse(request, BROKEN)
        return False

    def _refuse(self, request: Request | None, refused: Refused) -> None:
        message_id = None if request is None else request.id
        self.connection.send(encode(Refusal(id=message_id, code=refused.code, message=refused.message)))

    async def _play(self, request: Play) -> bool:
        ply, is_new = await self._table.play(self.connection.player, request)
        self.connection.send(encode(Played(id=request.id, ply=ply)))
        return is_new

    async def _ask_hint(self, request: AskHint) -> None:
        """Ask in a task of its own: a bot takes seconds, and other frames must not wait for it."""
        if self._hint is not None and not self._hint.done():
            raise Refused("too_fast", "The bot still thinks about your last question.")
        self._hint = asyncio.create_task(self._send_hint(request))

    async def _send_hint(self, request: AskHint) -> None:
        try:
            self.connection.send(encode(await self._table.hint(self.connection, request.ply, request.id)))
        except Refused as refused:
            self._refuse(request, refused)

    async def _say(self, request: Say) -> None:
        await self._table.say(self.connection.player, request.text)

    async def _mute(self, request: Mute) -> None:
        self._table.mute(self.connection.player, request.player, muted=request.muted)

    async def _ask_take_back(self, request: AskTakeBack) -> None:
        await self._table.ask_take_back(self.connection.player, request.ply)

    async def _answer_take_back(self, request: AnswerTakeBack) -> None:
        await self._table.answer_take_back(self.connection.player, agree=request.agree)

    async def _set_pace(self, request: SetPace) -> None:
        await self._table.set_pace(self.connection.player, request.pace)

    async def _commit_nonce(self, request: CommitNonce) -> None:
        await self._table.commit_nonce(self.connection.player, request.hash)

    async def _reveal_nonce(self, request: RevealNonce) -> None:
        await self._table.reveal_nonce(self.connection.player, request.nonce)

    async def _authenticate(self, _request: Authenticate) -> None:
        raise Refused("not_allowed", "This has to be the first message, on a socket with authenticate=true.")

    async def _pong(self, request: Ping) -> None:
        self.connection.send(encode(Pong(id=request.id)))


_HANDLERS: dict[type[Request], Callable[[RequestHandler, Any], Awaitable[Any]]] = {
    Play: RequestHandler._play,
    AskHint: RequestHandler._ask_hint,
    Say: RequestHandler._say,
    Mute: RequestHandler._mute,
    AskTakeBack: RequestHandler._ask_take_back,
    AnswerTakeBack: RequestHandler._answer_take_back,
    SetPace: RequestHandler._set_pace,
    CommitNonce: RequestHandler._commit_nonce,
    RevealNonce: RequestHandler._reveal_nonce,
    Authenticate: RequestHandler._authenticate,
    Ping: RequestHandler._pong,
}
