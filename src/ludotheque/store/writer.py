"""Group commit: one thread that takes every write that waits into one transaction.

A durable transaction costs a write to the disk, whatever its size. While one is under way, the next requests wait
together and make the next one, so the busier the server, the less a write costs. One thread also means that writers
never wait for each other's locks.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any

from ludotheque.core.errors import Conflict, LudothequeError, StoreError

Change = Callable[[sqlite3.Connection], Any]  # the SQL of one request; gives what the request returns


@dataclass(frozen=True, slots=True)
class Insertion:
    """A change that only adds rows, and can therefore be one statement with others of its kind."""

    insert: Callable[[sqlite3.Connection, Sequence[Sequence[Any]]], None]
    rows: Sequence[Sequence[Any]]

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Add the rows."""
        self.insert(connection, self.rows)


class Writer:
    """Does changes in the order in which they were asked for, as many in one transaction as are waiting."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection that nobody else uses and that does not open transactions by itself."""
        self.requests = 0
        self.transactions = 0
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._waiting: list[tuple[Change, asyncio.Future[Any]]] = []
        self._asked = asyncio.Event()
        self._closing = False
        self._groups = asyncio.create_task(self._write_groups())

    async def write(self, change: Change) -> Any:
        """Do a change; it is durable on return. Raises what is wrong with it, whatever becomes of its group."""
        if self._closing:
            raise StoreError("The server is closing and stores nothing more; connect again in a moment.")
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        self._asked.set()
        return await future

    async def close(self) -> None:
        """Do what was asked for, then end."""
        self._closing = True
        self._asked.set()
        await self._groups
        self._thread.shutdown()
        self._connection.close()

    async def _write_groups(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting or not self._closing:
            await self._asked.wait()
            self._asked.clear()
            group, self._waiting = self._waiting, []
            if not group:
                continue
            results = await loop.run_in_executor(self._thread, self._commit, [change for change, _ in group])
            self.requests += len(group)
            for (_, future), result in zip(group, results, strict=True):
                if future.cancelled():
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    def _commit(self, group: list[Change]) -> list[Any]:
        """Do a group of changes in one transaction; give the result of each, or its exception."""
        try:
            return self._commit_together(group)
        except Exception:  # noqa: BLE001 (whatever it is belongs to one request; the others must not suffer)
            self._roll_back()
        try:
            return self._commit_apart(group)
        except Exception as error:  # noqa: BLE001 (the commit itself failed: nobody's change is durable)
            self._roll_back()
            return [_explain(error)] * len(group)

    def _commit_together(self, group: list[Change]) -> list[Any]:
        """Expect that nothing is wrong, and use as few statements as possible.

        Each statement hands Python's lock to the event loop and waits to get it back, which is what a statement costs
        under load. A group of insertions alone, the usual case, is a single one and its own transaction.
        """
        changes = list(_fold(group))
        if len(changes) == 1 and isinstance(changes[0][0], Insertion):
            changes[0][0](self._connection)
            self.transactions += 1
            return [None] * changes[0][1]
        self._connection.execute("BEGIN IMMEDIATE")
        results = [result for change, count in changes for result in [change(self._connection)] * count]
        self._connection.execute("COMMIT")
        self.transactions += 1
        return results

    def _commit_apart(self, group: list[Change]) -> list[Any]:
        """Do each change by itself, so that one that fails takes back only what it did."""
        results: list[Any] = []
        self._connection.execute("BEGIN IMMEDIATE")
        for change in group:
            self._connection.execute("SAVEPOINT change")
            try:
                results.append(change(self._connection))
            except Exception as error:  # noqa: BLE001 (it is given to whoever asked for this change)
                self._connection.execute("ROLLBACK TO change")
                results.append(_explain(error))
            self._connection.execute("RELEASE change")
        self._connection.execute("COMMIT")
        self.transactions += 1
        return results

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):  # on a disk that fails, the next transaction will say so
                self._connection.execute("ROLLBACK")


def _fold(group: list[Change]) -> Iterator[tuple[Change, int]]:
    """Make one of insertions of the same kind that follow each other; say how many requests each change is."""
    for insert, changes in groupby(group, lambda change: change.insert if isinstance(change, Insertion) else None):
        if insert is None:
            yield from ((change, 1) for change in changes)
        else:
            same = [change for change in changes if isinstance(change, Insertion)]
            yield Insertion(insert, list(chain.from_iterable(change.rows for change in same))), len(same)


def _explain(error: Exception) -> Exception:
    """Say what an error of the database means to whoever asked."""
    match error:
        case LudothequeError():
            return error
        case sqlite3.IntegrityError():
            return Conflict(f"Somebody else stored something first ({error}); load again what is stored.")
        case sqlite3.Error():
            return StoreError(f"The database could not store this ({error}); see to the disk, then try again.")
    return error
