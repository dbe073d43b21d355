"""Running the server as a process: port, event loop, signals, graceful shutdown."""

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from ludotheque.core.errors import OptionError
from ludotheque.server.app import App, make_app
from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.config import Config
from ludotheque.server.monitoring.logs import start_logging
from ludotheque.server.network.connections import Caps, Connections, Slot, count_connections, raise_file_limit
from ludotheque.server.network.http_protocol import HttpProtocol
from ludotheque.server.network.listener import Listener
from ludotheque.server.network.sharing import OpenListener, Sharing
from ludotheque.server.network.socket_protocol import SocketProtocol

_GRACE_SECONDS = 5
_ABORT_SECONDS = 3.0
"""After how long open connections are aborted at shutdown; less than uvicorn's own timeout."""
PING_SECONDS = 10.0
"""The interval of WebSocket pings, which browsers and libraries answer by themselves."""
PONG_SECONDS = 10.0
"""How long a client has to answer a ping. Then the connection is closed, and its player counts as away."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def bind(host: str, port: int, *, or_free: bool = False) -> socket.socket:
    """Listen on a port, with `or_free` on any free one if it is taken; the caller closes it. Raises OptionError."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(address[:2], family=family, backlog=2048, dualstack_ipv6=both)
    except OSError as error:
        if or_free and port:
            return bind(host, 0)
        raise OptionError(
            f"Cannot listen on {host} port {port}: {error.strerror or error}. "
            "Choose another --port, or 0 for a free one."
        ) from None


def run(config: Config, listener: socket.socket, on_start: Callable[[], None], sharing: Sharing | None = None) -> int:
    """Serve until a signal arrives; return the exit code. Raises StoreError if the store cannot be opened."""
    start_logging(config.log_format, config.log_level)
    _tune_garbage_collection()
    _Server(make_app(config, shared=sharing), config, on_start).run(sockets=[listener])
    return 0


def _tune_garbage_collection() -> None:
    """Collect garbage less often: tables hold many objects but few cycles, and a collection blocks the event loop."""
    gc.collect()
    gc.freeze()  # modules and constants live as long as the process
    gc.set_threshold(5_000, 5, 100)  # young objects often, all objects rarely


class _Server(uvicorn.Server):
    """uvicorn's server with our own listeners, lifespan and signals."""

    def __init__(self, app: App, config: Config, on_start: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HttpProtocol,
                ws=SocketProtocol,
                ws_max_size=LARGEST_FRAME,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PONG_SECONDS,
                ws_per_message_deflate=False,  # costs 40 % more processor time; messages are small
                lifespan="off",  # see `serve`
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(config.trusted_proxies),
                forwarded_allow_ips=list(config.trusted_proxies),
                timeout_graceful_shutdown=_GRACE_SECONDS,
            )
        )
        self._app = app
        self._on_start = on_start
        self._total = count_connections(
            config.max_connections, raise_file_limit(), config.bot_workers, config.processes
        )
        self._server_config = config

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve within the lifespan of the app. uvicorn itself would log a startup error instead of raising it."""
        async with self._app.router.lifespan_context(self._app):
            deps = self._app.state.dependencies
            self._connections = Connections(
                Caps.of(
                    self._total,
                    are_limits_on=self._server_config.rate_limits,
                    processes=self._server_config.processes,
                ),
                deps.metrics,
                deps.refusals,
                trusted_proxies=self._server_config.trusted_proxies,
            )
            watching = asyncio.create_task(self._connections.watch())
            try:
                await super().serve(sockets)
            finally:
                await deps.sharing.close()
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                deps.refusals.flush(now=True)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen with `Listener`, then call `on_start`. uvicorn itself would accept connections without limits."""
        self.servers = [Listener(listening, self._connections, self._make_protocol) for listening in sockets or ()]  # type: ignore[misc] # all that uvicorn does with them is to close them
        sharing = self._app.state.dependencies.sharing
        for listening in sockets or ():
            sharing.note_address(*listening.getsockname()[:2])
        await sharing.attach(self._listen_at)
        self.started = True
        self._on_start()

    def _listen_at(self, address: str, port: int) -> OpenListener:
        """Listen on an additional address. Raises OptionError."""
        listening = bind(address, port, or_free=True)
        listener = Listener(listening, self._connections, self._make_protocol)
        self.servers.append(listener)  # type: ignore[arg-type] # as in `startup`

        async def close() -> None:
            listener.close()
            await listener.wait_closed()
            listening.close()
            if listener in self.servers:  # type: ignore[comparison-overlap] # as in `startup`
                self.servers.remove(listener)  # type: ignore[arg-type] # as in `startup`

        return OpenListener(address, listening.getsockname()[1], close)

    def _make_protocol(self, slot: Slot) -> HttpProtocol:
        return HttpProtocol(config=self.config, server_state=self.server_state, app_state={}, slot=slot)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the tables first, so that clients get their closing message before connections are closed.

        Of several processes another one accepts whoever comes meanwhile.
        """
        if self._server_config.processes > 1:
            for listener in self.servers:
                listener.close()
        await self._app.state.dependencies.tables.close()
        self._connections.close_by(_ABORT_SECONDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on a signal, at once on a second one. Unlike uvicorn, do not raise the signal again afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
