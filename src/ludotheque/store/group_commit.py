"""Group commit: every write that waits goes into one transaction. What a transaction is, a store says.

A durable transaction costs a write to the disk, whatever its size. While one is under way, the next requests wait
together and make the next one, so the busier the server, the less a write costs.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, Generic, TypeVar

from ludotheque.core.errors import StoreError

_Change = TypeVar("_Change")

LARGEST_GROUP = 1000
"""Changes in one transaction: a database can hold only so many locks at a time."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """A change that only adds rows, and can therefore be one statement with others of its kind."""

    insert: Callable[[Any, Sequence[Sequence[Any]]], Any]
    rows: Sequence[Sequence[Any]]

    def __call__(self, connection: Any) -> Any:
        """Add the rows."""
        return self.insert(connection, self.rows)


def fold(group: Iterable[_Change | Insertion]) -> Iterator[tuple[_Change | Insertion, int]]:
    """Make one of insertions of the same kind that follow each other; say how many requests each change is."""
    for insert, changes in groupby(group, lambda change: change.insert if isinstance(change, Insertion) else None):
        if insert is None:
            yield from ((change, 1) for change in changes)
        else:
            same = [change for change in changes if isinstance(change, Insertion)]
            yield Insertion(insert, list(chain.from_iterable(change.rows for change in same))), len(same)


class GroupCommit(Generic[_Change]):
    """Does changes in the order in which they were asked for, as many in one transaction as are waiting."""

    def __init__(self, commit: Callable[[list[_Change]], Awaitable[list[Any]]]) -> None:
        """Take what does a group of changes in one transaction and gives the result of each, or its exception."""
        self.requests = 0
        self._commit = commit
        self._waiting: list[tuple[_Change, asyncio.Future[Any]]] = []
        self._asked = asyncio.Event()
        self._closing = False
        self._groups = asyncio.create_task(self._write_groups())

    async def write(self, change: _Change) -> Any:
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

    async def _write_groups(self) -> None:
        while self._waiting or not self._closing:
            await self._asked.wait()
            self._asked.clear()
            group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            if not group:
                continue
            if self._waiting:
                self._asked.set()
            results = await self._commit([change for change, _ in group])
            self.requests += len(group)
            for (_, future), result in zip(group, results, strict=True):
                if future.cancelled():
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)
