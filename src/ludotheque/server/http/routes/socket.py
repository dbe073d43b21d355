"""The route of a table's WebSocket: checks and authenticates the handshake. Frames are handled in websocket.py.

Who connects is said by a cookie, by the header `Authorization`, or, because browsers and Node cannot set headers of a
WebSocket, by a subprotocol or by the first message. Whoever uses one of these last two cannot read the response to a
refused handshake either; they are told on the socket.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.core.inputs import shorten
from ludotheque.server.errors import Refused
from ludotheque.server.http.dependencies import (
    authenticate,
    authenticate_token,
    get_address,
    get_dependencies,
    get_slot,
)
from ludotheque.server.http.middleware import check_address, check_origin
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.http.websocket import connect_socket, end_socket, make_bucket, serve_socket
from ludotheque.server.identity.auth import Authenticated
from ludotheque.server.network.connections import CLOSE_SECONDS
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection
from ludotheque.server.table.feed.messages import Authenticate, Refusal, decode, encode

SUBPROTOCOL = "ludotheque"
TOKEN_PREFIX = f"{SUBPROTOCOL}.token."
"""A subprotocol that is this and a token says who connects. It is never chosen: that would send the token back."""
FIRST_SECONDS = 10.0
"""How long the first message may take where it says who connects."""

_Authenticate: TypeAlias = Callable[[], Awaitable[Authenticated | None]]


@dataclass(frozen=True, slots=True)
class _Parameters:
    """What the address of a socket says. It is read before the socket is accepted, when headers are dropped."""

    since: int | None
    epoch: int | None
    previews: bool
    nonces: bool
    authenticate: bool
    """Whether the first message says who connects."""

    @classmethod
    def read(cls, websocket: WebSocket) -> "_Parameters":
        query = websocket.query_params
        # Another value of this one, or two of them, must not make a spectator of somebody who has a token to send.
        values = query.getlist("authenticate")
        if values not in ([], ["true"], ["false"]):
            raise Refused("malformed", f"authenticate must be true or false, not {shorten(' and '.join(values))}.")
        switches = (query.get(name) == "true" for name in ("previews", "nonces", "authenticate"))
        return cls(_read_number(websocket, "since"), _read_number(websocket, "epoch"), *switches)


async def open_socket(websocket: WebSocket) -> None:
    """Check a handshake, then serve the socket."""
    if (serving := await admit_socket(websocket)) is not None:
        await serving


async def admit_socket(websocket: WebSocket) -> Coroutine[Any, Any, None] | None:
    """Check a handshake and connect to the table; return what serves the socket then, None if it was refused.

    A refusal is an HTTP response to the handshake, if it still can be.
    """
    deps = get_dependencies(websocket)
    with suppress(WebSocketDisconnect, ClientDisconnected):  # the client has disconnected before the response
        try:
            check_address(websocket.scope)
            check_origin(websocket.headers, deps.config.public_url)
            deps.limits.take(Limits.SOCKETS, get_address(websocket))
            return await _admit(websocket)
        except Refused as refused:
            await _refuse(websocket, refused)
    return None


async def _admit(websocket: WebSocket) -> Coroutine[Any, Any, None]:
    """Authenticate, and connect. Raises Refused; what is to be read on the socket only after it is accepted."""
    offered = websocket.scope.get("subprotocols") or []
    subprotocol = SUBPROTOCOL if SUBPROTOCOL in offered else None
    table = websocket.path_params["table"]
    find: _Authenticate = partial(authenticate, websocket)
    try:
        parameters = _Parameters.read(websocket)
        token = _find_token(offered)
        if parameters.authenticate:
            await websocket.accept(subprotocol)
            token = await _read_token(websocket)
        if token is not None:
            find = partial(authenticate_token, websocket, token)
        return await _connect(websocket, table, find, parameters, subprotocol)
    except Refused:
        if subprotocol is not None and websocket.application_state is WebSocketState.CONNECTING:
            await websocket.accept(subprotocol)
        raise


def _find_token(offered: Sequence[str]) -> str | None:
    """Find the token among the subprotocols. Raises Refused for one that is misspelt, without repeating it."""
    for name in offered:
        if name.startswith(TOKEN_PREFIX):
            return name.removeprefix(TOKEN_PREFIX)
        if name.lower().startswith(f"{SUBPROTOCOL}."):
            raise Refused("malformed", f"A token comes as the subprotocol {TOKEN_PREFIX}TOKEN, in small letters.")
    return None


async def _connect(
    websocket: WebSocket, table_id: str, find: _Authenticate, parameters: _Parameters, subprotocol: str | None
) -> Coroutine[Any, Any, None]:
    deps, slot = get_dependencies(websocket), get_slot(websocket)
    if slot is not None:
        slot.assign(get_address(websocket))
    authenticated = await find()
    if slot is not None and authenticated is not None:
        slot.mark_player()
    table = await deps.tables.find(table_id)
    connection = Connection(
        None if authenticated is None else authenticated.player,
        previews=parameters.previews,
        nonces=parameters.nonces,
        address=get_address(websocket),
    )
    deps.metrics.connections.inc()
    endings: list[Callable[[], None]] = [deps.metrics.connections.dec]
    since, epoch = parameters.since, parameters.epoch
    try:
        if authenticated is not None:
            close = partial(connection.close, POLICY_VIOLATION, "not_allowed")
            endings.append(deps.identity.on_revoked(authenticated, close))
            await _check_not_revoked(find)
        endings.append(
            await connect_socket(websocket, table, connection, since, epoch, slot=slot, subprotocol=subprotocol)
        )
    except BaseException:
        end_socket(endings)
        raise
    return serve_socket(websocket, connection, endings, slot)


async def _check_not_revoked(find: _Authenticate) -> None:
    """Look once more, after `on_revoked` has subscribed. Raises Refused."""
    if await find() is None:
        raise Refused("no_player", "You are logged out. Reload the page.")


async def _read_token(websocket: WebSocket) -> str:
    """Read the token of the first message. Raises Refused."""
    if (slot := get_slot(websocket)) is not None:
        slot.assign(get_address(websocket))
        slot.frames = make_bucket(is_limited=get_dependencies(websocket).config.rate_limits)
    try:
        async with asyncio.timeout(FIRST_SECONDS):
            frame = await websocket.receive()
    except TimeoutError:
        raise Refused("too_slow", f"The first message must come within {FIRST_SECONDS:g} seconds.") from None
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    request = decode(frame.get("text"))
    if not isinstance(request, Authenticate):
        raise Refused("no_player", "With authenticate=true the first message has to be authenticate, with a token.")
    return request.token


async def _refuse(websocket: WebSocket, refused: Refused) -> None:
    """Refuse a handshake by an HTTP response, or a socket that is accepted by a message and its close code."""
    get_dependencies(websocket).metrics.refusals.labels(refused.code).inc()
    get_dependencies(websocket).refusals.note("socket refused", refused.code, get_address(websocket))
    if websocket.application_state is WebSocketState.CONNECTING:
        await websocket.send_denial_response(answer_refusal(refused))
    elif websocket.application_state is WebSocketState.CONNECTED:
        if (slot := get_slot(websocket)) is not None:
            slot.close_by(CLOSE_SECONDS)
        await websocket.send_text(encode(Refusal(id=None, code=refused.code, message=refused.message)))
        await websocket.close(POLICY_VIOLATION, refused.code)


def _read_number(websocket: WebSocket, name: str) -> int | None:
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Refused("malformed", f"{name} must be a whole number, 0 or more, not {text[:20]!r}.")
    return int(text)


route = WebSocketRoute("/api/tables/{table}/socket", open_socket)
