"""Lists of tables for people: those to join, those to watch, one's own. Tables that cannot be read are left out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ludotheque.core.errors import StoreError
from ludotheque.server.cache import Momentary
from ludotheque.server.errors import Refused
from ludotheque.server.table.log import Unreadable
from ludotheque.server.table.table import Table
from ludotheque.store.store import Player, Store, TableRow

LISTED = 50
"""How many tables a list has at most."""
LIST_SECONDS = 1.0
"""How long a list is shown to everybody that no table of this server has changed."""
MOST_READ_AGAIN = 20
"""How often a list is read again at most because there are tables in it that cannot be read."""

_log = logging.getLogger(__name__)


class TableLists:
    """The lists of one server. Those that are the same for everybody are cached for a moment."""

    def __init__(
        self,
        store: Store,
        open_row: Callable[[TableRow], Awaitable[Table]],
        report_unreadable: Callable[[str, object], None],
    ) -> None:
        self._store = store
        self._open_row = open_row
        self._report_unreadable = report_unreadable
        self._open = self._share(lambda: self._list(store.list_open_tables))
        self._live = self._share(lambda: self._list(store.list_watched_tables))

    def _share(self, read: Callable[[], Coroutine[Any, Any, list[Table]]]) -> Momentary[list[dict[str, Any]]]:
        """Cache a list as a stranger sees it."""

        async def describe() -> list[dict[str, Any]]:
            return [table.describe(None) for table in await read()]

        return Momentary(describe, LIST_SECONDS, lambda: self._store.revision)

    async def list_open(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the tables that anybody may join, newest first."""
        return _mark_own_seats(await self._open.get(), player)

    async def list_live(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the games that anybody may watch, newest first."""
        return _mark_own_seats(await self._live.get(), player)

    async def list_mine(self, player: Player) -> list[dict[str, Any]]:
        """List the tables of a player, unfinished first."""
        tables = await self._list(lambda limit: self._store.list_player_tables(player.id, limit))
        return [table.describe(player) for table in tables]

    async def _list(self, read: Callable[[int], Awaitable[list[TableRow]]]) -> list[Table]:
        """Open the tables of a list. One that cannot be read is left out from now on, and the next takes its place."""
        tables: list[Table] = []
        for _ in range(MOST_READ_AGAIN):
            tables, unreadable = [], []
            for row in await read(LISTED):
                try:
                    tables.append(await self._open_row(row))
                except Unreadable as error:
                    self._report_unreadable(row.id, error.reason)
                    unreadable.append(row.id)
                except (Refused, StoreError):  # the store fails, or the server is closing: perhaps the next time
                    continue
                except Exception as error:  # noqa: BLE001 - whatever is wrong with one table, the others are listed
                    self._report_unreadable(row.id, repr(error))
                    unreadable.append(row.id)
                await asyncio.sleep(0)  # loading takes a moment; other tasks run in between
            if not unreadable:
                break
            try:
                await self._store.mark_unreadable(unreadable)
            except StoreError as error:
                _log.warning("Tables that cannot be read could not be marked: %s", error)
                break
        return tables


def _mark_own_seats(tables: list[dict[str, Any]], player: Player | None) -> list[dict[str, Any]]:
    """Show a player a list that is shared by all: their own seats are what differs."""
    if player is None:
        return tables
    mine = [[number for number, seat in enumerate(table["seats"]) if seat["player"] == player.id] for table in tables]
    return [table | {"mine": seats} if seats else table for table, seats in zip(tables, mine, strict=True)]
