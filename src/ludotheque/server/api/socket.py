"""The route of a table's socket: who asks, from where, and may they. What is said on it is in server/socket.py."""

import logging

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from ludotheque.server.answers import answer_refusal
from ludotheque.server.api.lobby import find_caller, get_address, get_lobby
from ludotheque.server.logs import log
from ludotheque.server.refusal import Refused
from ludotheque.server.security import check_origin
from ludotheque.server.socket import serve_socket


async def open_socket(websocket: WebSocket) -> None:
    """Check a connection, then hand it to the table. A refusal answers the handshake as HTTP would."""
    try:
        check_origin(websocket.headers, get_lobby(websocket).config.public_url)
        get_lobby(websocket).limits.open_socket(get_address(websocket))
    except Refused as refused:
        await _refuse(websocket, refused)
        return
    get_lobby(websocket).metrics.connections.inc()
    try:
        await _serve(websocket)
    except Refused as refused:
        await _refuse(websocket, refused)
    finally:
        get_lobby(websocket).metrics.connections.dec()
        get_lobby(websocket).limits.close_socket(get_address(websocket))


async def _serve(websocket: WebSocket) -> None:
    player = await find_caller(websocket)
    since = _read_number(websocket, "since")
    epoch = _read_number(websocket, "epoch")
    table = await get_lobby(websocket).tables.find(websocket.path_params["table"])
    previews = websocket.query_params.get("previews") == "true"
    await serve_socket(websocket, table, player, since, epoch, previews, get_address(websocket))


async def _refuse(websocket: WebSocket, refused: Refused) -> None:
    get_lobby(websocket).metrics.refusals.labels(refused.code).inc()
    log(logging.INFO, "socket refused", code=refused.code, address=get_address(websocket))
    await websocket.send_denial_response(answer_refusal(refused))


def _read_number(websocket: WebSocket, name: str) -> int | None:
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Refused("malformed", f"{name} must be a whole number, 0 or more, not {text[:20]!r}.")
    return int(text)


route = WebSocketRoute("/api/tables/{table}/socket", open_socket)
