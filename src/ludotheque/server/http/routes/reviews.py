"""Routes for the review of a finished game: asking for it, how far it is, what it says."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.server.bounds import MOST_SEATS
from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import Address, AnyCaller, Caller, Deps, limit_address, limit_player
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json, send_body
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.rate_limits import Limits
from ludotheque.server.tables.reviews import ReviewState

router = ApiRouter(prefix="/api/tables/{table}/review", tags=["reviews"])
_limited = [limit_player(Limits.CHANGES)]


@router.get("", **describe_route(None, {200: ReviewState}, ["no_such_table", "not_over"], changes=False))
async def show_review(deps: Deps, caller: AnyCaller, table: str) -> Response:
    """How far the review of a finished game is."""
    return Json(await deps.reviews.show(table, caller))


@router.post(
    "",
    dependencies=_limited,
    **describe_route(schemas.Body, {200: ReviewState}, ["no_player", "no_such_table", "not_over", "not_allowed"]),
)
async def start_review(
    deps: Deps, caller: Caller, address: Address, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Start the review of a finished game. It is done once: afterwards everybody finds the same review."""
    return Json(await deps.reviews.start(table, caller, address))


@router.delete(
    "", dependencies=_limited, **describe_route(None, {200: ReviewState}, ["no_player", "no_such_table", "not_over"])
)
async def cancel_review(deps: Deps, caller: Caller, table: str) -> Response:
    """Cancel a review that you have asked for. If others have, too, it goes on."""
    return Json(await deps.reviews.cancel(table, caller))


@router.get(
    "/result",
    dependencies=[limit_address(Limits.RECORDS)],
    **describe_route(None, {200: dict}, ["no_such_table", "not_over", "no_review"], changes=False),
)
async def show_result(request: Request, deps: Deps, table: str) -> Response:
    """The review as far as it is made, as docs/review.md describes it. It names nobody."""
    return send_body(await deps.reviews.read(table), request)


@router.get(
    "/lines/{ply}",
    dependencies=[limit_address(Limits.RECORDS)],
    **describe_route(
        None, {200: schemas.History}, ["not_seated", "no_such_table", "not_over", "no_review"], changes=False
    ),
)
async def show_line(
    deps: Deps, caller: AnyCaller, table: str, ply: int, seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None
) -> Response:
    """How the game might have gone on with the other move that the review shows at a ply, position by position."""
    return Json(await deps.reviews.read_line(table, ply, caller, seat))
