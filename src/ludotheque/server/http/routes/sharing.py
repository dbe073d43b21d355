"""Routes for the address at which others reach the server, for links to send to friends."""

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.errors import OptionError
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import CookieCaller, Deps, limit_player
from ludotheque.server.http.hosts import read_name
from ludotheque.server.http.middleware import is_secure
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.network.addresses import is_loopback
from ludotheque.server.rate_limits import Limits

router = ApiRouter(prefix="/api", tags=["about"])


@router.get("/sharing", **describe_route(None, {200: schemas.Sharing}, changes=False))
async def show_sharing(request: Request, deps: Deps) -> Response:
    """The base of links for others, and whether the home network is let in.

    Only this machine learns its own address in the network; other clients get the address that they used.
    """
    return Json(await _describe(request, deps))


@router.post(
    "/sharing",
    dependencies=[limit_player(Limits.CHANGES)],
    **describe_route(schemas.ChangeSharing, {200: schemas.Sharing}, ["no_player", "not_allowed", "no_network"]),
)
async def change_sharing(
    request: Request,
    deps: Deps,
    _caller: CookieCaller,
    body: Annotated[schemas.ChangeSharing, decode_body(schemas.ChangeSharing)],
) -> Response:
    """Open the server to the home network, or close it: in a browser on the machine where `ludotheque play` runs."""
    if not _is_here(request):
        raise Refused("not_allowed", "Only the machine on which the server runs can change who reaches it.")
    await deps.sharing.change(is_open=body.open)
    return Json(await _describe(request, deps))


async def _describe(request: Request, deps: Deps) -> schemas.Sharing:
    sharing = deps.sharing
    if not _is_here(request):
        scheme = "https" if is_secure(request.scope, deps.config.public_url) else "http"
        host = request.headers.get("host")
        return schemas.Sharing(deps.config.public_url or (f"{scheme}://{host}" if host else None), None)
    try:
        await sharing.follow_network()
    except OptionError:  # listening there failed, so nobody else reaches the server
        return schemas.Sharing(None, "closed")
    return schemas.Sharing(sharing.url, ("open" if sharing.is_open else "closed") if sharing.can_change else None)


def _is_here(request: Request) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy or tunnel with another host name."""
    peer = request.client.host if request.client else ""
    return is_loopback(peer) and is_loopback(read_name(request.headers.get("host", "")))
