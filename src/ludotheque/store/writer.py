"""The writer of an SQLite file: one thread that commits groups of changes in one transaction each.

With a single thread, writers never wait for each other's locks.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ludotheque.core.errors import Conflict, LudothequeError, StoreError
from ludotheque.store.group_commit import GroupCommit, Insertion, fold

Change = Callable[[sqlite3.Connection], Any]  # the SQL of one request; returns the result of the request


class Writer:
    """Applies changes in the order of the calls, all that are waiting in one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a connection in autocommit mode; nobody else may use it, and `close` closes it."""
        self.transactions = 0
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._groups = GroupCommit[Change](self._commit_in_thread)

    @property
    def requests(self) -> int:
        """Changes done."""
        return self._groups.requests

    async def write(self, change: Change) -> Any:
        """Apply a change; it is durable on return. Raises only its own error, not those of others in its group."""
        return await self._groups.write(change)

    async def close(self) -> None:
        """Finish all pending changes and close the connection."""
        await self._groups.close()
        self._thread.shutdown()
        self._connection.close()

    async def _commit_in_thread(self, group: list[Change]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, group)

    def _commit(self, group: list[Change]) -> list[Any]:
        """Apply a group of changes in one transaction; return the result or the exception of each."""
        try:
            return self._commit_together(group)
        except Exception:  # noqa: BLE001 (it belongs to one request; the others must not fail with it)
            self._roll_back()
        try:
            return self._commit_separately(group)
        except Exception as error:  # noqa: BLE001 (the commit itself failed: no change is durable)
            self._roll_back()
            return [_explain(error)] * len(group)

    def _commit_together(self, group: list[Change]) -> list[Any]:
        """Apply a group optimistically, with as few statements as possible.

        Each statement releases the GIL to the event loop and waits to get it back, which dominates its cost under load.
        A group of insertions only, the usual case, is a single statement in an implicit transaction.
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

    def _commit_separately(self, group: list[Change]) -> list[Any]:
        """Apply each change in a savepoint, so that one that fails rolls back only itself."""
        results: list[Any] = []
        self._connection.execute("BEGIN IMMEDIATE")
        for change in group:
            self._connection.execute("SAVEPOINT change")
            try:
                results.append(change(self._connection))
            except Exception as error:  # noqa: BLE001 (it is raised in the caller of this change)
                self._connection.execute("ROLLBACK TO change")
                results.append(_explain(error))
            self._connection.execute("RELEASE change")
        self._connection.execute("COMMIT")
        self.transactions += 1
        return results

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):  # if the disk fails, the next transaction reports it
                self._connection.execute("ROLLBACK")


def _explain(error: Exception) -> Exception:
    """Translate an error of the database into one of the store."""
    match error:
        case LudothequeError():
            return error
        case sqlite3.IntegrityError():
            return Conflict(f"Somebody else stored something first ({error}); load again what is stored.")
        case sqlite3.Error():
            return StoreError(f"The database could not store this ({error}); see to the disk, then try again.")
    return error
