"""Routes for pictures of tables, whole games as animations, and what a page of another site shows of a finished game.

Nobody is authenticated here: whoever asks, the answer is the same.
"""

from typing import Annotated

import msgspec
from starlette.responses import Response

from ludotheque.core.teaching.rulebook import Language
from ludotheque.core.wire import encode_material
from ludotheque.server.bounds import MOST_PLIES
from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import Address, Deps, limit_address
from ludotheque.server.http.openapi import describe_route
from ludotheque.server.http.responses import Json
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.pictures.pictures import AnimationState
from ludotheque.server.pictures.worker import AnimationKind
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.messages import OutcomeView
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.history.records import check_over

router = ApiRouter(prefix="/api", tags=["pictures"])

_FOR_ALL = {"cross-origin-resource-policy": "cross-origin"}
"""Pages of other sites may show it: it is the same for everybody."""
_SHORTLY, _LONG = "public, max-age=60", "public, max-age=86400"
_picture = describe_route(None, {200: "image/png"}, ["not_drawn", "closing"], changes=False)


def _send_file(data: bytes, media_type: str, cache: str, name: str = "") -> Response:
    named = {"content-disposition": f'attachment; filename="{name}"'} if name else {}
    return Response(data, media_type=media_type, headers={"cache-control": cache, **_FOR_ALL, **named})


@router.get("/picture.png", **_picture)
async def show_site_picture(deps: Deps, address: Address) -> Response:
    """The picture of this server, for previews of links."""
    return _send_file(await deps.pictures.draw_preview("", None, "en", address), "image/png", _LONG)


@router.get("/tables/{table}/picture.png", **_picture)
async def show_picture(
    deps: Deps,
    address: Address,
    table: str,
    ply: Annotated[int, msgspec.Meta(ge=0, lt=MOST_PLIES)] | None = None,
    lang: Language = "en",
) -> Response:
    """The picture of a table, for previews of links: of a finished game the position after a ply, usually the last.

    Of a game that anybody may watch it is the position now, as spectators see it. A table of which nobody may know
    anything has the same picture as one that does not exist.
    """
    return _send_file(await deps.pictures.draw_preview(table, ply, lang, address), "image/png", _SHORTLY)


_refusals = ["no_such_table", "not_over", "not_started"]


@router.get(
    "/tables/{table}/animation",
    **describe_route(None, {200: AnimationState}, _refusals, changes=False),
)
async def show_animation_state(deps: Deps, table: str, kind: AnimationKind = "gif", lang: Language = "en") -> Response:
    """How far the animation of a finished game is, while it is being drawn."""
    check_over((await deps.tables.find(table)).log)
    return Json(deps.pictures.show_progress(table, kind, lang))


def _describe_animation(media_type: str) -> dict[str, object]:
    refusals = [*_refusals, "no_picture", "not_drawn", "closing"]
    return describe_route(None, {200: media_type}, refusals, changes=False)


@router.get("/tables/{table}/animation.gif", **_describe_animation("image/gif"))
async def show_gif(deps: Deps, address: Address, table: str, lang: Language = "en") -> Response:
    """A finished game, decision by decision, as an animated GIF. The first one who asks waits some seconds."""
    return await _show_animation(deps, address, table, "gif", lang)


@router.get("/tables/{table}/animation.webp", **_describe_animation("image/webp"))
async def show_webp(deps: Deps, address: Address, table: str, lang: Language = "en") -> Response:
    """The same as an animated WebP, which is a fraction of the size."""
    return await _show_animation(deps, address, table, "webp", lang)


async def _show_animation(deps: Deps, address: str, table: str, kind: AnimationKind, lang: Language) -> Response:
    data = await deps.pictures.animate(table, kind, lang, address)
    row = (await deps.tables.find(table)).log.row
    return _send_file(data, f"image/{kind}", _LONG, f"{row.game}-{row.code}.{kind}")


@router.get(
    "/tables/{table}/embed",
    dependencies=[limit_address(Limits.RECORDS)],
    **describe_route(None, {200: schemas.EmbeddedGame}, [*_refusals, "game_failed"], changes=False),
)
async def show_embedded(deps: Deps, table: str) -> Response:
    """What a page needs to show a finished game beside its replay. It names nobody."""
    log = (await deps.tables.find(table)).log
    check_over(log)
    with guard_game(log.game.title):
        material = encode_material(log.game)
    outcome = msgspec.convert(log.row.outcome, OutcomeView | None)
    options = log.game.options.format()
    return Json(schemas.EmbeddedGame(log.game.id, log.game.title, options, log.game.seats, material, outcome))
