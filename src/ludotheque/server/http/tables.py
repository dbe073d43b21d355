"""Routes about tables: opening, finding, sitting down, leaving. Play itself goes over the socket of a table."""

from typing import Annotated, Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.http import schemas
from ludotheque.server.http.dependencies import (
    Address,
    AnyCaller,
    Caller,
    Deps,
    count,
    count_address,
    need_caller,
)
from ludotheque.server.http.openapi import read, speak
from ludotheque.server.http.responses import Json, send_compressed
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.messages import TableView
from ludotheque.server.table.settings import NewSeat, NewTable, Settings

router = APIRouter(prefix="/api", tags=["tables"])
_counted = [count(Limits.CHANGES)]


@router.post(
    "/tables",
    status_code=201,
    dependencies=[count(Limits.TABLES)],
    **speak(schemas.NewTableBody, {201: TableView}, ["no_player", "no_such_game", "bad_option", "too_many_tables"]),
)
async def create_table(
    deps: Deps, caller: Caller, body: Annotated[schemas.NewTableBody, read(schemas.NewTableBody)]
) -> Response:
    """Open a table."""
    settings = Settings(**{name: getattr(body, name) for name in Settings.__struct_fields__})
    seats = tuple(NewSeat(seat.kind, seat.level) for seat in body.seats)
    table = await deps.tables.create(caller, NewTable(body.game, body.options, seats, settings, body.start))
    return Json(table.describe(caller), 201)


@router.get("/tables", **speak(None, {200: schemas.TableList}, ["no_player"], changes=False))
async def list_tables(deps: Deps, caller: AnyCaller, show: Literal["open", "live", "mine"] = "open") -> Response:
    """List tables that wait for players, games to watch, or your own, unfinished ones first."""
    if show == "mine":
        tables = await deps.tables.lists.list_mine(await need_caller(caller))
    else:
        tables = await (deps.tables.lists.list_open(caller) if show == "open" else deps.tables.lists.list_live(caller))
    return Json({"tables": tables})


@router.get("/codes/{code}", **speak(None, {200: schemas.TableId}, ["no_such_table"], changes=False))
async def find_code(deps: Deps, address: Address, code: str) -> Response:
    """Say which table has a code that somebody typed. After too many wrong ones, none is looked up for a while."""
    deps.limits.take(Limits.CODES, address)
    table = await deps.tables.find_code(code)
    deps.limits.give_back(Limits.CODES, address)
    return Json(schemas.TableId(table))


@router.get("/tables/{table}", **speak(None, {200: TableView}, ["no_player", "banned", "no_such_table"], changes=False))
async def show_table(deps: Deps, caller: AnyCaller, table: str) -> Response:
    """Show a table as you see it."""
    live = await deps.tables.find(table)
    check_not_banned(live.log, caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/join",
    dependencies=_counted,
    **speak(
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
    body: Annotated[schemas.Join, read(schemas.Join)],
) -> Response:
    """Take an open seat. At a public table it is lost by two minutes of absence before the game."""
    return Json((await deps.tables.join(caller, table, body.seat, address)).describe(caller))


@router.post(
    "/tables/{table}/seat",
    dependencies=_counted,
    **speak(schemas.ChangeSeat, {200: TableView}, ["no_player", "not_seated", "no_such_table", "started"]),
)
async def change_seat(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.ChangeSeat, read(schemas.ChangeSeat)]
) -> Response:
    """Change to another seat while the table waits."""
    live = await deps.tables.find(table)
    await live.change_seat(caller, body.seat)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/seats/{seat}",
    dependencies=_counted,
    **speak(schemas.SetSeat, {200: TableView}, ["no_player", "not_host", "no_such_table", "started"]),
)
async def set_seat(
    deps: Deps, caller: Caller, table: str, seat: int, body: Annotated[schemas.SetSeat, read(schemas.SetSeat)]
) -> Response:
    """As the host, open a seat or put a bot there while the table waits."""
    live = await deps.tables.find(table)
    await live.set_seat(caller, seat, body.kind, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/leave",
    dependencies=_counted,
    **speak(schemas.Body, {200: TableView}, ["no_player", "not_seated", "no_such_table", "over"]),
)
async def leave_table(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, read(schemas.Body)]
) -> Response:
    """Give up your seats: while the table waits they are open again, later a bot plays on."""
    live = await deps.tables.find(table)
    await live.leave(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/remove",
    dependencies=_counted,
    **speak(
        schemas.Remove,
        {200: TableView},
        ["no_player", "not_allowed", "not_host", "not_seated", "no_such_table", "too_many_banned"],
    ),
)
async def remove_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Remove, read(schemas.Remove)]
) -> Response:
    """As the host, free a player's seats; later let a bot play on. With `ban` they cannot come back, watch or talk."""
    live = await deps.tables.find(table)
    await live.remove(caller, body.player, ban=body.ban)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/unban",
    dependencies=_counted,
    **speak(schemas.Unban, {200: TableView}, ["no_player", "not_host", "no_such_table"]),
)
async def unban_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Unban, read(schemas.Unban)]
) -> Response:
    """As the host, let a player come back whom you have banned."""
    live = await deps.tables.find(table)
    await live.unban(caller, body.player)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/start",
    dependencies=_counted,
    **speak(schemas.Body, {200: TableView}, ["no_player", "not_host", "no_such_table", "open_seats"]),
)
async def start_table(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, read(schemas.Body)]
) -> Response:
    """As the host, begin the game."""
    live = await deps.tables.find(table)
    await live.start(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/rematch",
    dependencies=_counted,
    **speak(schemas.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "not_over"]),
)
async def rematch(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, read(schemas.Body)]
) -> Response:
    """Play again with the seats moved on by one. Gives the new table, the same for all who ask."""
    return Json((await deps.tables.rematch(caller, table)).describe(caller))


@router.post(
    "/tables/{table}/replace",
    dependencies=_counted,
    **speak(schemas.Replace, {200: TableView}, ["no_player", "not_seated", "no_such_table", "not_absent"]),
)
async def replace_player(
    deps: Deps, caller: Caller, table: str, body: Annotated[schemas.Replace, read(schemas.Replace)]
) -> Response:
    """Let a bot play on for somebody who is away."""
    live = await deps.tables.find(table)
    await live.replace(caller, body.seat, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/return",
    dependencies=_counted,
    **speak(
        schemas.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "out_of_time", "over"]
    ),
)
async def come_back(
    deps: Deps, caller: Caller, table: str, _body: Annotated[schemas.Body, read(schemas.Body)]
) -> Response:
    """Play on for yourself where a bot did."""
    live = await deps.tables.find(table)
    await live.come_back(caller)
    return Json(live.describe(caller))


_record = speak(
    None, {200: dict}, ["no_player", "banned", "not_allowed", "no_such_table", "not_started"], changes=False
)
_record["responses"][200]["content"]["text/plain"] = {"schema": {"type": "string"}}


@router.get("/tables/{table}/record", dependencies=[count_address(Limits.RECORDS)], **_record)
async def show_record(deps: Deps, caller: AnyCaller, table: str) -> Response:
    """Give the record of a finished game as text; before, to a player, what they have seen, as JSON."""
    live = await deps.tables.find(table)
    record = await live.record(caller)
    if isinstance(record, str):
        name = f"{live.log.row.game}-{live.log.row.code}.ludo"
        return PlainTextResponse(record, headers={"content-disposition": f'attachment; filename="{name}"'})
    return Json(record)


@router.get(
    "/tables/{table}/replay",
    dependencies=[count_address(Limits.RECORDS)],
    **speak(None, {200: schemas.Replay}, ["no_such_table", "not_over"], changes=False),
)
async def show_replay(request: Request, deps: Deps, table: str) -> Response:
    """Give a finished game ply by ply, as spectators saw it, to be looked at again."""
    return send_compressed(await deps.tables.replay(table), request)
