"""Routes for the devices of a player, the links that add one, and the players that one browser keeps."""

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import MOST_KEPT, read_kept, read_secret, write_kept, write_secret
from ludotheque.server.http.dependencies import (
    Address,
    Browser,
    CookieCaller,
    Dependencies,
    Deps,
    MaybeAuthenticated,
    limit_player,
)
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.identity.auth import Login, name_link
from ludotheque.server.identity.device_names import name_device
from ludotheque.server.identity.names import find_guest_number
from ludotheque.server.rate_limits import Limits
from ludotheque.store.store import Player

router = ApiRouter(prefix="/api", tags=["devices"])
_limited = [limit_player(Limits.CHANGES)]


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post(
    "/me/links",
    dependencies=_limited,
    **describe_route(schemas.Body, {201: schemas.LinkAnswer}, ["no_player", "not_allowed", "too_many_devices"]),
)
async def create_link(
    deps: Deps, caller: CookieCaller, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Make a link that logs another device in as you. It works once, within ten minutes. A token cannot make one."""
    link = await deps.identity.make_link(caller)
    return Json(schemas.LinkAnswer(link.code, f"/link/{link.code}", link.expires_at), 201)


@router.get("/me/links", **describe_route(None, {200: schemas.LinkList}, ["no_player", "not_allowed"], changes=False))
async def list_links(deps: Deps, caller: CookieCaller) -> Response:
    """List your usable links, without their codes."""
    links = await deps.identity.list_links(caller)
    return Json(schemas.LinkList([schemas.LinkView(name_link(link), link.expires_at) for link in links]))


@router.delete(
    "/me/links/{link}",
    dependencies=_limited,
    **describe_route(None, {204: type(None)}, ["no_player", "not_allowed", "no_such_link"]),
)
async def revoke_link(deps: Deps, caller: CookieCaller, link: str) -> Response:
    """Revoke a link."""
    await deps.identity.revoke_link(caller, link)
    return Response(status_code=204)


@router.get(
    "/links/{code}", **describe_route(None, {200: schemas.LinkPreview}, ["no_player", "no_such_link"], changes=False)
)
async def show_link(deps: Deps, address: Address, authenticated: MaybeAuthenticated, code: str) -> Response:
    """Show whose link this is, and who you are now. The link is not used up."""
    await deps.limits.take_shared(Limits.SECRETS, address)
    player, link = await deps.identity.find_link(code)
    you = None if authenticated is None else view_player(authenticated.player)
    return Json(schemas.LinkPreview(view_player(player), link.expires_at, you))


@router.post(
    "/links/{code}",
    **describe_route(
        schemas.Body, {200: schemas.PlayerAnswer}, ["no_player", "not_allowed", "no_such_link", "too_many_players"]
    ),
)
async def use_link(
    request: Request,
    deps: Deps,
    address: Address,
    authenticated: MaybeAuthenticated,
    code: str,
    _body: Annotated[schemas.Body, decode_body(schemas.Body)],
) -> Response:
    """Log in on this device by a link. The browser keeps its current player: see /api/me/switch."""
    await deps.limits.take_shared(Limits.SECRETS, address)
    if authenticated is not None and authenticated.credential.kind != "cookie":
        raise Refused("not_allowed", "A token cannot do this. Open the link in a browser.")
    player, _link = await deps.identity.find_link(code)
    kept = await find_kept(request, deps)
    login = next((each for each in kept if each.player.id == player.id), None)
    others = [each.secret for each in kept if each is not login]
    secret = read_secret(request, deps.config.public_url)
    if authenticated is not None and authenticated.player.id == player.id and secret is not None:
        login = Login(player, secret)
    elif authenticated is not None and secret is not None:
        others.insert(0, secret)
        if len(others) > MOST_KEPT:
            raise Refused(
                "too_many_players",
                f"This browser keeps {MOST_KEPT} other players already. Log out as one of them first.",
            )
    player = await deps.identity.use_link(code)
    if login is None:
        login = await deps.identity.add_device(player, name_device(request.headers.get("user-agent", "")))
    return _become(request, deps, login, others)


# ── The players of this browser ──────────────────────────────────────────────────────────────────────────────────────


@router.get(
    "/me/players", **describe_route(None, {200: schemas.PlayerList}, ["no_player", "not_allowed"], changes=False)
)
async def list_players(request: Request, deps: Deps, browser: Browser) -> Response:
    """List the current player of this browser and those that it keeps."""
    players = [browser.player, *(login.player for login in await find_kept(request, deps))]
    return Json(schemas.PlayerList([view_player(player) for player in {each.id: each for each in players}.values()]))


@router.post(
    "/me/switch",
    dependencies=_limited,
    **describe_route(schemas.Switch, {200: schemas.PlayerAnswer}, ["no_player", "not_allowed", "no_such_player"]),
)
async def switch_player(
    request: Request, deps: Deps, browser: Browser, body: Annotated[schemas.Switch, decode_body(schemas.Switch)]
) -> Response:
    """Switch to another player that this browser keeps; it keeps the current one."""
    secret = read_secret(request, deps.config.public_url) or ""
    players = [Login(browser.player, secret), *await find_kept(request, deps)]
    for login in players:
        if login.player.id == body.player:
            return _become(request, deps, login, [each.secret for each in players if each is not login])
    raise Refused("no_such_player", "This browser does not keep such a player.")


# ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get(
    "/me/devices", **describe_route(None, {200: schemas.DeviceList}, ["no_player", "not_allowed"], changes=False)
)
async def list_devices(deps: Deps, browser: Browser) -> Response:
    """List the devices that are logged in as you."""
    devices = await deps.identity.list_devices(browser.player)
    return Json(
        schemas.DeviceList(
            [
                schemas.DeviceView(
                    device.id,
                    device.label,
                    device.created_at,
                    max(device.used_at, device.created_at),
                    device.id == browser.credential.id,
                )
                for device in devices
            ]
        )
    )


@router.delete(
    "/me/devices/{device}",
    dependencies=_limited,
    **describe_route(None, {204: type(None)}, ["no_player", "not_allowed", "no_such_device"]),
)
async def log_out_device(request: Request, deps: Deps, browser: Browser, device: str) -> Response:
    """Log out on a device; its connections are closed."""
    await deps.identity.log_out(browser.player, device)
    return _leave(request, deps, is_here=device == browser.credential.id)


@router.post(
    "/me/logout",
    dependencies=_limited,
    **describe_route(schemas.Body, {204: type(None)}, ["no_player", "not_allowed", "no_such_device"]),
)
async def log_out(
    request: Request, deps: Deps, browser: Browser, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Log out on this device. Without another device the player can never be used again."""
    await deps.identity.log_out(browser.player, browser.credential.id)
    return _leave(request, deps, is_here=True)


@router.post(
    "/me/logout-everywhere",
    dependencies=_limited,
    **describe_route(schemas.LogOutEverywhere, {204: type(None)}, ["no_player", "not_allowed"]),
)
async def log_out_everywhere(
    request: Request,
    deps: Deps,
    browser: Browser,
    body: Annotated[schemas.LogOutEverywhere, decode_body(schemas.LogOutEverywhere)],
) -> Response:
    """Log out on all devices and revoke all links; with `stay`, on all devices but this one. Tokens stay."""
    await deps.identity.log_out_everywhere(browser.player, browser.credential.id if body.stay else None)
    return _leave(request, deps, is_here=not body.stay)


async def find_kept(request: Request, deps: Dependencies) -> list[Login]:
    """List the logins that this browser keeps and that are still valid, the last one first."""
    found = []
    for secret in read_kept(request, deps.config.public_url):
        authenticated = await deps.identity.find(secret, "cookie")
        if authenticated is not None:
            found.append(Login(authenticated.player, secret))
    return found


def view_player(player: Player) -> schemas.PlayerView:
    """Make the public view of a player."""
    return schemas.PlayerView(player.id, player.name, find_guest_number(player.id, player.name))


def _become(request: Request, deps: Dependencies, login: Login, others: list[str]) -> Response:
    answer = Json(schemas.PlayerAnswer(view_player(login.player)))
    write_secret(request, deps.config.public_url, answer, login.secret)
    write_kept(request, deps.config.public_url, answer, others)
    return answer


def _leave(request: Request, deps: Dependencies, *, is_here: bool) -> Response:
    answer = Response(status_code=204)
    if is_here:
        write_secret(request, deps.config.public_url, answer, None)
    return answer
