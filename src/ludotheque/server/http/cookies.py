"""The cookies of a browser: the secret of its current player, and those of earlier players that it can switch back to.

Scripts cannot read them and other sites cannot use them. Over https their names begin with `__Host-`, so that browsers
accept them from this host only; a cookie from before the server had https is still accepted, and replaced.
"""

from collections.abc import Sequence

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.http.middleware import is_secure
from ludotheque.server.identity.auth import LONGEST_SECRET

COOKIE = "ludotheque"
KEPT_COOKIE = "ludotheque-kept"
PREFIX = "__Host-"
MOST_KEPT = 5
"""How many players a browser keeps besides the current one."""

_YEAR = 365 * 24 * 60 * 60
_SEPARATOR = "."  # in no secret


def read_secret(connection: HTTPConnection, public_url: str) -> str | None:
    """Read the secret of the current player; it is not verified."""
    return _read(connection, public_url, COOKIE)


def read_kept(connection: HTTPConnection, public_url: str) -> list[str]:
    """Read the secrets of earlier players, the last one first; they are not verified, at most `MOST_KEPT`."""
    value = _read(connection, public_url, KEPT_COOKIE) or ""
    secrets = [secret for secret in value.split(_SEPARATOR, MOST_KEPT)[:MOST_KEPT] if 0 < len(secret) <= LONGEST_SECRET]
    return list(dict.fromkeys(secrets))


def write_secret(connection: HTTPConnection, public_url: str, answer: Response, secret: str | None) -> None:
    """Set the cookie of the current player, or delete it if `secret` is None."""
    _write(connection, public_url, answer, COOKIE, secret)


def write_kept(connection: HTTPConnection, public_url: str, answer: Response, secrets: Sequence[str]) -> None:
    """Set the cookie of earlier players, the last one first; those beyond `MOST_KEPT` are dropped."""
    _write(connection, public_url, answer, KEPT_COOKIE, _SEPARATOR.join(secrets[:MOST_KEPT]) or None)


def _read(connection: HTTPConnection, public_url: str, name: str) -> str | None:
    if is_secure(connection.scope, public_url) and (value := connection.cookies.get(PREFIX + name)) is not None:
        return value
    return connection.cookies.get(name)


def _write(connection: HTTPConnection, public_url: str, answer: Response, name: str, value: str | None) -> None:
    has_https = is_secure(connection.scope, public_url)
    attributes = {"path": "/", "secure": has_https, "httponly": True, "samesite": "lax"}
    full_name = PREFIX + name if has_https else name
    if value is not None:
        answer.set_cookie(full_name, value, _YEAR, **attributes)  # type: ignore[arg-type] # values differ
    elif full_name in connection.cookies:
        answer.delete_cookie(full_name, **attributes)  # type: ignore[arg-type] # same
    if has_https and name in connection.cookies:
        answer.delete_cookie(name, **attributes)  # type: ignore[arg-type] # same
