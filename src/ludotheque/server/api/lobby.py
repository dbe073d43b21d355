"""What the routes work with, made when the server starts, and how a request says who it comes from."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludotheque.server.config import Config
from ludotheque.server.identity import Identity
from ludotheque.server.limits import Limits, Rate
from ludotheque.server.metrics import Metrics
from ludotheque.server.refusal import Refused
from ludotheque.server.tables import Tables
from ludotheque.store.store import Player

COOKIE = "ludotheque"
_BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything behind the routes of one server."""

    config: Config
    limits: Limits
    metrics: Metrics
    identity: Identity
    tables: Tables


def get_lobby(connection: HTTPConnection) -> Lobby:
    """Give the lobby of the server that was asked."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def get_address(connection: HTTPConnection) -> str:
    """Give the network that the request counts for."""
    address: str = connection.scope["ludotheque.address"]
    return address


async def find_caller(connection: HTTPConnection) -> Player | None:
    """Say who asks: by a token, otherwise by a cookie. Raises Refused for a token that is nobody's.

    A cookie that is nobody's is forgotten: the page makes a new player, as on a first visit.
    """
    lobby = get_lobby(connection)
    header = connection.headers.get("authorization")
    if header is not None:
        secret = header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else ""
        player = await lobby.identity.find(secret, "token")
        if player is None:
            lobby.limits.take(Limits.SECRETS, get_address(connection))
            raise Refused("no_player", "This token is nobody's. Make a new one on the page of your player.")
        return player
    cookie = connection.cookies.get(COOKIE)
    return None if cookie is None else await lobby.identity.find(cookie, "cookie")


async def need_caller(caller: Annotated[Player | None, Depends(find_caller)]) -> Player:
    """Say who asks. Raises Refused if nobody in particular does."""
    if caller is None:
        raise Refused("no_player", "Nobody knows you here yet. POST /api/players makes you a player.")
    return caller


async def need_cookie(connection: HTTPConnection, caller: Annotated[Player, Depends(need_caller)]) -> Player:
    """Say who asks by a cookie. Raises Refused for a token: what it made could outlive it when it is revoked."""
    if "authorization" in connection.headers:
        raise Refused("not_allowed", "A token cannot do this. Do it in the browser of your player.")
    return caller


def count(rate: Rate) -> Any:
    """Make a dependency that counts one of `rate` for the player who asks."""

    async def take(connection: HTTPConnection, caller: Annotated[Player, Depends(need_caller)]) -> None:
        get_lobby(connection).limits.take(rate, caller.id)

    return Depends(take)


def count_address(rate: Rate) -> Any:
    """Make a dependency that counts one of `rate` for the address that asks."""

    async def take(connection: HTTPConnection) -> None:
        get_lobby(connection).limits.take(rate, get_address(connection))

    return Depends(take)


# FastAPI calls a dependency that is not `async` in a thread, which takes longer than these do.


async def _depend_on_lobby(connection: HTTPConnection) -> Lobby:
    return get_lobby(connection)


async def _depend_on_address(connection: HTTPConnection) -> str:
    return get_address(connection)


TheLobby = Annotated[Lobby, Depends(_depend_on_lobby)]
Address = Annotated[str, Depends(_depend_on_address)]
Caller = Annotated[Player, Depends(need_caller)]
CookieCaller = Annotated[Player, Depends(need_cookie)]
AnyCaller = Annotated[Player | None, Depends(find_caller)]
"""Spectators and first visits have no player."""
