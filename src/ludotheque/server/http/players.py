"""Routes about who somebody is: players, and tokens for bots. Devices are in devices.py."""

from typing import Annotated

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.device_names import name_device
from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import read_secret, write_kept, write_secret
from ludotheque.server.http.dependencies import Address, AnyKnown, Caller, CookieCaller, Deps, count
from ludotheque.server.http.devices import find_kept, view_player
from ludotheque.server.http.openapi import read, speak
from ludotheque.server.http.responses import Json
from ludotheque.server.rate_limits import Limits
from ludotheque.store.store import Credential

router = APIRouter(prefix="/api", tags=["players"])
_counted = [count(Limits.CHANGES)]


@router.post(
    "/players",
    **speak(
        schemas.NewPlayer,
        {200: schemas.PlayerAnswer, 201: schemas.PlayerAnswer},
        ["bad_name", "bot_name", "mixed_name", "no_player"],
    ),
)
async def create_player(
    request: Request,
    deps: Deps,
    address: Address,
    known: AnyKnown,
    body: Annotated[schemas.NewPlayer, read(schemas.NewPlayer)],
) -> Response:
    """Become a player: the answer sets a cookie. Whoever is one already stays who they are.

    A browser that is logged out is the player that it was before, if it keeps one.
    """
    if known is not None:
        answer = Json(schemas.PlayerAnswer(view_player(known.player)))
        if known.credential.kind == "cookie":  # it lasts another year
            write_secret(request, deps.config.public_url, answer, read_secret(request, deps.config.public_url))
        return answer
    if kept := await find_kept(request, deps):
        proven, *others = kept
        answer = Json(schemas.PlayerAnswer(view_player(proven.player)))
        write_kept(request, deps.config.public_url, answer, [other.secret for other in others])
    else:
        deps.limits.take(Limits.PLAYERS, address)
        proven = await deps.identity.create(body.name, name_device(request.headers.get("user-agent", "")))
        answer = Json(schemas.PlayerAnswer(view_player(proven.player)), 201)
    write_secret(request, deps.config.public_url, answer, proven.secret)
    return answer


@router.get("/me", **speak(None, {200: schemas.Me}, ["no_player"], changes=False))
async def show_me(deps: Deps, caller: Caller) -> Response:
    """Say who you are and where you play."""
    return Json({"player": view_player(caller), "tables": await deps.tables.lists.list_mine(caller)})


@router.patch(
    "/me",
    dependencies=_counted,
    **speak(schemas.NewName, {200: schemas.PlayerAnswer}, ["bad_name", "bot_name", "mixed_name", "no_player"]),
)
async def rename_me(deps: Deps, caller: Caller, body: Annotated[schemas.NewName, read(schemas.NewName)]) -> Response:
    """Take another name. A table where you sit learns it when you next connect to it, unless its game is over."""
    return Json(schemas.PlayerAnswer(view_player(await deps.identity.rename(caller, body.name))))


@router.delete(
    "/me",
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "not_allowed"]),
)
async def delete_me(request: Request, deps: Deps, caller: CookieCaller) -> Response:
    """Be forgotten: you, your devices, links and tokens, your games against bots, and your name everywhere else.

    Games with other people stay theirs. Before the start your seat becomes free, during the game a bot takes it.
    """
    await deps.tables.leave_all(caller)
    await deps.tables.forget(caller, await deps.identity.delete(caller))
    answer = Response(status_code=204)
    write_secret(request, deps.config.public_url, answer, None)
    return answer


@router.post(
    "/me/tokens",
    status_code=201,
    dependencies=_counted,
    **speak(schemas.NewToken, {201: schemas.TokenAnswer}, ["bad_name", "no_player", "not_allowed", "too_many_tokens"]),
)
async def create_token(
    deps: Deps, caller: CookieCaller, body: Annotated[schemas.NewToken, read(schemas.NewToken)]
) -> Response:
    """Make a token with which a bot plays as you. It is shown once. A token cannot make another."""
    token = await deps.identity.make_token(caller, body.label)
    return Json(
        schemas.TokenAnswer(token.credential.id, token.credential.label, token.credential.created_at, token.secret), 201
    )


@router.get("/me/tokens", **speak(None, {200: schemas.TokenList}, ["no_player"], changes=False))
async def list_tokens(deps: Deps, caller: Caller) -> Response:
    """List your tokens, without their secrets."""
    return Json(schemas.TokenList([_view_token(token) for token in await deps.identity.list_tokens(caller)]))


@router.delete(
    "/me/tokens/{token}",
    status_code=204,
    dependencies=_counted,
    **speak(None, {204: type(None)}, ["no_player", "no_such_token", "not_allowed"]),
)
async def revoke_token(deps: Deps, caller: CookieCaller, token: str) -> Response:
    """Let a token be worth nothing. A token cannot revoke any."""
    await deps.identity.revoke_token(caller, token)
    return Response(status_code=204)


def _view_token(token: Credential) -> schemas.TokenView:
    return schemas.TokenView(token.id, token.label, token.created_at)
