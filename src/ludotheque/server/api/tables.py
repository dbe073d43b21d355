"""Routes about tables: opening, finding, sitting down, leaving. Play itself goes over the socket of a table."""

from typing import Annotated, Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.answers import Json
from ludotheque.server.api import shapes
from ludotheque.server.api.lobby import (
    Address,
    AnyCaller,
    Caller,
    TheLobby,
    count,
    count_address,
    need_caller,
)
from ludotheque.server.api.openapi import read, speak
from ludotheque.server.limits import Limits
from ludotheque.server.messages import TableView
from ludotheque.server.table_settings import NewSeat, NewTable, Settings

router = APIRouter(prefix="/api", tags=["tables"])
_counted = [count(Limits.CHANGES)]


@router.post(
    "/tables",
    status_code=201,
    dependencies=[count(Limits.TABLES)],
    **speak(shapes.NewTableBody, {201: TableView}, ["no_player", "no_such_game", "bad_option", "too_many_tables"]),
)
async def create_table(
    lobby: TheLobby, caller: Caller, body: Annotated[shapes.NewTableBody, read(shapes.NewTableBody)]
) -> Response:
    """Open a table."""
    settings = Settings(**{name: getattr(body, name) for name in Settings.__struct_fields__})
    seats = tuple(NewSeat(seat.kind, seat.level) for seat in body.seats)
    table = await lobby.tables.create(caller, NewTable(body.game, body.options, seats, settings, body.start))
    return Json(table.describe(caller), 201)


@router.get("/tables", **speak(None, {200: shapes.TableList}, ["no_player"], changes=False))
async def list_tables(lobby: TheLobby, caller: AnyCaller, show: Literal["open", "live", "mine"] = "open") -> Response:
    """List tables that wait for players, games to watch, or your own, unfinished ones first."""
    if show == "mine":
        tables = await lobby.tables.list_mine(await need_caller(caller))
    else:
        tables = await (lobby.tables.list_open(caller) if show == "open" else lobby.tables.list_live(caller))
    return Json({"tables": tables})


@router.get("/codes/{code}", **speak(None, {200: shapes.TableId}, ["no_such_table"], changes=False))
async def find_code(lobby: TheLobby, address: Address, code: str) -> Response:
    """Say which table has a code that somebody typed. After too many wrong ones, none is looked up for a while."""
    lobby.limits.take(Limits.CODES, address)
    table = await lobby.tables.find_code(code)
    lobby.limits.give_back(Limits.CODES, address)
    return Json(shapes.TableId(table))


@router.get("/tables/{table}", **speak(None, {200: TableView}, ["no_player", "banned", "no_such_table"], changes=False))
async def show_table(lobby: TheLobby, caller: AnyCaller, table: str) -> Response:
    """Show a table as you see it."""
    live = await lobby.tables.find(table)
    live.check_not_banned(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/join",
    dependencies=_counted,
    **speak(
        shapes.Join,
        {200: TableView},
        ["no_player", "banned", "no_such_table", "no_such_seat", "started", "too_many_seats"],
    ),
)
async def join_table(
    lobby: TheLobby,
    caller: Caller,
    address: Address,
    table: str,
    body: Annotated[shapes.Join, read(shapes.Join)],
) -> Response:
    """Take an open seat. At a public table it is lost by two minutes of absence before the game."""
    return Json((await lobby.tables.join(caller, table, body.seat, address)).describe(caller))


@router.post(
    "/tables/{table}/seat",
    dependencies=_counted,
    **speak(shapes.ChangeSeat, {200: TableView}, ["no_player", "not_seated", "no_such_table", "started"]),
)
async def change_seat(
    lobby: TheLobby, caller: Caller, table: str, body: Annotated[shapes.ChangeSeat, read(shapes.ChangeSeat)]
) -> Response:
    """Change to another seat while the table waits."""
    live = await lobby.tables.find(table)
    await live.change_seat(caller, body.seat)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/seats/{seat}",
    dependencies=_counted,
    **speak(shapes.SetSeat, {200: TableView}, ["no_player", "not_host", "no_such_table", "started"]),
)
async def set_seat(
    lobby: TheLobby, caller: Caller, table: str, seat: int, body: Annotated[shapes.SetSeat, read(shapes.SetSeat)]
) -> Response:
    """As the host, open a seat or put a bot there while the table waits."""
    live = await lobby.tables.find(table)
    await live.set_seat(caller, seat, body.kind, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/leave",
    dependencies=_counted,
    **speak(shapes.Body, {200: TableView}, ["no_player", "not_seated", "no_such_table", "over"]),
)
async def leave_table(
    lobby: TheLobby, caller: Caller, table: str, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Give up your seats: while the table waits they are open again, later a bot plays on."""
    live = await lobby.tables.find(table)
    await live.leave(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/remove",
    dependencies=_counted,
    **speak(
        shapes.Remove,
        {200: TableView},
        ["no_player", "not_allowed", "not_host", "not_seated", "no_such_table", "too_many_banned"],
    ),
)
async def remove_player(
    lobby: TheLobby, caller: Caller, table: str, body: Annotated[shapes.Remove, read(shapes.Remove)]
) -> Response:
    """As the host, free a player's seats; later let a bot play on. With `ban` they cannot come back, watch or talk."""
    live = await lobby.tables.find(table)
    await live.remove(caller, body.player, ban=body.ban)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/unban",
    dependencies=_counted,
    **speak(shapes.Unban, {200: TableView}, ["no_player", "not_host", "no_such_table"]),
)
async def unban_player(
    lobby: TheLobby, caller: Caller, table: str, body: Annotated[shapes.Unban, read(shapes.Unban)]
) -> Response:
    """As the host, let a player come back whom you have banned."""
    live = await lobby.tables.find(table)
    await live.unban(caller, body.player)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/start",
    dependencies=_counted,
    **speak(shapes.Body, {200: TableView}, ["no_player", "not_host", "no_such_table", "open_seats"]),
)
async def start_table(
    lobby: TheLobby, caller: Caller, table: str, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """As the host, begin the game."""
    live = await lobby.tables.find(table)
    await live.start(caller)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/rematch",
    dependencies=_counted,
    **speak(shapes.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "not_over"]),
)
async def rematch(
    lobby: TheLobby, caller: Caller, table: str, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Play again with the seats moved on by one. Gives the new table, the same for all who ask."""
    return Json((await lobby.tables.rematch(caller, table)).describe(caller))


@router.post(
    "/tables/{table}/replace",
    dependencies=_counted,
    **speak(shapes.Replace, {200: TableView}, ["no_player", "not_seated", "no_such_table", "not_absent"]),
)
async def replace_player(
    lobby: TheLobby, caller: Caller, table: str, body: Annotated[shapes.Replace, read(shapes.Replace)]
) -> Response:
    """Let a bot play on for somebody who is away."""
    live = await lobby.tables.find(table)
    await live.replace(caller, body.seat, body.level)
    return Json(live.describe(caller))


@router.post(
    "/tables/{table}/return",
    dependencies=_counted,
    **speak(
        shapes.Body, {200: TableView}, ["no_player", "banned", "not_seated", "no_such_table", "out_of_time", "over"]
    ),
)
async def come_back(
    lobby: TheLobby, caller: Caller, table: str, _body: Annotated[shapes.Body, read(shapes.Body)]
) -> Response:
    """Play on for yourself where a bot did."""
    live = await lobby.tables.find(table)
    await live.come_back(caller)
    return Json(live.describe(caller))


_record = speak(
    None, {200: dict}, ["no_player", "banned", "not_allowed", "no_such_table", "not_started"], changes=False
)
_record["responses"][200]["content"]["text/plain"] = {"schema": {"type": "string"}}


@router.get("/tables/{table}/record", dependencies=[count_address(Limits.RECORDS)], **_record)
async def show_record(lobby: TheLobby, caller: AnyCaller, table: str) -> Response:
    """Give the record of a finished game as text; before, to a player, what they have seen, as JSON."""
    live = await lobby.tables.find(table)
    record = await live.record(caller)
    if isinstance(record, str):
        name = f"{live.ledger.row.game}-{live.ledger.row.code}.ludo"
        return PlainTextResponse(record, headers={"content-disposition": f'attachment; filename="{name}"'})
    return Json(record)


@router.get(
    "/tables/{table}/replay",
    dependencies=[count_address(Limits.RECORDS)],
    **speak(None, {200: shapes.Replay}, ["no_such_table", "not_over"], changes=False),
)
async def show_replay(request: Request, lobby: TheLobby, table: str) -> Response:
    """Give a finished game ply by ply, as spectators saw it, to be looked at again."""
    return (await lobby.tables.replay(table)).answer(request)
