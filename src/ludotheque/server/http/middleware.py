"""What stands between the open internet and the routes: origins, types and sizes of requests, headers of answers.

A page of another site cannot make a browser act as a player: the cookie is SameSite=Lax, a request that changes
something must come from our own origin if the browser says where it comes from, and a body must be JSON, which a form
cannot send.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludotheque.core.errors import OutcomeUnknown, StoreError
from ludotheque.server.bounds import LARGEST_BODY, LONGEST_QUERY, MOST_PARAMETERS
from ludotheque.server.errors import OUTCOME_UNKNOWN, Refused
from ludotheque.server.http.hosts import Hosts
from ludotheque.server.http.responses import answer_refusal
from ludotheque.server.logs import LOG, RefusalLog, log
from ludotheque.server.metrics import Metrics
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
"""What every answer says to the browser."""
STRICT_TRANSPORT = "max-age=31536000"
"""What an answer over https says besides: do not come by http for a year. Other names of the domain are not ours."""


def check_origin(headers: Mapping[str, str], public_url: str) -> None:
    """Raise Refused if a browser says that a request comes from another site. Programs say nothing and may pass.

    Hosts are compared and not schemes, because a proxy may speak https outside and http inside.
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
    """Give host and port of an address, without a port that is the usual one; nothing for what is no address."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if host is None:
        return ""
    return host if port in {None, 80, 443} else f"{host}:{port}"


def is_secure(scope: Scope, public_url: str) -> bool:
    """Whether a request came by https, to this server or to the proxy before it."""
    return scope["scheme"] in {"https", "wss"} or public_url.startswith("https:")


def check_query(scope: Scope) -> None:
    """Raise Refused for a query that is too long, before anybody parses it."""
    query: bytes = scope.get("query_string", b"")
    if len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARAMETERS:
        raise Refused(
            "malformed", f"A query may have {LONGEST_QUERY} bytes and {MOST_PARAMETERS} parameters at most. Shorten it."
        )


def drop_quoted_cookies(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Give the headers without those cookies that hold a backslash; ours do not.

    Python unquotes such a cookie in time that grows with the square of its length (CVE-2024-7592; mended in 3.11.10):
    30 kB of it cost more than a second. Cookies of other pages on the same host may hold anything, so the others stay.
    """
    return [
        (name, b";".join(part for part in value.split(b";") if b"\\" not in part))
        if name == b"cookie" and b"\\" in value
        else (name, value)
        for name, value in headers
    ]


class RequestMiddleware:
    """Lets a request through to the routes, or refuses it; then counts and logs it. Of sockets it checks the host."""

    def __init__(
        self, app: ASGIApp, limits: Limits, metrics: Metrics, refusals: RefusalLog, hosts: Hosts, public_url: str
    ) -> None:
        self._app = app
        self._refusals = refusals
        self._limits = limits
        self._metrics = metrics
        self._hosts = hosts
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        scope["ludotheque.address"] = name_address(client[0]) if client else "local"
        scope["headers"] = drop_quoted_cookies(scope["headers"])
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await self._serve_socket(scope, receive, send)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._hosts.check(Headers(scope=scope))
        except Refused as refused:
            self._metrics.refusals.labels(refused.code).inc()
            self._refusals.note("socket refused", refused.code, scope["ludotheque.address"])
            await WebSocket(scope, receive, send).send_denial_response(answer_refusal(refused))
            return
        await self._app(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_secure(scope, self._public_url):
                    headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
            await send(message)

        try:
            self._admit(scope)
            await self._app(scope, await self._check(scope, receive), send_guarded)
        except Refused as refused:
            self._metrics.refusals.labels(refused.code).inc()
            await answer_refusal(refused)(scope, receive, send_guarded)
        except StoreError as error:
            LOG.exception("not stored", extra={"facts": {"path": _name_route(scope)}})
            if isinstance(error, OutcomeUnknown):
                lost = Refused("not_known", OUTCOME_UNKNOWN)
            else:
                lost = Refused("not_stored", "This could not be stored, so it has not happened. Try again.")
            await answer_refusal(lost)(scope, receive, send_guarded)
        except Exception:  # noqa: BLE001 - whatever it is, the client learns that it is our fault and nothing else
            LOG.exception("failed", extra={"facts": {"path": _name_route(scope)}})
            if not status:
                broken = Refused("broken", "The server made a mistake; it is logged. Try again, or reload the page.")
                await answer_refusal(broken)(scope, receive, send_guarded)
        self._count(scope, status, time.perf_counter() - begun)

    def _admit(self, scope: Scope) -> None:
        """Count a request for its address and check the host that it asks for. Raises Refused."""
        if (slot := scope.get(SCOPE_KEY)) is not None:
            slot.assign(scope["ludotheque.address"])
        if scope["path"].startswith("/api/"):  # a page has many files, and they cost little
            self._limits.take(Limits.REQUESTS, scope["ludotheque.address"])
        self._hosts.check(Headers(scope=scope))
        check_query(scope)

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
        """Refuse what comes from elsewhere, is too large or no JSON; otherwise give the body, read."""
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
    """Name the route and not the path: paths hold codes of links, and there are endlessly many."""
    return getattr(scope.get("route"), "path_format", "other")
