"""What stands between the open internet and the routes: origins, types and sizes of requests, headers of answers.

A page of another site cannot make a browser act as a player: the cookie is SameSite=Lax, a request that changes
something must come from our own origin if the browser says where it comes from, and a body must be JSON, which a form
cannot send.
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.core.errors import StoreError
from ludotheque.server.answers import answer_refusal
from ludotheque.server.bounds import LARGEST_BODY
from ludotheque.server.limits import Limits, name_address
from ludotheque.server.logs import LOG, log
from ludotheque.server.metrics import Metrics
from ludotheque.server.refusal import Refused

BODY_SECONDS = 10.0
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


class Guard:
    """Lets a request through to the routes, or refuses it; then counts and logs it. Sockets only get their address."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics, public_url: str) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics
        self._public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        scope["ludotheque.address"] = name_address(client[0]) if client else "local"
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
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
            await send(message)

        try:
            if scope["path"].startswith("/api/"):  # a page has many files, and they cost little
                self._limits.take(Limits.REQUESTS, scope["ludotheque.address"])
            await self._app(scope, await self._check(scope, receive), send_guarded)
        except Refused as refused:
            self._metrics.refusals.labels(refused.code).inc()
            await answer_refusal(refused)(scope, receive, send_guarded)
        except StoreError:
            LOG.exception("not stored", extra={"facts": {"path": _name_route(scope)}})
            lost = Refused("not_stored", "This could not be stored, so it has not happened. Try again.")
            await answer_refusal(lost)(scope, receive, send_guarded)
        except Exception:  # noqa: BLE001 - whatever it is, the client learns that it is our fault and nothing else
            LOG.exception("failed", extra={"facts": {"path": _name_route(scope)}})
            if not status:
                broken = Refused("broken", "The server made a mistake; it is logged. Try again, or reload the page.")
                await answer_refusal(broken)(scope, receive, send_guarded)
        self._count(scope, status, time.perf_counter() - begun)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.requests.labels(scope["method"], _name_route(scope), str(status)).inc()
        self._metrics.request_seconds.observe(seconds)
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
