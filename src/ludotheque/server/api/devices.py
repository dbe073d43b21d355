"""Routes about the devices of a player, the links that add one, and the players that one browser keeps."""

from typing import Annotated

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.answers import Json
from ludotheque.server.api import shapes
from ludotheque.server.api.cookies import MOST_KEPT, read_kept, read_secret, write_kept, write_secret
from ludotheque.server.api.lobby import Address, AnyKnown, Browser, CookieCaller, Lobby, TheLobby, count
from ludotheque.server.api.openapi import read, speak
from ludotheque.server.devices import name_device
from ludotheque.server.identity import Proven, name_link
from ludotheque.server.limits import Limits
from ludotheque.server.refusal import Refused
from ludotheque.store.store import Player

router = APIRouter(prefix="/api", tags=["devices"])
_counted = [count(Limits.CHANGES)]


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.post(
    "/me/links",
    status_code=201,
    dependencies=_counted,
    **speak(shapes.Body, {201: shapes.LinkAnswer}, ["no_player", "not_allowed", "too_many_devices"]),
)
async def create_link(
    lobby: TheLobby, caller: CookieCaller, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Make a link that lets another device be you. It works once, within ten minutes. A token cannot make one."""
    link = await lobby.identity.make_link(caller)
    return Json(shapes.LinkAnswer(link.code, f"/link/{link.code}", link.expires_at), 201)


@router.get("/me/links", **speak(None, {200: shapes.LinkList}, ["no_player", "not_allowed"], changes=False))
async def list_links(lobby: TheLobby, caller: CookieCaller) -> Response:
    """List your links that still work, without their codes."""
    links = await lobby.identity.list_links(caller)
    return Json(shapes.LinkList([shapes.LinkView(name_link(link), link.expires_at) for link in links]))


@router.delete(
    "/me/links/{link}",
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "not_allowed", "no_such_link"]),
)
async def revoke_link(lobby: TheLobby, caller: CookieCaller, link: str) -> Response:
    """Let a link be worth nothing."""
    await lobby.identity.revoke_link(caller, link)
    return Response(status_code=204)


@router.get("/links/{code}", **speak(None, {200: shapes.LinkPreview}, ["no_player", "no_such_link"], changes=False))
async def show_link(lobby: TheLobby, address: Address, known: AnyKnown, code: str) -> Response:
    """Say whose link this is, and who you are now. The link is not used up."""
    lobby.limits.take(Limits.SECRETS, address)
    player, link = await lobby.identity.find_link(code)
    you = None if known is None else view_player(known.player)
    return Json(shapes.LinkPreview(view_player(player), link.expires_at, you))


@router.post(
    "/links/{code}",
    **speak(shapes.Body, {200: shapes.PlayerAnswer}, ["no_player", "not_allowed", "no_such_link", "too_many_players"]),
)
async def use_link(
    request: Request,
    lobby: TheLobby,
    address: Address,
    known: AnyKnown,
    code: str,
    _body: Annotated[shapes.Body, read(shapes.Body)],
) -> Response:
    """Be, on this device, the player who made the link. The player that the browser was is kept: see /api/me/switch."""
    lobby.limits.take(Limits.SECRETS, address)
    if known is not None and known.credential.kind != "cookie":
        raise Refused("not_allowed", "A token cannot do this. Open the link in a browser.")
    player, _link = await lobby.identity.find_link(code)
    kept = await find_kept(request, lobby)
    proven = next((each for each in kept if each.player.id == player.id), None)
    others = [each.secret for each in kept if each is not proven]
    secret = read_secret(request, lobby.config.public_url)
    if known is not None and known.player.id == player.id and secret is not None:
        proven = Proven(player, secret)
    elif known is not None and secret is not None:
        others.insert(0, secret)
        if len(others) > MOST_KEPT:
            raise Refused(
                "too_many_players",
                f"This browser keeps {MOST_KEPT} other players already. Log out as one of them first.",
            )
    player = await lobby.identity.use_link(code)
    if proven is None:
        proven = await lobby.identity.add_device(player, name_device(request.headers.get("user-agent", "")))
    return _become(request, lobby, proven, others)


# ── The players of this browser ──────────────────────────────────────────────────────────────────────────────────────


@router.get("/me/players", **speak(None, {200: shapes.PlayerList}, ["no_player", "not_allowed"], changes=False))
async def list_players(request: Request, lobby: TheLobby, browser: Browser) -> Response:
    """List the players that this browser is or keeps."""
    players = [browser.player, *(proven.player for proven in await find_kept(request, lobby))]
    return Json(shapes.PlayerList([view_player(player) for player in {each.id: each for each in players}.values()]))


@router.post(
    "/me/switch",
    dependencies=_counted,
    **speak(shapes.Switch, {200: shapes.PlayerAnswer}, ["no_player", "not_allowed", "no_such_player"]),
)
async def switch_player(
    request: Request, lobby: TheLobby, browser: Browser, body: Annotated[shapes.Switch, read(shapes.Switch)]
) -> Response:
    """Be another player that this browser keeps; it keeps the one you are."""
    secret = read_secret(request, lobby.config.public_url) or ""
    players = [Proven(browser.player, secret), *await find_kept(request, lobby)]
    for proven in players:
        if proven.player.id == body.player:
            return _become(request, lobby, proven, [each.secret for each in players if each is not proven])
    raise Refused("no_such_player", "This browser does not keep such a player.")


# ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@router.get("/me/devices", **speak(None, {200: shapes.DeviceList}, ["no_player", "not_allowed"], changes=False))
async def list_devices(lobby: TheLobby, browser: Browser) -> Response:
    """List the devices that are you."""
    devices = await lobby.identity.list_devices(browser.player)
    return Json(
        shapes.DeviceList(
            [
                shapes.DeviceView(
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
async def log_out_device(request: Request, lobby: TheLobby, browser: Browser, device: str) -> Response:
    """Log out on a device: it is you no more, and what it has open is closed."""
    await lobby.identity.log_out(browser.player, device)
    return _leave(request, lobby, is_here=device == browser.credential.id)


@router.post(
    "/me/logout",
    status_code=204,
    dependencies=_counted,
    **speak(shapes.Body, {204: type(None)}, ["no_player", "not_allowed", "no_such_device"]),
)
async def log_out(
    request: Request, lobby: TheLobby, browser: Browser, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Log out on this device. Without another device nobody can be this player any more."""
    await lobby.identity.log_out(browser.player, browser.credential.id)
    return _leave(request, lobby, is_here=True)


@router.post(
    "/me/logout-everywhere",
    status_code=204,
    dependencies=_counted,
    **speak(shapes.LogOutEverywhere, {204: type(None)}, ["no_player", "not_allowed"]),
)
async def log_out_everywhere(
    request: Request,
    lobby: TheLobby,
    browser: Browser,
    body: Annotated[shapes.LogOutEverywhere, read(shapes.LogOutEverywhere)],
) -> Response:
    """Log out on all devices and revoke all links; with `stay`, on all devices but this one. Tokens stay."""
    await lobby.identity.log_out_everywhere(browser.player, browser.credential.id if body.stay else None)
    return _leave(request, lobby, is_here=not body.stay)


async def find_kept(request: Request, lobby: Lobby) -> list[Proven]:
    """Give the players that this browser keeps and that can still be proven, the last one first."""
    found = []
    for secret in read_kept(request, lobby.config.public_url):
        known = await lobby.identity.find(secret, "cookie")
        if known is not None:
            found.append(Proven(known.player, secret))
    return found


def view_player(player: Player) -> shapes.PlayerView:
    """Give a player as everybody sees them."""
    return shapes.PlayerView(player.id, player.name)


def _become(request: Request, lobby: Lobby, proven: Proven, others: list[str]) -> Response:
    answer = Json(shapes.PlayerAnswer(view_player(proven.player)))
    write_secret(request, lobby.config.public_url, answer, proven.secret)
    write_kept(request, lobby.config.public_url, answer, others)
    return answer


def _leave(request: Request, lobby: Lobby, *, is_here: bool) -> Response:
    answer = Response(status_code=204)
    if is_here:
        write_secret(request, lobby.config.public_url, answer, None)
    return answer
