"""The writer of an SQLite file: one thread that does a group of changes in one transaction.

One thread also means that writers never wait for each other's locks.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ludotheque.core.errors import Conflict, LudothequeError, StoreError
from ludotheque.store.group_commit import GroupCommit, Insertion, fold

Change = Callable[[sqlite3.Connection], Any]  # the SQL of one request; gives what the request returns


class Writer:
    """Does changes in the order in which they were asked for, as many in one transaction as are waiting."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection that nobody else uses and that does not open transactions by itself."""
        self.transactions = 0
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._groups = GroupCommit[Change](self._commit_in_thread)

    @property
    def requests(self) -> int:
        """Changes done."""
        return self._groups.requests

    async def write(self, change: Change) -> Any:
        """Do a change; it is durable on return. Raises what is wrong with it, whatever becomes of its group."""
        return await self._groups.write(change)

    async def close(self) -> None:
        """Do what was asked for, then end."""
        await self._groups.close()
        self._thread.shutdown()
        self._connection.close()

    async def _commit_in_thread(self, group: list[Change]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, group)

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
        changes = list(fold(group))
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
