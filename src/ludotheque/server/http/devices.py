"""Routes about the devices of a player, the links that add one, and the players that one browser keeps."""

from typing import Annotated

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.auth import Proven, name_link
from ludotheque.server.device_names import name_device
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import MOST_KEPT, read_kept, read_secret, write_kept, write_secret
from ludotheque.server.http.dependencies import Address, AnyKnown, Browser, CookieCaller, Dependencies, Deps, count
from ludotheque.server.http.openapi import read, speak
from ludotheque.server.http.responses import Json
from ludotheque.server.names import find_guest_number
from ludotheque.server.rate_limits import Limits
from ludotheque.store.store import Player

router = APIRouter(prefix="/api", tags=["devices"])
_counted = [count(Limits.CHANGES)]


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post(
    "/me/links",
    status_code=201,
    dependencies=_counted,
    **speak(schemas.Body, {201: schemas.LinkAnswer}, ["no_player", "not_allowed", "too_many_devices"]),
)
async def create_link(deps: Deps, caller: CookieCaller, _body: Annotated[schemas.Body, read(schemas.Body)]) -> Response:
    """Make a link that lets another device be you. It works once, within ten minutes. A token cannot make one."""
    link = await deps.identity.make_link(caller)
    return Json(schemas.LinkAnswer(link.code, f"/link/{link.code}", link.expires_at), 201)


@router.get("/me/links", **speak(None, {200: schemas.LinkList}, ["no_player", "not_allowed"], changes=False))
async def list_links(deps: Deps, caller: CookieCaller) -> Response:
    """List your links that still work, without their codes."""
    links = await deps.identity.list_links(caller)
    return Json(schemas.LinkList([schemas.LinkView(name_link(link), link.expires_at) for link in links]))


@router.delete(
    "/me/links/{link}",
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "not_allowed", "no_such_link"]),
)
async def revoke_link(deps: Deps, caller: CookieCaller, link: str) -> Response:
    """Let a link be worth nothing."""
    await deps.identity.revoke_link(caller, link)
    return Response(status_code=204)


@router.get("/links/{code}", **speak(None, {200: schemas.LinkPreview}, ["no_player", "no_such_link"], changes=False))
async def show_link(deps: Deps, address: Address, known: AnyKnown, code: str) -> Response:
    """Say whose link this is, and who you are now. The link is not used up."""
    deps.limits.take(Limits.SECRETS, address)
    player, link = await deps.identity.find_link(code)
    you = None if known is None else view_player(known.player)
    return Json(schemas.LinkPreview(view_player(player), link.expires_at, you))


@router.post(
    "/links/{code}",
    **speak(
        schemas.Body, {200: schemas.PlayerAnswer}, ["no_player", "not_allowed", "no_such_link", "too_many_players"]
    ),
)
async def use_link(
    request: Request,
    deps: Deps,
    address: Address,
    known: AnyKnown,
    code: str,
    _body: Annotated[schemas.Body, read(schemas.Body)],
) -> Response:
    """Be, on this device, the player who made the link. The player that the browser was is kept: see /api/me/switch."""
    deps.limits.take(Limits.SECRETS, address)
    if known is not None and known.credential.kind != "cookie":
        raise Refused("not_allowed", "A token cannot do this. Open the link in a browser.")
    player, _link = await deps.identity.find_link(code)
    kept = await find_kept(request, deps)
    proven = next((each for each in kept if each.player.id == player.id), None)
    others = [each.secret for each in kept if each is not proven]
    secret = read_secret(request, deps.config.public_url)
    if known is not None and known.player.id == player.id and secret is not None:
        proven = Proven(player, secret)
    elif known is not None and secret is not None:
        others.insert(0, secret)
        if len(others) > MOST_KEPT:
            raise Refused(
                "too_many_players",
                f"This browser keeps {MOST_KEPT} other players already. Log out as one of them first.",
            )
    player = await deps.identity.use_link(code)
    if proven is None:
        proven = await deps.identity.add_device(player, name_device(request.headers.get("user-agent", "")))
    return _become(request, deps, proven, others)


# ── The players of this browser ──────────────────────────────────────────────────────────────────────────────────────


@router.get("/me/players", **speak(None, {200: schemas.PlayerList}, ["no_player", "not_allowed"], changes=False))
async def list_players(request: Request, deps: Deps, browser: Browser) -> Response:
    """List the players that this browser is or keeps."""
    players = [browser.player, *(proven.player for proven in await find_kept(request, deps))]
    return Json(schemas.PlayerList([view_player(player) for player in {each.id: each for each in players}.values()]))


@router.post(
    "/me/switch",
    dependencies=_counted,
    **speak(schemas.Switch, {200: schemas.PlayerAnswer}, ["no_player", "not_allowed", "no_such_player"]),
)
async def switch_player(
    request: Request, deps: Deps, browser: Browser, body: Annotated[schemas.Switch, read(schemas.Switch)]
) -> Response:
    """Be another player that this browser keeps; it keeps the one you are."""
    secret = read_secret(request, deps.config.public_url) or ""
    players = [Proven(browser.player, secret), *await find_kept(request, deps)]
    for proven in players:
        if proven.player.id == body.player:
            return _become(request, deps, proven, [each.secret for each in players if each is not proven])
    raise Refused("no_such_player", "This browser does not keep such a player.")


# ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/me/devices", **speak(None, {200: schemas.DeviceList}, ["no_player", "not_allowed"], changes=False))
async def list_devices(deps: Deps, browser: Browser) -> Response:
    """List the devices that are you."""
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
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "not_allowed", "no_such_device"]),
)
async def log_out_device(request: Request, deps: Deps, browser: Browser, device: str) -> Response:
    """Log out on a device: it is you no more, and what it has open is closed."""
    await deps.identity.log_out(browser.player, device)
    return _leave(request, deps, is_here=device == browser.credential.id)


@router.post(
    "/me/logout",
    status_code=204,
    dependencies=_counted,
    **speak(schemas.Body, {204: type(None)}, ["no_player", "not_allowed", "no_such_device"]),
)
async def log_out(
    request: Request, deps: Deps, browser: Browser, _body: Annotated[schemas.Body, read(schemas.Body)]
) -> Response:
    """Log out on this device. Without another device nobody can be this player any more."""
    await deps.identity.log_out(browser.player, browser.credential.id)
    return _leave(request, deps, is_here=True)


@router.post(
    "/me/logout-everywhere",
    status_code=204,
    dependencies=_counted,
    **speak(schemas.LogOutEverywhere, {204: type(None)}, ["no_player", "not_allowed"]),
)
async def log_out_everywhere(
    request: Request,
    deps: Deps,
    browser: Browser,
    body: Annotated[schemas.LogOutEverywhere, read(schemas.LogOutEverywhere)],
) -> Response:
    """Log out on all devices and revoke all links; with `stay`, on all devices but this one. Tokens stay."""
    await deps.identity.log_out_everywhere(browser.player, browser.credential.id if body.stay else None)
    return _leave(request, deps, is_here=not body.stay)


async def find_kept(request: Request, deps: Dependencies) -> list[Proven]:
    """Give the players that this browser keeps and that can still be proven, the last one first."""
    found = []
    for secret in read_kept(request, deps.config.public_url):
        known = await deps.identity.find(secret, "cookie")
        if known is not None:
            found.append(Proven(known.player, secret))
    return found


def view_player(player: Player) -> schemas.PlayerView:
    """Give a player as everybody sees them."""
    return schemas.PlayerView(player.id, player.name, find_guest_number(player.id, player.name))


def _become(request: Request, deps: Dependencies, proven: Proven, others: list[str]) -> Response:
    answer = Json(schemas.PlayerAnswer(view_player(proven.player)))
    write_secret(request, deps.config.public_url, answer, proven.secret)
    write_kept(request, deps.config.public_url, answer, others)
    return answer


def _leave(request: Request, deps: Dependencies, *, is_here: bool) -> Response:
    answer = Response(status_code=204)
    if is_here:
        write_secret(request, deps.config.public_url, answer, None)
    return answer
