"""Dependencies of the routes: the server's services, the authenticated caller, rate limits."""

from dataclasses import dataclass
from typing import Annotated

from starlette.requests import HTTPConnection

from ludotheque.server.bots.pool import BotService
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused
from ludotheque.server.http.analysis import AnalysisWork
from ludotheque.server.http.cookies import read_secret
from ludotheque.server.http.routing import Depends
from ludotheque.server.identity.auth import Authenticated, Identity
from ludotheque.server.monitoring.health import Health
from ludotheque.server.monitoring.logs import RefusalLog
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.network.connections import SCOPE_KEY, Slot
from ludotheque.server.network.sharing import Sharing
from ludotheque.server.pictures.pictures import Pictures
from ludotheque.server.rate_limits import Limits, Rate
from ludotheque.server.tables.reviews import Reviews
from ludotheque.server.tables.tables import Tables
from ludotheque.store.store import Player

_BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The services of one server, opened by its lifespan."""

    config: Config
    limits: Limits
    metrics: Metrics
    refusals: RefusalLog
    identity: Identity
    tables: Tables
    reviews: Reviews
    health: Health
    sharing: Sharing
    bots: BotService
    analysis: AnalysisWork
    pictures: Pictures


def get_dependencies(connection: HTTPConnection) -> Dependencies:
    """Return the dependencies of the server that handles a request."""
    deps: Dependencies = connection.app.state.dependencies
    return deps


def get_address(connection: HTTPConnection) -> str:
    """Return the address key of a request for rate limits, as `name_address` makes it."""
    address: str = connection.scope["ludotheque.address"]
    return address


def get_slot(connection: HTTPConnection) -> Slot | None:
    """Return the slot of a request's TCP connection; None in tests without one."""
    slot: Slot | None = connection.scope.get(SCOPE_KEY)
    return slot


async def authenticate(connection: HTTPConnection) -> Authenticated | None:
    """Authenticate a request by its token, otherwise by its cookie. Raises Refused for an invalid token.

    An invalid cookie is ignored: the client then creates a new player, as on a first visit.
    """
    deps = get_dependencies(connection)
    header = connection.headers.get("authorization")
    if header is not None:
        secret = header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else ""
        return await authenticate_token(connection, secret)
    cookie = read_secret(connection, deps.config.public_url)
    return None if cookie is None else await deps.identity.find(cookie, "cookie")


async def authenticate_token(connection: HTTPConnection, secret: str) -> Authenticated:
    """Authenticate by a token, however it came. Raises Refused if it is not valid."""
    deps = get_dependencies(connection)
    authenticated = await deps.identity.find(secret, "token")
    if authenticated is None:
        await deps.limits.take_shared(Limits.SECRETS, get_address(connection))
        raise Refused("no_player", "This token is nobody's. Make a new one on the page of your player.")
    return authenticated


async def find_caller(authenticated: Annotated[Authenticated | None, Depends(authenticate)]) -> Player | None:
    """Return the player who makes the request, if it is authenticated."""
    return None if authenticated is None else authenticated.player


async def require_caller(caller: Annotated[Player | None, Depends(find_caller)]) -> Player:
    """Return the player who makes the request. Raises Refused if it is not authenticated."""
    if caller is None:
        raise Refused("no_player", "Nobody knows you here yet. POST /api/players makes you a player.")
    return caller


async def require_browser(
    authenticated: Annotated[Authenticated | None, Depends(authenticate)],
    _caller: Annotated[Player, Depends(require_caller)],
) -> Authenticated:
    """Require a cookie. Raises Refused for a token, because what it creates could outlive its revocation."""
    if authenticated is None or authenticated.credential.kind != "cookie":
        raise Refused("not_allowed", "A token cannot do this. Do it in the browser of your player.")
    return authenticated


async def require_cookie_caller(authenticated: Annotated[Authenticated, Depends(require_browser)]) -> Player:
    """Return the player who makes the request with a cookie. Raises Refused for a token."""
    return authenticated.player


def limit_player(rate: Rate) -> Depends:
    """Make a dependency that limits requests by player. It raises TooFast."""

    async def take(connection: HTTPConnection, caller: Annotated[Player, Depends(require_caller)]) -> None:
        get_dependencies(connection).limits.take(rate, caller.id)

    return Depends(take)


def limit_player_shared(rate: Rate) -> Depends:
    """Make a dependency that limits requests by player, at all processes together. It raises TooFast."""

    async def take(connection: HTTPConnection, caller: Annotated[Player, Depends(require_caller)]) -> None:
        await get_dependencies(connection).limits.take_shared(rate, caller.id)

    return Depends(take)


def limit_address(rate: Rate) -> Depends:
    """Make a dependency that limits requests by address. It raises TooFast."""

    async def take(connection: HTTPConnection) -> None:
        get_dependencies(connection).limits.take(rate, get_address(connection))

    return Depends(take)


async def _provide_dependencies(connection: HTTPConnection) -> Dependencies:
    return get_dependencies(connection)


async def _provide_address(connection: HTTPConnection) -> str:
    return get_address(connection)


Deps = Annotated[Dependencies, Depends(_provide_dependencies)]
Address = Annotated[str, Depends(_provide_address)]
Caller = Annotated[Player, Depends(require_caller)]
CookieCaller = Annotated[Player, Depends(require_cookie_caller)]
Browser = Annotated[Authenticated, Depends(require_browser)]
"""The authenticated player, by a cookie only."""
MaybeAuthenticated = Annotated[Authenticated | None, Depends(authenticate)]
AnyCaller = Annotated[Player | None, Depends(find_caller)]
"""None for spectators without a player and for first visits."""
