"""The route of a table's socket: who asks, from where, and may they. What is said on it is in websocket.py."""

from contextlib import ExitStack, suppress
from functools import partial

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.server.errors import Refused
from ludotheque.server.http.dependencies import find_known, get_address, get_dependencies, get_slot
from ludotheque.server.http.middleware import check_origin, check_query
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.http.websocket import serve_socket
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection


async def open_socket(websocket: WebSocket) -> None:
    """Check a connection, then hand it to the table. A refusal answers the handshake as HTTP would."""
    deps = get_dependencies(websocket)
    with suppress(WebSocketDisconnect, ClientDisconnected):  # whoever goes before they are answered
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
    known = await find_known(websocket)
    if slot is not None and known is not None:
        slot.mark_player()
    since = _read_number(websocket, "since")
    epoch = _read_number(websocket, "epoch")
    table = await deps.tables.find(websocket.path_params["table"])
    player = None if known is None else known.player
    previews = websocket.query_params.get("previews") == "true"
    nonces = websocket.query_params.get("nonces") == "true"
    connection = Connection(player, previews=previews, nonces=nonces, address=get_address(websocket))
    with ExitStack() as stack:
        if known is not None:
            end = partial(connection.close, POLICY_VIOLATION, "not_allowed")
            stack.callback(deps.identity.on_revoked(known, end))
            if await find_known(websocket) is None:  # revoked before anybody listened
                raise Refused("no_player", "You are logged out. Reload the page.")
        await serve_socket(websocket, table, connection, since, epoch, slot=slot)


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
