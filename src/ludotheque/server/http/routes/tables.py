"""Routes for tables: opening, finding, joining, leaving. Play itself goes over the socket of a table."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.bounds import LONGEST_ID, MOST_SEATS
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import (
    Address,
    AnyCaller,
    Caller,
    Deps,
    limit_address,
    limit_player,
    limit_player_shared,
    require_caller,
)
from ludotheque.server.http.openapi import decode_body, describe_route
from ludotheque.server.http.responses import Json, send_body
from ludotheque.server.http.routing import ApiRouter
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.feed.messages import TableView
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.settings import NewSeat, NewTable, Settings
from ludotheque.server.tables.listing import LISTED, MyState, MyTables
from ludotheque.server.tables.opening import Continuation

router = ApiRouter(prefix="/api", tags=["tables"])
_limited = [limit_player(Limits.CHANGES)]


@router.post(
    "/tables",
    dependencies=[limit_player_shared(Limits.TABLES)],
    **describe_route(
        schemas.NewTableBody,
        {201: TableView},
        ["no_player", "no_such_game", "bad_option", "bad_name", "bot_name", "mixed_name", "too_many_tables"],
    ),
)
async def create_table(
    deps: Deps, caller: Caller, body: Annotated[schemas.NewTableBody, decode_body(schemas.NewTableBody)]
) -> Response:
    """Open a table."""
    settings = Settings(**{name: getattr(body, name) for name in Settings.__struct_fields__})
    seats = tuple(NewSeat(seat.kind, seat.level, seat.name) for seat in body.seats)
    table = await deps.tables.create(caller, NewTable(body.game, body.options, seats, settings, body.start))
    return Json(table.describe(caller), 201)


@router.get("/tables", **describe_route(None, {200: schemas.TableList}, ["no_player"], changes=False))
async def list_tables(
    deps: Deps,
    caller: AnyCaller,
    show: Literal["open", "live", "mine"] = "open",
    state: MyState | None = None,
    game: Annotated[str, Meta(max_length=LONGEST_ID)] | None = None,
    limit: Annotated[int, Meta(ge=1, le=LISTED)] = LISTED,
    after: Annotated[str, Meta(max_length=LONGEST_ID)] | None = None,
) -> Response:
    """List tables that wait for players, games to watch, or your own, unfinished ones first.

    Your own can be listed by `state` and `game`, and page by page: `after` is the `next` of the page before.
    """
    lists = deps.tables.lists
    if show == "mine":
        tables, following = await lists.page_mine(await require_caller(caller), MyTables(state, game, limit, after))
        return Json({"tables": tables, "next": following})
    if (state, game, limit, after) != (None, None, LISTED, None):
        raise Refused("malformed", "Only your own tables (show=mine) are listed by state and game, and page by page.")
    return Json({"tables": await (lists.list_open(caller) if show == "open" else lists.list_live(caller))})


@router.get("/codes/{code}", **describe_route(None, {200: schemas.TableId}, ["no_such_table"], changes=False))
async def find_code(deps: Deps, address: Address, code: str) -> Response:
    """Find a table by its code. After too many wrong codes, lookups are refused for a while."""
    await deps.limits.take_shared(Limits.CODES, address)
    table = await deps.tables.find_code(code)
    await deps.limits.give_back_shared(Limits.CODES, address)
    return Json(schemas.TableId(table))


@router.get(
    "/tables/{table}", **describe_route(None, {200: TableView}, ["no_player", "banned", "no_such_table"], changes=False)
)
async def show_table(deps: Deps, caller: AnyCaller, table: str) -> Response:
    """Show a table as you see it."""
    live = await deps.tables.find(table)
    check_not_banned(live.log, caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/join",
    dependencies=_limited,
    **describe_route(
        schemas.Join,
        {200: TableView},
        ["no_player", "banned", "no_such_table", "no_such_seat", "started", "too_many_seats"],
    ),
)
async def join_table(
    deps: Deps,
    caller: Caller,
    address: Address,
    table: str,
    body: Annotated[schemas.Join, decode_body(schemas.Join)],
) -> Response:
    """Take an open seat. At a public table it is lost by two minutes of absence before the game."""
    return Json((await deps.tables.join(caller, table, body.seat, address)).describe(caller))


@router.post(
    "/tables/{table}/seat",
    dependencies=_limited,
    **describe_route(schemas.ChangeSeat, {200: TableView}, ["no_player", "not_seated", "no_such_table", "started"]),
)
async def change_seat(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.ChangeSeat, decode_body(schemas.ChangeSeat)]
) -> Response:
    """Change to another seat while the table waits."""
    live = await deps.tables.find(table)
    await live.seating.change_seat(caller, body.seat)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/seats/{seat}",
    dependencies=_limited,
    **describe_route(schemas.SetSeat, {200: TableView}, ["no_player", "not_host", "no_such_table", "started"]),
)
async def set_seat(
    deps: Deps, caller: Caller, table: str, seat: int, body: Annotated[schemas.SetSeat, decode_body(schemas.SetSeat)]
) -> Response:
    """As the host, open a seat or put a bot there while the table waits."""
    live = await deps.tables.find(table)
    await live.seating.set_seat(caller, seat, body.kind, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/seats",
    dependencies=_limited,
    **describe_route(
        schemas.Body, {200: TableView}, ["no_player", "not_host", "no_such_table", "bad_option", "seat_count"]
    ),
)
async def add_seat(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """As the host, add an open seat while the table waits. Options that do not fit it return to their defaults."""
    live = await deps.tables.find(table)
    await live.seating.add_seat(caller)
    return Json(live.describe(caller))


@router.delete(
    "/tables/{table}/seats/{seat}",
    dependencies=_limited,
    **describe_route(None, {200: TableView}, ["no_player", "not_host", "no_such_table", "bad_option", "seat_count"]),
)
async def remove_seat(deps: Deps, caller: Caller, table: str, seat: int) -> Response:
    """As the host, remove a seat where no person sits while the table waits. The seats after it move up by one."""
    live = await deps.tables.find(table)
    await live.seating.remove_seat(caller, seat)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/leave",
    dependencies=_limited,
    **describe_route(schemas.Body, {200: TableView}, ["no_player", "not_seated", "no_such_table", "over"]),
)
async def leave_table(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Give up your seats: while the table waits they are open again, later a bot plays on."""
    live = await deps.tables.find(table)
    await live.seating.leave(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/resign",
    dependencies=_limited,
    **describe_route(schemas.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "over"]),
)
async def resign(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Resign: you are ranked last, and if others play on, a bot plays for you."""
    live = await deps.tables.find(table)
    await live.resign(caller)
    return Json(live.describe(caller))


@router.delete(
    "/tables/{table}",
    dependencies=_limited,
    **describe_route(None, {204: type(None)}, ["no_player", "no_such_table", "not_alone"]),
)
async def delete_table(deps: Deps, caller: Caller, table: str) -> Response:
    """Delete a table that is yours alone: all other seats are open or have bots."""
    await deps.tables.delete(caller, table)
    return Response(status_code=204)


@router.post(
    "/tables/{table}/remove",
    dependencies=_limited,
    **describe_route(
        schemas.Remove,
        {200: TableView},
        ["no_player", "not_allowed", "not_host", "not_seated", "no_such_table", "too_many_banned"],
    ),
)
async def remove_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Remove, decode_body(schemas.Remove)]
) -> Response:
    """As the host, remove a player: before the start their seats become open, later a bot plays on.

    With `ban` they cannot return, watch or chat.
    """
    live = await deps.tables.find(table)
    await live.seating.remove(caller, body.player, ban=body.ban)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/unban",
    dependencies=_limited,
    **describe_route(schemas.Unban, {200: TableView}, ["no_player", "not_host", "no_such_table"]),
)
async def unban_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Unban, decode_body(schemas.Unban)]
) -> Response:
    """As the host, lift the ban of a player."""
    live = await deps.tables.find(table)
    await live.seating.unban(caller, body.player)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/start",
    dependencies=_limited,
    **describe_route(
        schemas.Start, {200: TableView}, ["no_player", "not_host", "no_such_table", "bad_option", "open_seats"]
    ),
)
async def start_table(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Start, decode_body(schemas.Start)]
) -> Response:
    """As the host, begin the game: when all seats are taken, or with `drop_open` without the seats that are open."""
    live = await deps.tables.find(table)
    await live.start(caller, drops_open=body.drop_open)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/rematch",
    dependencies=_limited,
    **describe_route(
        schemas.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "not_over"]
    ),
)
async def rematch(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Play again with the seats rotated by one. All callers get the same new table."""
    return Json((await deps.tables.rematch(caller, table)).describe(caller))


@router.post(
    "/tables/{table}/continue",
    dependencies=[limit_player_shared(Limits.TABLES)],
    **describe_route(
        schemas.Continue,
        {201: TableView},
        ["no_player", "no_such_table", "no_such_seat", "not_over", "not_started", "over", "seat_out"],
    ),
)
async def continue_game(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Continue, decode_body(schemas.Continue)]
) -> Response:
    """Open a table that begins at a position of a finished game, with you at one seat and bots at all others.

    Chance draws anew. The finished game stays as it is.
    """
    wanted = Continuation(body.ply, body.seat, body.level, body.pace)
    return Json((await deps.tables.continue_game(caller, table, wanted)).describe(caller), 201)


@router.post(
    "/tables/{table}/replace",
    dependencies=_limited,
    **describe_route(schemas.Replace, {200: TableView}, ["no_player", "not_seated", "no_such_table", "not_absent"]),
)
async def replace_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Replace, decode_body(schemas.Replace)]
) -> Response:
    """Replace a player who is away by a bot."""
    live = await deps.tables.find(table)
    await live.seating.replace(caller, body.seat, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/return",
    dependencies=_limited,
    **describe_route(
        schemas.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "out_of_time", "over"]
    ),
)
async def come_back(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, decode_body(schemas.Body)]
) -> Response:
    """Take your seats back from the bot that plays for you."""
    live = await deps.tables.find(table)
    await live.seating.come_back(caller)
    return Json(live.describe(caller))


_record = describe_route(None, {200: dict}, ["no_such_table", "not_over", "not_started"], changes=False)
_record["responses"][200]["content"] = {"text/plain": {"schema": {"type": "string"}}}


@router.get("/tables/{table}/record", dependencies=[limit_address(Limits.RECORDS)], **_record)
async def show_record(deps: Deps, table: str) -> Response:
    """The record of a finished game as text."""
    live = await deps.tables.find(table)
    name = f"{live.log.row.game}-{live.log.row.code}.ludo"
    return PlainTextResponse(await live.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get(
    "/tables/{table}/replay",
    dependencies=[limit_address(Limits.RECORDS)],
    **describe_route(None, {200: schemas.History}, ["no_such_table", "not_over"], changes=False),
)
async def show_replay(request: Request, deps: Deps, table: str) -> Response:
    """A finished game ply by ply, as spectators saw it."""
    return send_body(await deps.tables.replay(table), request)


_Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**31)]


@router.get(
    "/tables/{table}/history",
    dependencies=[limit_address(Limits.RECORDS)],
    **describe_route(
        None,
        {200: schemas.History},
        ["no_player", "banned", "not_allowed", "not_seated", "no_such_table", "not_over", "not_started"],
        changes=False,
    ),
)
async def show_history(
    request: Request,
    deps: Deps,
    caller: AnyCaller,
    table: str,
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None,
    since: _Number | None = None,
    epoch: _Number | None = None,
) -> Response:
    """The game so far ply by ply, as you saw it; with `since` and `epoch` only the plies after that one."""
    return send_body(await deps.tables.history(table, caller, HistoryRequest(seat, since, epoch)), request)
