"""The yardstick of the server's benchmark: what a move costs when there is no game, no store and no protocol.

Two clients are a table, as there. Whatever one of them sends, both are sent a text that is as long as what the real
server sends. `python -m benchmarks.relay LENGTH` says on which port.
"""

import socket
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Relay:
    """The smallest ASGI application that passes things on."""

    def __init__(self, length: int) -> None:
        self._text = "x" * length
        self._tables: dict[str, list[Send]] = defaultdict(list)

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        """Serve a connection."""
        await receive()
        await send({"type": "websocket.accept"})
        table = self._tables[scope["path"]]
        table.append(send)
        while (await receive())["type"] == "websocket.receive":
            for each in table:
                await each({"type": "websocket.send", "text": self._text})


def main() -> None:
    """Serve until killed."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"port:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        Relay(int(sys.argv[1])),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
