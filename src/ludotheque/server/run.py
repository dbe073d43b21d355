"""Running the server as a process: a port, a loop, signals, and an end that lets everybody finish."""

import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType

import uvicorn

from ludotheque.core.errors import OptionError
from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.head import BoundedHead
from ludotheque.server.logs import start_logging
from ludotheque.server.security import LARGEST_FRAME

_GRACE_SECONDS = 5
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def bind(host: str, port: int, *, or_free: bool = False) -> socket.socket:
    """Take a port; with `or_free` any free one if it is taken. Raises OptionError."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        if or_free and port:
            return bind(host, 0)
        raise OptionError(
            f"Cannot listen on {host} port {port}: {error.strerror or error}. "
            "Choose another --port, or 0 for a free one."
        ) from None


def run(config: Config, listener: socket.socket, on_start: Callable[[], None]) -> int:
    """Serve until a signal ends it; give the exit code."""
    start_logging(config.log_format, config.log_level)
    app = make_app(config)
    server = _Server(
        uvicorn.Config(
            app,
            http=BoundedHead,
            ws="websockets-sansio",
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,  # costs 40 % more processor time; messages are small
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies),
            timeout_graceful_shutdown=_GRACE_SECONDS,
        ),
        on_start,
        lambda: app.state.lobby.tables.close(),  # noqa: PLW0108 - the lobby is there when the server has started
    )
    server.run(sockets=[listener])
    return 0 if server.started else 1


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it has started, and ends without an error when it is told to."""

    def __init__(
        self, config: uvicorn.Config, on_start: Callable[[], None], on_end: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._on_end = on_end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the tables say goodbye to everybody before their connections are closed."""
        await self._on_end()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal; a second one ends at once. Unlike uvicorn, do not die of the signal afterwards."""

        def end(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, end) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
