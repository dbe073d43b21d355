"""Routes for players, and for tokens of bots. Devices are in devices.py."""

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import read_secret, write_kept, write_secret
from ludotheque.server.http.dependencies import Address, Caller, CookieCaller, Deps, MaybeAuthenticated, limit_player
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json
from ludotheque.server.http.routes.devices import find_kept, view_player
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.identity.device_names import name_device
from ludotheque.server.rate_limits import Limits
from ludotheque.store.store import Credential

router = ApiRouter(prefix="/api", tags=["players"])
_limited = [limit_player(Limits.CHANGES)]


@router.post(
    "/players",
    **describe_route(
        schemas.NewPlayer,
        {200: schemas.PlayerAnswer, 201: schemas.PlayerAnswer},
        ["bad_name", "bot_name", "mixed_name", "no_player"],
    ),
)
async def create_player(
    request: Request,
    deps: Deps,
    address: Address,
    authenticated: MaybeAuthenticated,
    body: Annotated[schemas.NewPlayer, decode_body(schemas.NewPlayer)],
) -> Response:
    """Become a player: the response sets a cookie. A caller who is a player already stays the same.

    A browser that is logged out becomes its last player again, if it keeps one.
    """
    if authenticated is not None:
        answer = Json(schemas.PlayerAnswer(view_player(authenticated.player)))
        if authenticated.credential.kind == "cookie":  # renew it for another year
            write_secret(request, deps.config.public_url, answer, read_secret(request, deps.config.public_url))
        return answer
    if kept := await find_kept(request, deps):
        login, *others = kept
        answer = Json(schemas.PlayerAnswer(view_player(login.player)))
        write_kept(request, deps.config.public_url, answer, [other.secret for other in others])
    else:
        await deps.limits.take_shared(Limits.PLAYERS, address)
        login = await deps.identity.create(body.name, name_device(request.headers.get("user-agent", "")))
        answer = Json(schemas.PlayerAnswer(view_player(login.player)), 201)
    write_secret(request, deps.config.public_url, answer, login.secret)
    return answer


@router.get("/me", **describe_route(None, {200: schemas.Me}, ["no_player"], changes=False))
async def show_me(deps: Deps, caller: Caller) -> Response:
    """Show who you are, and your tables."""
    return Json({"player": view_player(caller), "tables": await deps.tables.lists.list_mine(caller)})


@router.patch(
    "/me",
    dependencies=_limited,
    **describe_route(schemas.NewName, {200: schemas.PlayerAnswer}, ["bad_name", "bot_name", "mixed_name", "no_player"]),
)
async def rename_me(
    deps: Deps, caller: Caller, body: Annotated[schemas.NewName, decode_body(schemas.NewName)]
) -> Response:
    """Change your name. A table shows it when you next connect to it, unless its game is over."""
    return Json(schemas.PlayerAnswer(view_player(await deps.identity.rename(caller, body.name))))


@router.delete(
    "/me",
    dependencies=_limited,
    **describe_route(None, {204: type(None)}, ["no_player", "not_allowed"]),
)
async def delete_me(request: Request, deps: Deps, caller: CookieCaller) -> Response:
    """Delete yourself: your devices, links and tokens, your games against bots, and your name everywhere else.

    Games with other people stay. Before the start your seat becomes free, during the game a bot takes it.
    """
    await deps.tables.leave_all(caller)
    await deps.tables.forget(caller, await deps.identity.delete(caller))
    answer = Response(status_code=204)
    write_secret(request, deps.config.public_url, answer, None)
    return answer


@router.post(
    "/me/tokens",
    dependencies=_limited,
    **describe_route(
        schemas.NewToken, {201: schemas.TokenAnswer}, ["bad_name", "no_player", "not_allowed", "too_many_tokens"]
    ),
)
async def create_token(
    deps: Deps, caller: CookieCaller, body: Annotated[schemas.NewToken, decode_body(schemas.NewToken)]
) -> Response:
    """Make a token with which a bot plays as you. It is shown once. A token cannot make another."""
    token = await deps.identity.make_token(caller, body.label)
    return Json(
        schemas.TokenAnswer(token.credential.id, token.credential.label, token.credential.created_at, token.secret), 201
    )


@router.get("/me/tokens", **describe_route(None, {200: schemas.TokenList}, ["no_player"], changes=False))
async def list_tokens(deps: Deps, caller: Caller) -> Response:
    """List your tokens, without their secrets."""
    return Json(schemas.TokenList([_view_token(token) for token in await deps.identity.list_tokens(caller)]))


@router.delete(
    "/me/tokens/{token}",
    dependencies=_limited,
    **describe_route(None, {204: type(None)}, ["no_player", "no_such_token", "not_allowed"]),
)
async def revoke_token(deps: Deps, caller: CookieCaller, token: str) -> Response:
    """Revoke a token. A token cannot revoke any."""
    await deps.identity.revoke_token(caller, token)
    return Response(status_code=204)


def _view_token(token: Credential) -> schemas.TokenView:
    return schemas.TokenView(token.id, token.label, token.created_at)
