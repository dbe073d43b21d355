"""Middleware: checks the host, origin, type and size of requests, and adds security headers to responses.

A page of another site cannot make a browser act as a player: the cookie is SameSite=Lax, a request that changes
something must come from our own origin if the browser states an origin, and a body must be JSON, which a form cannot
send.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludotheque.core.errors import OutcomeUnknown, StoreError
from ludotheque.server.bounds import LARGEST_BODY, LONGEST_QUERY, MOST_PARAMETERS
from ludotheque.server.errors import OUTCOME_UNKNOWN, Refused
from ludotheque.server.http.hosts import Hosts
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.monitoring.logs import LOG, RefusalLog, log
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.network.connections import SCOPE_KEY
from ludotheque.server.rate_limits import Limits, name_address

BODY_SECONDS = 10.0
_TOO_MANY_REQUESTS = 429
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": _CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Security headers of every response, unless its route uses others."""
EMBED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": _CONTENT_SECURITY_POLICY.replace("form-action 'self'", "form-action 'none'").replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "cross-origin-resource-policy": "cross-origin",
}
"""Those of the one page that other sites may frame. It knows nobody, and nothing can be done on it."""
_HEADERS_KEY = "ludotheque.headers"
STRICT_TRANSPORT = "max-age=31536000"
"""HSTS for responses over https: one year. Subdomains are not included, because they may be other sites."""


def use_headers(scope: Scope, headers: Mapping[str, str]) -> None:
    """Let the response to a request have other security headers."""
    scope[_HEADERS_KEY] = headers


def check_origin(headers: Mapping[str, str], public_url: str) -> None:
    """Raise Refused if a browser sends a request from another site. Requests of programs have no origin and pass.

    Hosts are compared but not schemes, because a proxy may terminate https.
    """
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        raise _wrong_origin()
    origin = headers.get("origin")
    if origin is None:
        return
    own = {_host_of(f"//{headers.get('host', '')}"), _host_of(public_url)}
    if (host := _host_of(origin)) == "" or host not in own:
        raise _wrong_origin()


def _wrong_origin() -> Refused:
    return Refused("wrong_origin", "This request comes from another site. Use the server's own page.")


def _host_of(url: str) -> str:
    """Return host and port of a URL, without a default port; empty if it is malformed."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if host is None:
        return ""
    return host if port in {None, 80, 443} else f"{host}:{port}"


def is_secure(scope: Scope, public_url: str) -> bool:
    """Whether a request came over https, to this server or to the proxy in front of it."""
    return scope["scheme"] in {"https", "wss"} or public_url.startswith("https:")


def check_address(scope: Scope) -> None:
    """Raise Refused for an address that nothing can have, or a query that is too long, before it is parsed."""
    query: bytes = scope.get("query_string", b"")
    if "\0" in scope["path"] or b"%00" in query:
        raise Refused("malformed", "An address has no NUL characters. Check the link.")
    if len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARAMETERS:
        raise Refused(
            "malformed", f"A query may have {LONGEST_QUERY} bytes and {MOST_PARAMETERS} parameters at most. Shorten it."
        )


def drop_quoted_cookies(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers without cookies that contain a backslash; ours never do.

    Python unquotes such a cookie in quadratic time (CVE-2024-7592, fixed in 3.11.10): 30 kB take more than a second.
    Other pages on the same host may set any cookie, so only these are dropped and the request is served.
    """
    return [
        (name, b";".join(part for part in value.split(b";") if b"\\" not in part))
        if name == b"cookie" and b"\\" in value
        else (name, value)
        for name, value in headers
    ]


class RequestMiddleware:
    """Checks, counts and logs every HTTP request. For WebSocket handshakes it checks only the host."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        metrics: Metrics,
        refusals: RefusalLog,
        hosts: Hosts,
        public_url: str,
        socket_route: WebSocketRoute,
        admit_socket: Callable[[WebSocket], Awaitable[Awaitable[None] | None]],
    ) -> None:
        self._app = app
        self._socket_route = socket_route
        self._admit_socket = admit_socket
        self._refusals = refusals
        self._limits = limits
        self._metrics = metrics
        self._hosts = hosts
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, handshake or lifespan; errors of the routes become responses."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            _prepare(scope)
            await self._serve(scope, receive, send)
        else:
            await self.serve_socket(scope, receive, send)

    async def serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the host of a handshake, then serve the socket.

        Nothing waits in between as long as the socket is open: all that has admitted it has ended.
        """
        _prepare(scope)
        try:
            self._hosts.check(Headers(scope=scope))
        except Refused as refused:
            self._metrics.refusals.labels(refused.code).inc()
            self._refusals.note("socket refused", refused.code, scope["ludotheque.address"])
            await WebSocket(scope, receive, send).send_denial_response(answer_refusal(refused))
            return
        match, found = self._socket_route.matches(scope)
        if match is not Match.FULL:
            await self._app(scope, receive, send)
            return
        scope.update(found)
        if (serving := await self._admit_socket(WebSocket(scope, receive, send))) is not None:
            await serving

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in scope.get(_HEADERS_KEY, HEADERS).items():
                    headers.setdefault(name, value)
                if is_secure(scope, self._public_url):
                    headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
            await send(message)

        try:
            self._admit(scope)
            await self._app(scope, await self._check(scope, receive), send_with_headers)
        except Refused as refused:
            self._metrics.refusals.labels(refused.code).inc()
            await answer_refusal(refused)(scope, receive, send_with_headers)
        except StoreError as error:
            LOG.exception("not stored", extra={"facts": {"path": _name_route(scope)}})
            if isinstance(error, OutcomeUnknown):
                lost = Refused("not_known", OUTCOME_UNKNOWN)
            else:
                lost = Refused("not_stored", "This could not be stored, so it has not happened. Try again.")
            await answer_refusal(lost)(scope, receive, send_with_headers)
        except Exception:  # noqa: BLE001 - the client learns only that the server failed, never how
            LOG.exception("failed", extra={"facts": {"path": _name_route(scope)}})
            if not status:
                broken = Refused("broken", "The server made a mistake; it is logged. Try again, or reload the page.")
                await answer_refusal(broken)(scope, receive, send_with_headers)
        self._count(scope, status, time.perf_counter() - begun)

    def _admit(self, scope: Scope) -> None:
        """Apply the limits of the address, and check host and query. Raises Refused."""
        if (slot := scope.get(SCOPE_KEY)) is not None:
            slot.assign(scope["ludotheque.address"])
        if scope["path"].startswith("/api/"):  # static files are many and cheap
            self._limits.take(Limits.REQUESTS, scope["ludotheque.address"])
        self._hosts.check(Headers(scope=scope))
        check_address(scope)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.requests.labels(scope["method"], _name_route(scope), str(status)).inc()
        self._metrics.request_seconds.observe(seconds)
        if status == _TOO_MANY_REQUESTS:
            self._refusals.note("request refused", "too_fast", scope["ludotheque.address"])
            return
        log(
            logging.INFO if scope["path"].startswith("/api/") else logging.DEBUG,
            f"{scope['method']} {_name_route(scope)} {status}",
            milliseconds=round(seconds * 1000, 1),
            address=scope["ludotheque.address"],
        )

    async def _check(self, scope: Scope, receive: Receive) -> Receive:
        """Check origin, size and type of a request that changes something; return a `receive` with its whole body."""
        if scope["method"] in SAFE_METHODS:
            return receive
        headers = Headers(scope=scope)
        check_origin(headers, self._public_url)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await _read_body(headers, receive)
        if kind != "application/json" and (kind or body):
            raise Refused("not_json", "Send the body as JSON, with the header Content-Type: application/json.")
        sent = False

        async def receive_body() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        return receive_body


def _prepare(scope: Scope) -> None:
    client = scope.get("client")
    scope["ludotheque.address"] = name_address(client[0]) if client else "local"
    scope["headers"] = drop_quoted_cookies(scope["headers"])


async def _read_body(headers: Headers, receive: Receive) -> bytes:
    too_large = Refused("too_large", f"A body may have {LARGEST_BODY} bytes at most.")
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > LARGEST_BODY:
        raise too_large
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                part: bytes = message.get("body", b"")
                body += part
                if len(body) > LARGEST_BODY:
                    raise too_large
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        raise Refused("too_slow", f"The body took longer than {BODY_SECONDS:.0f} seconds to arrive.") from None


def _name_route(scope: Scope) -> str:
    """Return the route and not the path, for logs and metrics: paths contain secret codes and are unbounded."""
    return getattr(scope.get("route"), "path_format", "other")
