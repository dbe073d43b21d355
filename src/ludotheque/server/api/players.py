"""Routes about who somebody is: players, other devices, tokens for bots."""

from typing import Annotated

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.answers import Json
from ludotheque.server.api import shapes
from ludotheque.server.api.lobby import COOKIE, Address, AnyCaller, Caller, CookieCaller, TheLobby, count
from ludotheque.server.api.openapi import read, speak
from ludotheque.server.identity import Proven
from ludotheque.server.limits import Limits
from ludotheque.store.store import Credential, Player

_YEAR = 365 * 24 * 60 * 60

router = APIRouter(prefix="/api", tags=["players"])
_counted = [count(Limits.CHANGES)]


@router.post(
    "/players",
    **speak(shapes.NewPlayer, {200: shapes.PlayerAnswer, 201: shapes.PlayerAnswer}, ["bad_name", "no_player"]),
)
async def create_player(
    request: Request,
    lobby: TheLobby,
    address: Address,
    caller: AnyCaller,
    body: Annotated[shapes.NewPlayer, read(shapes.NewPlayer)],
) -> Response:
    """Become a player: the answer sets a cookie. Whoever is one already stays who they are."""
    if caller is not None:
        answer = Json(shapes.PlayerAnswer(_view(caller)))
        if (secret := request.cookies.get(COOKIE)) and "authorization" not in request.headers:
            _set_cookie(request, lobby, answer, secret)
        return answer
    lobby.limits.take(Limits.PLAYERS, address)
    return _admit(request, lobby, await lobby.identity.create(body.name), 201)


@router.get("/me", **speak(None, {200: shapes.Me}, ["no_player"], changes=False))
async def show_me(lobby: TheLobby, caller: Caller) -> Response:
    """Say who you are and where you play."""
    return Json({"player": _view(caller), "tables": await lobby.tables.list_mine(caller)})


@router.patch(
    "/me", dependencies=_counted, **speak(shapes.NewName, {200: shapes.PlayerAnswer}, ["bad_name", "no_player"])
)
async def rename_me(lobby: TheLobby, caller: Caller, body: Annotated[shapes.NewName, read(shapes.NewName)]) -> Response:
    """Take another name. A table where you sit learns it when you next connect to it, unless its game is over."""
    return Json(shapes.PlayerAnswer(_view(await lobby.identity.rename(caller, body.name))))


@router.post(
    "/me/links",
    status_code=201,
    dependencies=_counted,
    **speak(shapes.Body, {201: shapes.LinkAnswer}, ["no_player", "not_allowed"]),
)
async def create_link(
    lobby: TheLobby, caller: CookieCaller, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Make a link that lets another device be you. It works once, within ten minutes. A token cannot make one."""
    link = await lobby.identity.make_link(caller)
    return Json(shapes.LinkAnswer(link.code, f"/link/{link.code}", link.expires_at), 201)


@router.post("/links/{code}", **speak(shapes.Body, {200: shapes.PlayerAnswer}, ["no_such_link"]))
async def use_link(
    request: Request, lobby: TheLobby, address: Address, code: str, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Be, on this device, the player who made the link."""
    lobby.limits.take(Limits.SECRETS, address)
    return _admit(request, lobby, await lobby.identity.use_link(code), 200)


@router.post(
    "/me/tokens",
    status_code=201,
    dependencies=_counted,
    **speak(shapes.NewToken, {201: shapes.TokenAnswer}, ["bad_name", "no_player", "not_allowed", "too_many_tokens"]),
)
async def create_token(
    lobby: TheLobby, caller: CookieCaller, body: Annotated[shapes.NewToken, read(shapes.NewToken)]
) -> Response:
    """Make a token with which a bot plays as you. It is shown once. A token cannot make another."""
    token = await lobby.identity.make_token(caller, body.label)
    return Json(
        shapes.TokenAnswer(token.credential.id, token.credential.label, token.credential.created_at, token.secret), 201
    )


@router.get("/me/tokens", **speak(None, {200: shapes.TokenList}, ["no_player"], changes=False))
async def list_tokens(lobby: TheLobby, caller: Caller) -> Response:
    """List your tokens, without their secrets."""
    return Json(shapes.TokenList([_view_token(token) for token in await lobby.identity.list_tokens(caller)]))


@router.delete(
    "/me/tokens/{token}",
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "no_such_token", "not_allowed"]),
)
async def revoke_token(lobby: TheLobby, caller: CookieCaller, token: str) -> Response:
    """Let a token be worth nothing. A token cannot revoke any."""
    await lobby.identity.revoke_token(caller, token)
    return Response(status_code=204)


def _admit(request: Request, lobby: TheLobby, proven: Proven, status: int) -> Response:
    answer = Json(shapes.PlayerAnswer(_view(proven.player)), status)
    _set_cookie(request, lobby, answer, proven.secret)
    return answer


def _set_cookie(request: Request, lobby: TheLobby, answer: Response, secret: str) -> None:
    is_secure = request.url.scheme == "https" or lobby.config.public_url.startswith("https:")
    answer.set_cookie(COOKIE, secret, _YEAR, path="/", secure=is_secure, httponly=True, samesite="lax")


def _view(player: Player) -> shapes.PlayerView:
    return shapes.PlayerView(player.id, player.name)


def _view_token(token: Credential) -> shapes.TokenView:
    return shapes.TokenView(token.id, token.label, token.created_at)
