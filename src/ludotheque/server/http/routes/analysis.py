"""Routes of the analysis board: records and positions of anybody, explored move by move. Nothing is stored."""

from functools import partial
from typing import Annotated

from starlette.responses import Response

from ludotheque.server.bots.pool import BotUnavailable, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.worker import ANALYSIS
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.analysis import find_question, open_line, open_record, view_position, write_tree
from ludotheque.server.http.dependencies import Address, Caller, Deps, limit_address, limit_player
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.rate_limits import Limits

router = ApiRouter(prefix="/api/analysis", tags=["analysis"])

_LINE = ["no_such_game", "bad_option", "bad_position", "illegal", "game_failed"]


@router.post(
    "/record",
    dependencies=[limit_address(Limits.OPENED_RECORDS)],
    **describe_route(schemas.OpenRecord, {200: schemas.AnalysedGame}, ["bad_record", "game_failed"]),
)
async def open_a_record(deps: Deps, body: Annotated[schemas.OpenRecord, decode_body(schemas.OpenRecord)]) -> Response:
    """Verify a record, and give its moves and branches."""
    return Json(await deps.analysis.run(partial(open_record, body.record)))


@router.post(
    "/game",
    dependencies=[limit_address(Limits.POSITIONS)],
    **describe_route(schemas.AnalysedLine, {200: schemas.AnalysedGame}, _LINE),
)
async def open_a_line(deps: Deps, body: Annotated[schemas.AnalysedLine, decode_body(schemas.AnalysedLine)]) -> Response:
    """Check a position of one's own, and moves from there on."""
    return Json(await deps.analysis.run(partial(open_line, body)))


@router.post(
    "/position",
    dependencies=[limit_address(Limits.POSITIONS)],
    **describe_route(schemas.ShowAnalysed, {200: schemas.AnalysedPosition}, [*_LINE, "no_such_seat"]),
)
async def show_position(
    deps: Deps, body: Annotated[schemas.ShowAnalysed, decode_body(schemas.ShowAnalysed)]
) -> Response:
    """The position after some moves, with what can be played or drawn there."""
    return Json(await deps.analysis.run(partial(view_position, body)))


@router.post(
    "/ranking",
    dependencies=[limit_player(Limits.ANALYSES), limit_address(Limits.ANALYSES_BY_ADDRESS)],
    **describe_route(
        schemas.AnalysedLine,
        {200: schemas.AnalysisRanking},
        ["no_player", *_LINE, "over", "out_of_turn", "not_thinking"],
    ),
)
async def rank_moves(
    deps: Deps,
    caller: Caller,
    address: Address,
    body: Annotated[schemas.AnalysedLine, decode_body(schemas.AnalysedLine)],
) -> Response:
    """What a search thinks of the moves in a position, by what the seat can see that decides there."""
    game, observation = await deps.analysis.run(partial(find_question, body))
    try:
        answer = await deps.bots.ask(game, ANALYSIS, observation, [Payer(caller.id, address)])
    except TooManyQuestions:
        raise Refused("too_fast", "Too many positions wait for the search. Try again in a moment.") from None
    except BotUnavailable:
        raise Refused("not_thinking", "The search does not answer. Try again in a moment.") from None
    return Json(
        schemas.AnalysisRanking(
            shares=None if answer.shares is None else list(answer.shares),
            is_proven=answer.is_proven,
            moves=[
                schemas.AnalysedMoveRank(each.move, each.value, each.visits, each.is_proven) for each in answer.moves
            ],
        )
    )


@router.post(
    "/export",
    dependencies=[limit_address(Limits.OPENED_RECORDS)],
    **describe_route(schemas.ExportAnalysis, {200: schemas.RecordText}, [*_LINE, "bad_record"]),
)
async def export_tree(
    deps: Deps, body: Annotated[schemas.ExportAnalysis, decode_body(schemas.ExportAnalysis)]
) -> Response:
    """Write an analysis as an annotated record."""
    return Json(await deps.analysis.run(partial(write_tree, body)))
