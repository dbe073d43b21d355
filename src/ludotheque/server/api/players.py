"""Routes about who somebody is: players, and tokens for bots. Devices are in devices.py."""

from typing import Annotated

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.answers import Json
from ludotheque.server.api import shapes
from ludotheque.server.api.cookies import read_secret, write_kept, write_secret
from ludotheque.server.api.devices import find_kept, view_player
from ludotheque.server.api.lobby import Address, AnyKnown, Caller, CookieCaller, TheLobby, count
from ludotheque.server.api.openapi import read, speak
from ludotheque.server.devices import name_device
from ludotheque.server.limits import Limits
from ludotheque.store.store import Credential

router = APIRouter(prefix="/api", tags=["players"])
_counted = [count(Limits.CHANGES)]


@router.post(
    "/players",
    **speak(
        shapes.NewPlayer,
        {200: shapes.PlayerAnswer, 201: shapes.PlayerAnswer},
        ["bad_name", "bot_name", "mixed_name", "no_player"],
    ),
)
async def create_player(
    request: Request,
    lobby: TheLobby,
    address: Address,
    known: AnyKnown,
    body: Annotated[shapes.NewPlayer, read(shapes.NewPlayer)],
) -> Response:
    """Become a player: the answer sets a cookie. Whoever is one already stays who they are.

    A browser that is logged out is the player that it was before, if it keeps one.
    """
    if known is not None:
        answer = Json(shapes.PlayerAnswer(view_player(known.player)))
        if known.credential.kind == "cookie":  # it lasts another year
            write_secret(request, lobby.config.public_url, answer, read_secret(request, lobby.config.public_url))
        return answer
    if kept := await find_kept(request, lobby):
        proven, *others = kept
        answer = Json(shapes.PlayerAnswer(view_player(proven.player)))
        write_kept(request, lobby.config.public_url, answer, [other.secret for other in others])
    else:
        lobby.limits.take(Limits.PLAYERS, address)
        proven = await lobby.identity.create(body.name, name_device(request.headers.get("user-agent", "")))
        answer = Json(shapes.PlayerAnswer(view_player(proven.player)), 201)
    write_secret(request, lobby.config.public_url, answer, proven.secret)
    return answer


@router.get("/me", **speak(None, {200: shapes.Me}, ["no_player"], changes=False))
async def show_me(lobby: TheLobby, caller: Caller) -> Response:
    """Say who you are and where you play."""
    return Json({"player": view_player(caller), "tables": await lobby.tables.list_mine(caller)})


@router.patch(
    "/me",
    dependencies=_counted,
    **speak(shapes.NewName, {200: shapes.PlayerAnswer}, ["bad_name", "bot_name", "mixed_name", "no_player"]),
)
async def rename_me(lobby: TheLobby, caller: Caller, body: Annotated[shapes.NewName, read(shapes.NewName)]) -> Response:
    """Take another name. A table where you sit learns it when you next connect to it, unless its game is over."""
    return Json(shapes.PlayerAnswer(view_player(await lobby.identity.rename(caller, body.name))))


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


def _view_token(token: Credential) -> shapes.TokenView:
    return shapes.TokenView(token.id, token.label, token.created_at)
