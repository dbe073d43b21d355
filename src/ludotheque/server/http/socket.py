"""The route of a table's WebSocket: checks and authenticates the handshake. Frames are handled in websocket.py."""

from contextlib import suppress
from functools import partial

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.server.errors import Refused
from ludotheque.server.http.dependencies import authenticate, get_address, get_dependencies, get_slot
from ludotheque.server.http.middleware import check_origin, check_query
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.http.websocket import serve_socket
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection


async def open_socket(websocket: WebSocket) -> None:
    """Check a handshake, then serve the socket. A refusal is sent as an HTTP response to the handshake."""
    deps = get_dependencies(websocket)
    with suppress(WebSocketDisconnect, ClientDisconnected):  # the client has disconnected before the response
        try:
            check_query(websocket.scope)
            check_origin(websocket.headers, deps.config.public_url)
            deps.limits.take(Limits.SOCKETS, get_address(websocket))
            with deps.metrics.connections.track_inprogress():
                await _serve(websocket)
        except Refused as refused:
            await _refuse(websocket, refused)


async def _serve(websocket: WebSocket) -> None:
    deps, slot = get_dependencies(websocket), get_slot(websocket)
    if slot is not None:
        slot.assign(get_address(websocket))
    authenticated = await authenticate(websocket)
    if slot is not None and authenticated is not None:
        slot.mark_player()
    since = _read_number(websocket, "since")
    epoch = _read_number(websocket, "epoch")
    table = await deps.tables.find(websocket.path_params["table"])
    player = None if authenticated is None else authenticated.player
    previews = websocket.query_params.get("previews") == "true"
    nonces = websocket.query_params.get("nonces") == "true"
    connection = Connection(player, previews=previews, nonces=nonces, address=get_address(websocket))
    if authenticated is None:
        await serve_socket(websocket, table, connection, since, epoch, slot=slot)
        return
    unsubscribe = deps.identity.on_revoked(authenticated, partial(connection.close, POLICY_VIOLATION, "not_allowed"))
    try:
        if await authenticate(websocket) is None:  # revoked before `on_revoked` subscribed
            raise Refused("no_player", "You are logged out. Reload the page.")
        await serve_socket(websocket, table, connection, since, epoch, slot=slot)
    finally:
        unsubscribe()


async def _refuse(websocket: WebSocket, refused: Refused) -> None:
    get_dependencies(websocket).metrics.refusals.labels(refused.code).inc()
    get_dependencies(websocket).refusals.note("socket refused", refused.code, get_address(websocket))
    await websocket.send_denial_response(answer_refusal(refused))


def _read_number(websocket: WebSocket, name: str) -> int | None:
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Refused("malformed", f"{name} must be a whole number, 0 or more, not {text[:20]!r}.")
    return int(text)


route = WebSocketRoute("/api/tables/{table}/socket", open_socket)
