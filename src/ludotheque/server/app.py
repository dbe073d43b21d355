"""The server as an ASGI application: connects store, bus, bots, tables, routes and middleware."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque import __version__
from ludotheque.bus.bus import Bus
from ludotheque.bus.local import LocalBus
from ludotheque.bus.peers import NoPeers, Peers
from ludotheque.core.teaching.rulebook import Rulebook
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.analysis import AnalysisWork
from ludotheque.server.http.dependencies import Dependencies, Deps
from ludotheque.server.http.hosts import Hosts
from ludotheque.server.http.middleware import RequestMiddleware
from ludotheque.server.http.openapi import describe_route, write_openapi
from ludotheque.server.http.reference import show_reference
from ludotheque.server.http.responses import Json, answer_refusal
from ludotheque.server.http.routes import (
    analysis,
    devices,
    games,
    lessons,
    pages,
    pictures,
    players,
    puzzles,
    reviews,
    sharing,
    socket,
    tables,
)
from ludotheque.server.http.routing import ApiRoute, ApiRouter
from ludotheque.server.http.static_files import STATIC, StaticFiles
from ludotheque.server.identity.auth import Identity
from ludotheque.server.monitoring.health import Health
from ludotheque.server.monitoring.logs import RefusalLog
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.network.sharing import Sharing
from ludotheque.server.pictures.painter import Painter
from ludotheque.server.pictures.pictures import AnimationState, Pictures
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.messages import TableView
from ludotheque.server.tables.reviews import Reviews, ReviewState
from ludotheque.server.tables.tables import Tables, read_monotonic, read_time
from ludotheque.store.address import default_address, is_postgresql, make_store


def make_app(config: Config, static: Path = STATIC, shared: Sharing | None = None) -> "App":
    """Make the ASGI application. Its lifespan opens and closes the store, the bus, the bots and the tables."""
    reach = shared or Sharing(config)
    metrics = Metrics()
    limits = Limits(monotonic, are_on=config.rate_limits)
    refusals = RefusalLog(monotonic)

    @asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            app.state.dependencies = await _open(config, limits, metrics, refusals, reach, stack)
            yield

    app = App(
        lifespan=live,
        routes=[
            *_ROUTES,
            Route("/api/docs", show_reference, methods=["GET"]),
            Route("/api/openapi.json", _show_openapi, methods=["GET"]),
            socket.route,
        ],
        exception_handlers={Refused: _answer_refused, HTTPException: _answer_http},  # type: ignore[dict-item] # of each its own
    )
    app.router.redirect_slashes = False
    app.router.default = app.state.static_files = StaticFiles(static)
    make_middleware = partial(
        RequestMiddleware,
        limits=limits,
        metrics=metrics,
        refusals=refusals,
        hosts=Hosts(config),
        public_url=config.public_url,
        socket_route=socket.route,
        admit_socket=socket.admit_socket,
    )
    app.add_middleware(make_middleware)
    app.serve_socket = make_middleware(app.router).serve_socket
    return app


class App(Starlette):
    """Starlette, but for sockets: its layers, which do nothing for them, would wait as long as one is open."""

    serve_socket: ASGIApp

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document, the same for every app."""
        return _write_openapi()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a socket or the lifespan."""
        if scope["type"] == "websocket":
            scope["app"] = self
            await self.serve_socket(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


async def _open(
    config: Config, limits: Limits, metrics: Metrics, refusals: RefusalLog, reach: Sharing, stack: AsyncExitStack
) -> Dependencies:
    """Open the store, the bus, the bots and the tables; the stack closes them in reverse order. Raises StoreError."""
    database = config.database or default_address()
    store = make_store(database, "shared")
    await store.open()
    stack.push_async_callback(store.close)
    metrics.watch(store)
    bus, peers = _make_bus(database)
    await bus.open()
    stack.push_async_callback(bus.close)
    limits.peers = peers
    bots = BotPool(config.bot_workers, warms_up=config.warm_up, on_answer=metrics.on_bot_answer)
    await bots.open()
    stack.push_async_callback(bots.close)
    metrics.bot_queue.set_function(bots.count_waiting)
    all_tables = Tables(
        store, bus, bots, read_time, metrics, pace=config.bot_pace, has_chat=config.chat, limits=limits, peers=peers
    )
    await all_tables.open()
    stack.push_async_callback(all_tables.close)
    metrics.tables_live.set_function(lambda: len(all_tables.live))
    all_reviews = Reviews(
        all_tables,
        store,
        bus,
        bots,
        read_time,
        read_monotonic,
        limits,
        config.review_seconds,
        peers,
    )
    await all_reviews.open()
    stack.push_async_callback(all_reviews.close)
    identity = Identity(store, bus, read_time)
    painter = Painter()
    stack.push_async_callback(painter.close)
    return Dependencies(
        config,
        limits,
        metrics,
        refusals,
        identity,
        all_tables,
        all_reviews,
        Health(store),
        reach,
        bots,
        AnalysisWork(),
        Pictures(all_tables, painter, limits),
    )


def _make_bus(database: str) -> tuple[Bus, Peers]:
    """Make what connects this process with others that have the same database open."""
    if not is_postgresql(database):
        return LocalBus(), NoPeers()
    from ludotheque.bus.postgres import PostgresBus  # noqa: PLC0415 - an optional dependency
    from ludotheque.bus.postgres_peers import PostgresPeers  # noqa: PLC0415 - the same

    process = secrets.token_hex(8)
    bus = PostgresBus(database, process)
    return bus, PostgresPeers(database, process, bus)


_about = ApiRouter(tags=["about"])


@_about.get("/healthz", **describe_route(None, {200: schemas.Health}, ["not_stored"], changes=False))
async def show_health(deps: Deps) -> Response:
    """Check readiness: the server answers and can store moves."""
    await deps.health.check()
    return Json(schemas.Health("ok", __version__))


@_about.get("/livez", **describe_route(None, {200: schemas.Health}, changes=False))
async def show_life() -> Response:
    """Check liveness: the server answers, whether or not it can store anything."""
    return Json(schemas.Health("ok", __version__))


@_about.get("/metrics", **describe_route(None, {200: "text/plain"}, changes=False))
async def show_metrics(deps: Deps) -> Response:
    """The server's metrics, in the text format of Prometheus."""
    return Response(deps.metrics.format(), media_type="text/plain; version=0.0.4; charset=utf-8")


_KINDS = [
    *(kind for kind in vars(schemas).values() if isinstance(kind, type) and kind.__module__ == schemas.__name__),
    TableView,
    ReviewState,
    AnimationState,
    Rulebook,
]


_ROUTES: list[ApiRoute] = [
    route
    for router in (
        players.router,
        devices.router,
        games.router,
        lessons.router,
        puzzles.router,
        tables.router,
        analysis.router,
        reviews.router,
        pictures.router,
        sharing.router,
        _about,
        pages.router,
    )
    for route in router.routes
]


@cache
def _write_openapi() -> dict[str, Any]:
    return write_openapi([route for route in _ROUTES if route.include_in_schema], _KINDS)


async def _show_openapi(_request: Request) -> Response:
    return Json(_write_openapi())


async def _answer_refused(request: Request, error: Refused) -> Response:
    request.app.state.dependencies.metrics.refusals.labels(error.code).inc()
    return answer_refusal(error)


async def _answer_http(request: Request, error: HTTPException) -> Response:
    """Answer refusals of Starlette itself in the format of our own."""
    if error.status_code == 405:
        answer = answer_refusal(Refused("wrong_method", "This cannot be done here; /api/docs says what can."))
        # Starlette names the methods of one route only, but several routes may share a path.
        route = getattr(request.scope.get("route"), "path_format", None)
        methods = [method.upper() for method in request.app.openapi()["paths"].get(route, ())]
        answer.headers["allow"] = ", ".join(methods or ("GET", "HEAD"))
        return answer
    return answer_refusal(Refused("no_such_page", "There is nothing here; /api/docs says what there is."))
