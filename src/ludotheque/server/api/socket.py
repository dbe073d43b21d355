"""The route of a table's socket: who asks, from where, and may they. What is said on it is in server/socket.py."""

from contextlib import suppress

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from ludotheque.server.answers import answer_refusal
from ludotheque.server.api.lobby import find_caller, get_address, get_lobby, get_slot
from ludotheque.server.limits import Limits
from ludotheque.server.refusal import Refused
from ludotheque.server.security import check_origin, check_query
from ludotheque.server.socket import serve_socket


async def open_socket(websocket: WebSocket) -> None:
    """Check a connection, then hand it to the table. A refusal answers the handshake as HTTP would."""
    lobby = get_lobby(websocket)
    with suppress(WebSocketDisconnect, ClientDisconnected):  # whoever goes before they are answered
        try:
            check_query(websocket.scope)
            check_origin(websocket.headers, lobby.config.public_url)
            lobby.limits.take(Limits.SOCKETS, get_address(websocket))
            with lobby.metrics.connections.track_inprogress():
                await _serve(websocket)
        except Refused as refused:
            await _refuse(websocket, refused)


async def _serve(websocket: WebSocket) -> None:
    slot = get_slot(websocket)
    if slot is not None:
        slot.assign(get_address(websocket))
    player = await find_caller(websocket)
    if slot is not None and player is not None:
        slot.mark_player()
    since = _read_number(websocket, "since")
    epoch = _read_number(websocket, "epoch")
    table = await get_lobby(websocket).tables.find(websocket.path_params["table"])
    previews = websocket.query_params.get("previews") == "true"
    await serve_socket(websocket, table, player, since, epoch, previews, slot=slot)


async def _refuse(websocket: WebSocket, refused: Refused) -> None:
    get_lobby(websocket).metrics.refusals.labels(refused.code).inc()
    get_lobby(websocket).refusals.note("socket refused", refused.code, get_address(websocket))
    await websocket.send_denial_response(answer_refusal(refused))


def _read_number(websocket: WebSocket, name: str) -> int | None:
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Refused("malformed", f"{name} must be a whole number, 0 or more, not {text[:20]!r}.")
    return int(text)


route = WebSocketRoute("/api/tables/{table}/socket", open_socket)
