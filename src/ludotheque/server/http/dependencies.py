"""What the routes work with, made when the server starts, and how a request says who it comes from."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludotheque.server.auth import Identity, Known
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused
from ludotheque.server.health import Health
from ludotheque.server.http.cookies import read_secret
from ludotheque.server.logs import RefusalLog
from ludotheque.server.metrics import Metrics
from ludotheque.server.network.connections import SCOPE_KEY, Slot
from ludotheque.server.network.sharing import Sharing
from ludotheque.server.rate_limits import Limits, Rate
from ludotheque.server.tables.tables import Tables
from ludotheque.store.store import Player

_BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Everything behind the routes of one server."""

    config: Config
    limits: Limits
    metrics: Metrics
    refusals: RefusalLog
    identity: Identity
    tables: Tables
    health: Health
    sharing: Sharing


def get_dependencies(connection: HTTPConnection) -> Dependencies:
    """Give the deps of the server that was asked."""
    deps: Dependencies = connection.app.state.dependencies
    return deps


def get_address(connection: HTTPConnection) -> str:
    """Give the network that the request counts for."""
    address: str = connection.scope["ludotheque.address"]
    return address


def get_slot(connection: HTTPConnection) -> Slot | None:
    """Give the TCP connection of a request; None where a test asks without one."""
    slot: Slot | None = connection.scope.get(SCOPE_KEY)
    return slot


async def find_known(connection: HTTPConnection) -> Known | None:
    """Say who asks, and by which credential: a token, otherwise a cookie. Raises Refused for a token that is nobody's.

    A cookie that is nobody's is forgotten: the page makes a new player, as on a first visit.
    """
    deps = get_dependencies(connection)
    header = connection.headers.get("authorization")
    if header is not None:
        secret = header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else ""
        known = await deps.identity.find(secret, "token")
        if known is None:
            deps.limits.take(Limits.SECRETS, get_address(connection))
            raise Refused("no_player", "This token is nobody's. Make a new one on the page of your player.")
        return known
    cookie = read_secret(connection, deps.config.public_url)
    return None if cookie is None else await deps.identity.find(cookie, "cookie")


async def find_caller(known: Annotated[Known | None, Depends(find_known)]) -> Player | None:
    """Say who asks, if anybody in particular does."""
    return None if known is None else known.player


async def need_caller(caller: Annotated[Player | None, Depends(find_caller)]) -> Player:
    """Say who asks. Raises Refused if nobody in particular does."""
    if caller is None:
        raise Refused("no_player", "Nobody knows you here yet. POST /api/players makes you a player.")
    return caller


async def need_browser(
    known: Annotated[Known | None, Depends(find_known)], _caller: Annotated[Player, Depends(need_caller)]
) -> Known:
    """Say who asks by a cookie. Raises Refused for a token: what it made could outlive it when it is revoked."""
    if known is None or known.credential.kind != "cookie":
        raise Refused("not_allowed", "A token cannot do this. Do it in the browser of your player.")
    return known


async def need_cookie(known: Annotated[Known, Depends(need_browser)]) -> Player:
    """Say who asks by a cookie. Raises Refused."""
    return known.player


def count(rate: Rate) -> Any:
    """Make a dependency that counts one of `rate` for the player who asks."""

    async def take(connection: HTTPConnection, caller: Annotated[Player, Depends(need_caller)]) -> None:
        get_dependencies(connection).limits.take(rate, caller.id)

    return Depends(take)


def count_address(rate: Rate) -> Any:
    """Make a dependency that counts one of `rate` for the address that asks."""

    async def take(connection: HTTPConnection) -> None:
        get_dependencies(connection).limits.take(rate, get_address(connection))

    return Depends(take)


# FastAPI calls a dependency that is not `async` in a thread, which takes longer than these do.


async def _depend_on_lobby(connection: HTTPConnection) -> Dependencies:
    return get_dependencies(connection)


async def _depend_on_address(connection: HTTPConnection) -> str:
    return get_address(connection)


Deps = Annotated[Dependencies, Depends(_depend_on_lobby)]
Address = Annotated[str, Depends(_depend_on_address)]
Caller = Annotated[Player, Depends(need_caller)]
CookieCaller = Annotated[Player, Depends(need_cookie)]
Browser = Annotated[Known, Depends(need_browser)]
"""Who asks by a cookie, and which one."""
AnyKnown = Annotated[Known | None, Depends(find_known)]
AnyCaller = Annotated[Player | None, Depends(find_caller)]
"""Spectators and first visits have no player."""
