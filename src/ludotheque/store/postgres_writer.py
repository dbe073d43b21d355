"""The writer of a PostgreSQL database: one connection that does a group of changes in one transaction.

A connection can be lost after a commit was asked for and before it was answered. Every transaction therefore writes its
number to the writer's own row in `writers`, and on a new connection the writer reads which was the last. (PostgreSQL's
own `pg_xact_status` does not do: after a crash the id of a transaction that was lost may be another one's.)
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import asyncpg

from ludotheque.core.errors import Conflict, LudothequeError, OutcomeUnknown, StoreError, StoreInUse
from ludotheque.store.group_commit import GroupCommit, Insertion, fold

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Hold: TypeAlias = Literal["shared", "alone"]
"""Whether a database is held together with other servers, or so that no server has it open."""

FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What asyncpg raises when something is wrong with the database, the connection to it, or a value."""
_LOSSES = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # PostgreSQL is being shut down, or somebody has ended the session
    asyncpg.InternalClientError,  # that was said while nothing was asked for, and the end is not noticed yet
    OSError,
    TimeoutError,
)

_PATIENCE = 10.0  # seconds to find out what became of a transaction; a PostgreSQL that is restarted takes a few
_PAUSE = 0.1
_LOCK_MILLISECONDS = 3000
_ATTEMPTS = 5  # at a group that deadlocks with another process's
_log = logging.getLogger(__name__)

_APPEND = """
    WITH marked AS (UPDATE writers SET last_transaction = $2 WHERE id = $1 AND last_transaction < $2)
    INSERT INTO plies SELECT table_id, ply, epoch, actor, move, spent, at
    FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[])
        WITH ORDINALITY AS new(table_id, ply, epoch, actor, move, spent, at, number)
    ORDER BY table_id COLLATE "C", number
"""
# In one order, so that writers of several processes never wait for each other in a circle.
_LOCK = """
    WITH marked AS (UPDATE writers SET last_transaction = $2 WHERE id = $1)
    SELECT lock_table(id) FROM (SELECT DISTINCT id COLLATE "C" AS id FROM unnest($3::text[]) AS id ORDER BY 1) sorted
"""
_END_LOST_SESSIONS = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE application_name = $1 AND pid <> pg_backend_pid() AND datname = current_database()
"""

# Those that were killed. One that has only lost its connection for a moment does not know an outcome then.
_FORGET_WRITERS = """
    DELETE FROM writers WHERE began_at < now() - interval '1 day'
        AND id NOT IN (SELECT application_name FROM pg_stat_activity WHERE application_name IS NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Change:
    """The SQL of one request. It gives what the request returns."""

    do: Callable[[Connection], Awaitable[Any]]
    tables: Sequence[str] = ()
    """The tables whose row or plies it changes, which are locked before."""

    def __call__(self, connection: Connection) -> Awaitable[Any]:
        """Do it."""
        return self.do(connection)


class PostgresWriter:
    """Does changes in the order in which they were asked for, as many in one transaction as are waiting."""

    def __init__(self, connect: Callable[[str], Awaitable[Connection]], hold: Hold | None = None) -> None:
        """Take what opens a connection under a name, and how it holds the database. `open` it before use.

        The hold belongs to the connection that writes: a server that has lost it stores nothing, and therefore tells
        nothing.
        """
        self._hold = hold
        self.transactions = 0
        self._id = f"ludotheque {secrets.token_hex(8)}"
        self._connect = connect
        self._connection: Connection | None = None
        self._number = 0  # of the transaction

    async def open(self) -> None:
        """Connect and begin. Raises what asyncpg raises, or StoreInUse."""
        await self._get_connection()
        self._groups = GroupCommit[Change | Insertion](self._commit)

    @property
    def requests(self) -> int:
        """Changes done."""
        return self._groups.requests

    async def write(self, change: Change | Insertion) -> Any:
        """Do a change; it is durable on return. Raises what is wrong with it, whatever becomes of its group."""
        return await self._groups.write(change)

    async def append(self, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows of `plies`. Rows of many callers are one statement."""
        await self.write(Insertion(self.insert_plies, rows))

    async def insert_plies(self, connection: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows of the log by a single statement, which is a transaction of its own outside of one."""
        if rows:  # a game may begin without chance
            await connection.execute(_APPEND, self._id, self._number, *map(list, zip(*rows, strict=True)))

    async def close(self) -> None:
        """Do what was asked for, then end."""
        await self._groups.close()
        if (connection := self._connection) is not None:
            with suppress(*FAILURES):
                await connection.execute("DELETE FROM writers WHERE id = $1", self._id)
                await connection.close()
            connection.terminate()  # does nothing to one that is closed

    async def _get_connection(self) -> Connection:
        """Give the connection, a new one if the last was lost. Raises what asyncpg raises, or StoreInUse."""
        if self._connection is None or self._connection.is_closed():
            self._connection, _ = await self._reconnect()
        return self._connection

    async def _reconnect(self) -> tuple[Connection, int | None]:
        """Connect under this writer's name; give the number of its last transaction, None if there was none.

        A session that was lost ends before: nothing of it can be committed afterwards.
        """
        connection = await self._connect(self._id)
        try:
            await self._end_lost_sessions(connection)
            last: int | None = await connection.fetchval(
                "SELECT last_transaction FROM writers WHERE id = $1 FOR UPDATE", self._id
            )
            if self._hold is not None:
                await _hold_database(connection, self._hold)
            if last is None:
                await connection.execute(_FORGET_WRITERS)
                await connection.execute("INSERT INTO writers VALUES ($1, $2)", self._id, self._number)
        except BaseException:
            connection.terminate()
            raise
        return connection, last

    async def _end_lost_sessions(self, connection: Connection) -> None:
        if not all(row[0] for row in await connection.fetch(_END_LOST_SESSIONS, self._id)):
            raise TimeoutError("a session that was lost does not end")

    # ── Committing ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _commit(self, group: list[Change | Insertion]) -> list[Any]:
        """Do a group of changes in one transaction; give the result of each, or its exception."""
        try:
            connection = await self._get_connection()
        except (*FAILURES, StoreInUse) as error:
            return [_explain(error)] * len(group)
        for attempt in range(_ATTEMPTS):
            results = await self._try_commit(connection, group, is_careful=attempt > 0)
            if results is not None:
                return results
        return [StoreError("Other processes hold what is to be changed; try again.")] * len(group)

    async def _try_commit(
        self, connection: Connection, group: list[Change | Insertion], *, is_careful: bool
    ) -> list[Any] | None:
        """Do a group; None if it was rolled back and is to be tried again.

        At first expect that nothing is wrong, and use as few statements as possible: a group of plies alone, the usual
        case, is a single one and its own transaction.
        """
        self._number += 1
        results: list[Any] = []
        try:
            changes = list(fold(group))
            if is_careful:
                await self._commit_apart(connection, group, results)
            elif len(changes) == 1 and isinstance(changes[0][0], Insertion):
                results += [None] * len(group)
                await changes[0][0](connection)
            else:
                await self._commit_together(connection, changes, results)
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to one request; the others must not suffer
            if _is_lost(connection, error):
                return await self._find_out(connection, error, results, len(group))
            if connection.is_in_transaction() and not await _roll_back(connection):
                return [_explain(error)] * len(group)
            is_final = is_careful or len(group) == 1
            if is_final and not isinstance(error, asyncpg.TransactionRollbackError):
                return [_explain(error)] * len(group)
            return None
        self.transactions += 1
        return results

    async def _commit_together(
        self, connection: Connection, changes: list[tuple[Change | Insertion, int]], results: list[Any]
    ) -> None:
        await self._begin(connection, [change for change, _ in changes])
        for change, count in changes:
            results += [await change(connection)] * count
        await connection.execute("COMMIT")

    async def _commit_apart(self, connection: Connection, group: list[Change | Insertion], results: list[Any]) -> None:
        """Do each change by itself, so that one that fails takes back only what it did."""
        await self._begin(connection, group)
        for change in group:
            await connection.execute("SAVEPOINT change")
            try:
                results.append(await change(connection))
            except Exception as error:
                if _is_lost(connection, error) or isinstance(error, asyncpg.TransactionRollbackError):
                    raise
                await connection.execute("ROLLBACK TO change")
                results.append(_explain(error))
            await connection.execute("RELEASE change")
        await connection.execute("COMMIT")

    async def _begin(self, connection: Connection, changes: Sequence[Change | Insertion]) -> None:
        tables = [
            table
            for change in changes
            for table in ((row[0] for row in change.rows) if isinstance(change, Insertion) else change.tables)
        ]
        await connection.execute("BEGIN")
        await connection.fetch(_LOCK, self._id, self._number, tables)

    # ── When the connection is lost ──────────────────────────────────────────────────────────────────────────────────

    async def _find_out(self, lost: Connection, error: Exception, results: list[Any], count: int) -> list[Any]:
        """Give the results of a group whose connection was lost: nobody was told whether it was committed."""
        lost.terminate()
        self._connection = None
        _log.warning("The connection to the database was lost while something was being stored: %s", error)
        try:
            async with asyncio.timeout(_PATIENCE):
                last = await self._read_last_transaction()
        except (*FAILURES, StoreInUse) as again:
            _log.warning("It is not known whether it was stored: %s", again)
            last = None
        if last is None:
            return [OutcomeUnknown("The database does not answer; look whether this was stored.")] * count
        if last != self._number:
            return [_explain(error)] * count
        self.transactions += 1
        return results

    async def _read_last_transaction(self) -> int | None:
        """Connect again, as soon as the database is back, and read what this writer's last transaction was."""
        while True:
            try:
                self._connection, last = await self._reconnect()
            except FAILURES:
                await asyncio.sleep(_PAUSE)
            else:
                return last


async def _hold_database(connection: Connection, hold: Hold) -> None:
    """Wait a moment for a process that was killed, whose session PostgreSQL may still end. Raises StoreInUse."""
    await connection.execute(f"SET lock_timeout = {_LOCK_MILLISECONDS}")
    lock = "pg_advisory_lock" if hold == "alone" else "pg_advisory_lock_shared"
    try:
        await connection.execute(f"SELECT {lock}(hashtextextended('ludotheque server', 0))")
    except asyncpg.LockNotAvailableError:
        raise StoreInUse(
            "A server, or somebody who copies it, has this database open; end that one, or name another database.", ""
        ) from None
    await connection.execute("SET lock_timeout = 0")


async def _roll_back(connection: Connection) -> bool:
    try:
        await connection.execute("ROLLBACK")
    except FAILURES:
        connection.terminate()
        return False
    return True


def _is_lost(connection: Connection, error: Exception) -> bool:
    """Whether nobody knows what has become of a transaction: the connection is gone, or the answer did not come."""
    return connection.is_closed() or isinstance(error, _LOSSES)


def describe(error: Exception) -> str:
    """Say what is wrong; some errors have no text."""
    return " ".join(str(error).split()) or type(error).__name__


def _explain(error: Exception) -> Exception:
    """Say what an error of the database means to whoever asked."""
    match error:
        case LudothequeError():
            return error
        case asyncpg.IntegrityConstraintViolationError():
            return Conflict(f"Somebody else stored something first ({error}); load again what is stored.")
        case _ if isinstance(error, FAILURES):
            return StoreError(f"The database could not store this ({describe(error)}); try again.")
    return error
