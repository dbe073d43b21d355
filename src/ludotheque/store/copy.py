"""Copying a whole database into an empty one, of the same kind or another, all or nothing, and comparing every row.

What follows from other rows, such as who finds a table among their own, the schema of the target makes anew.
"""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ludotheque.core.errors import LudothequeError, StoreError
from ludotheque.store.address import find_file, is_postgresql, make_lock, make_store
from ludotheque.store.columns import COLUMNS, decode_table
from ludotheque.store.store import PlyRow, TableRow

if TYPE_CHECKING:
    from ludotheque.store.postgres_writer import Connection

_FAILURES: tuple[type[Exception], ...] = (sqlite3.Error,)
with suppress(ImportError):  # where there is no asyncpg, nothing of it fails
    from ludotheque.store.postgres_writer import FAILURES

    _FAILURES += FAILURES

_PAGE = 1000  # rows that are in memory at a time


@dataclass(frozen=True, slots=True)
class Relation:
    """A table of the schema: its name in both databases, its columns, and how many of them are its key."""

    name: str
    columns: tuple[str, ...]
    key: int = 1

    def write_query(self, marks: str) -> str:
        """Write the query of a page: in the order of the key, which is the same in both databases, after a key."""
        key = ", ".join(self.columns[: self.key])
        after = f"WHERE ({key}) > ({marks})" if marks else ""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} {after} ORDER BY {key} LIMIT {_PAGE}"  # noqa: S608 - names from here


_TABLES = Relation("tables", COLUMNS)
_PLIES = Relation("plies", ("table_id", "ply", "epoch", "actor", "move", "spent", "at"), 2)
RELATIONS = (
    Relation("players", ("id", "name", "created_at")),
    Relation("credentials", ("id", "player", "kind", "label", "hash", "created_at", "used_at")),
    Relation("links", ("hash", "player", "expires_at")),
    _TABLES,
    _PLIES,
    Relation("chat", ("table_id", "number", "player", "name", "seat", "text", "at"), 2),
    Relation("reviews", ("table_id", "rules_version", "format", "is_complete", "body", "made_at"), 2),
)
"""All that is stored, in an order in which what is referred to comes first."""

Rows = list[tuple[Any, ...]]
WriteRecord = Callable[[TableRow, list[PlyRow]], Awaitable[str]]
"""Writes the record of a game that is over and verifies it; raises LudothequeError where that cannot be done here."""
OnProgress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""


class Side(Protocol):
    """One of the two databases, within one transaction."""

    async def count(self, relation: Relation) -> int:
        """Count its rows."""

    async def read(self, relation: Relation, after: tuple[Any, ...] = ()) -> Rows:
        """Read the page of rows that follow a key."""

    async def list_plies(self, table: str) -> list[PlyRow]:
        """List the plies of a table."""

    async def add(self, relation: Relation, rows: Rows) -> None:
        """Add rows, in whatever order."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied."""

    rows: dict[str, int]
    records: int
    """Finished games whose record is the same in both databases, and verified."""
    unverified: dict[str, str]
    """Finished games that cannot be verified here, before or after, and why; their rows are the same."""


async def copy_database(source: str, target: str, write_record: WriteRecord, on_progress: OnProgress) -> Copied:
    """Copy everything from one address to another. Raises StoreError, and then the target is as it was.

    No server may have either of them open, because what it stores meanwhile would be missing from the copy. The
    schema of both is brought up to date before, and that of a PostgreSQL database even if a server has it open.
    """
    _check_source(source, target)
    try:
        async with AsyncExitStack() as stack:
            for address in (source, target):
                stack.enter_context(make_lock(address))
                store = make_store(address, "alone")
                await store.open()
                stack.push_async_callback(store.close)
            before = await stack.enter_async_context(_open_side(source, is_target=False))
            after = await stack.enter_async_context(_open_side(target, is_target=True))
            return await _copy_all(before, after, write_record, on_progress)
    except _FAILURES as error:
        raise StoreError(f"{' '.join(str(error).split())}; nothing was copied.") from None


async def _copy_all(before: Side, after: Side, write_record: WriteRecord, on_progress: OnProgress) -> Copied:
    for relation in RELATIONS:
        if await after.count(relation):
            raise StoreError(f"The database to copy to has {relation.name} already; name an empty one.")
    counts = {relation.name: await before.count(relation) for relation in RELATIONS}
    for relation in RELATIONS:
        await _copy(relation, before, after, counts[relation.name], on_progress)
    for relation in RELATIONS:
        await _compare(relation, before, after, counts[relation.name], on_progress)
    records, unverified = await _compare_records(before, after, counts["tables"], write_record, on_progress)
    return Copied(counts, records, unverified)


def _check_source(source: str, target: str) -> None:
    if _identify(source) == _identify(target):
        raise StoreError("A database is not copied to itself; name two.")
    if not is_postgresql(source) and not find_file(source).is_file():
        raise StoreError(f"There is no database {find_file(source)}; name the one to copy from.")


def _identify(address: str) -> str | Path:
    """Give what is the same for all addresses of a file."""
    return address if is_postgresql(address) else find_file(address).resolve()


async def _copy(relation: Relation, before: Side, after: Side, count: int, on_progress: OnProgress) -> None:
    done = 0
    async for rows in _read_pages(before, relation):
        await after.add(relation, rows)
        done += len(rows)
        on_progress(f"copying {relation.name}", done, count)


async def _compare(relation: Relation, before: Side, after: Side, count: int, on_progress: OnProgress) -> None:
    done = 0
    copies = _read_pages(after, relation)
    async for rows in _read_pages(before, relation):
        for row, copy in zip_longest(rows, await anext(copies, [])):
            if row != copy:
                key = (row or copy)[: relation.key]
                raise StoreError(f"{relation.name} {key} is not the same in both databases; nothing was copied.")
        done += len(rows)
        on_progress(f"comparing {relation.name}", done, count)


async def _compare_records(
    before: Side, after: Side, count: int, write_record: WriteRecord, on_progress: OnProgress
) -> tuple[int, dict[str, str]]:
    done, records = 0, 0
    unverified: dict[str, str] = {}
    copies = _read_pages(after, _TABLES)
    async for rows in _read_pages(before, _TABLES):
        for row, copy in zip(map(decode_table, rows), map(decode_table, await anext(copies)), strict=True):
            if row.status == "over" and (plies := await before.list_plies(row.id)):
                try:
                    text = await write_record(row, plies)
                except LudothequeError as error:
                    unverified[row.id] = str(error)
                else:
                    if await write_record(copy, await after.list_plies(row.id)) != text:
                        raise StoreError(f"The record of table {row.id} is not the same in both; nothing was copied.")
                    records += 1
            done += 1
            on_progress("verifying records", done, count)
    return records, unverified


async def _read_pages(side: Side, relation: Relation) -> AsyncIterator[Rows]:
    rows = await side.read(relation)
    while rows:
        yield rows
        rows = await side.read(relation, rows[-1][: relation.key]) if len(rows) == _PAGE else []


# ── SQLite ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class _SqliteSide:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def count(self, relation: Relation) -> int:
        [count] = self._connection.execute(f"SELECT count(*) FROM {relation.name}").fetchone()  # noqa: S608 - the same
        return int(count)

    async def read(self, relation: Relation, after: tuple[Any, ...] = ()) -> Rows:
        return self._connection.execute(relation.write_query(", ".join("?" * len(after))), after).fetchall()

    async def list_plies(self, table: str) -> list[PlyRow]:
        query = "SELECT ply, actor, move, spent, at FROM plies WHERE table_id = ? ORDER BY ply"
        return [PlyRow(*row) for row in self._connection.execute(query, (table,))]

    async def add(self, relation: Relation, rows: Rows) -> None:
        marks = ", ".join("?" * len(relation.columns))
        statement = f"INSERT INTO {relation.name} ({', '.join(relation.columns)}) VALUES ({marks})"  # noqa: S608 - the same
        self._connection.executemany(statement, rows)


@asynccontextmanager
async def _open_sqlite(path: Path, *, is_target: bool) -> AsyncIterator[Side]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE" if is_target else "BEGIN")
        if not is_target:
            yield _SqliteSide(connection)
            return
        # Of games with take-backs, and of those that are over, plies do not follow as they do when they are played.
        [trigger] = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'plies_follow'").fetchone()
        connection.execute("DROP TRIGGER plies_follow")
        yield _SqliteSide(connection)
        connection.execute(trigger)
        connection.execute("COMMIT")
    finally:
        connection.close()  # which rolls back what was not committed


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────────────────────────


class _PostgresSide:
    def __init__(self, connection: "Connection") -> None:
        self._connection = connection

    async def count(self, relation: Relation) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {relation.name}"))  # noqa: S608 - the same

    async def read(self, relation: Relation, after: tuple[Any, ...] = ()) -> Rows:
        marks = ", ".join(f"${number}" for number in range(1, len(after) + 1))
        return [tuple(row) for row in await self._connection.fetch(relation.write_query(marks), *after)]

    async def list_plies(self, table: str) -> list[PlyRow]:
        query = "SELECT ply, actor, move, spent, at FROM plies WHERE table_id = $1 ORDER BY ply"
        return [PlyRow(*row) for row in await self._connection.fetch(query, table)]

    async def add(self, relation: Relation, rows: Rows) -> None:
        await self._connection.copy_records_to_table(relation.name, records=rows, columns=relation.columns)


@asynccontextmanager
async def _open_postgres(address: str, *, is_target: bool) -> AsyncIterator[Side]:
    import asyncpg  # noqa: PLC0415 - an optional dependency

    connection = await asyncpg.connect(address)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=not is_target):
            if is_target:  # as for SQLite
                await connection.execute("ALTER TABLE plies DISABLE TRIGGER plies_follow")
            yield _PostgresSide(connection)
            if is_target:
                await connection.execute("ALTER TABLE plies ENABLE TRIGGER plies_follow")
    finally:
        connection.terminate()


def _open_side(address: str, *, is_target: bool) -> AbstractAsyncContextManager[Side]:
    if is_postgresql(address):
        return _open_postgres(address, is_target=is_target)
    return _open_sqlite(find_file(address), is_target=is_target)
