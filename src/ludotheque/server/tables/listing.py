"""Lists of tables for people: those to join, those to watch, one's own. Tables that cannot be read are left out."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from ludotheque.core.errors import StoreError
from ludotheque.server.cache import ExpiringValue
from ludotheque.server.errors import Refused
from ludotheque.server.table.log import Unreadable
from ludotheque.server.table.table import Table
from ludotheque.store.store import STATUSES, PageCursor, Player, Status, Store, TableRow

LISTED = 50
"""How many tables a list has at most."""
LIST_SECONDS = 1.0
"""How long a list is shown to everybody that no table of this server has changed."""
MOST_READ_AGAIN = 20
"""How often a list is read again at most because there are tables in it that cannot be read."""

MOST_PAGES = 20
"""How many pages are read at most to fill one."""

MyState: TypeAlias = Literal["turn", "playing", "waiting", "unfinished", "over"]

_Listed: TypeAlias = tuple[Table, dict[str, Any]]
"""A table, and how whoever asked for the list sees it."""

_STATUSES: dict[MyState | None, tuple[Status, ...]] = {
    "turn": ("playing",),
    "playing": ("playing",),
    "waiting": ("waiting",),
    "unfinished": ("waiting", "playing"),
    "over": ("over",),
}

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MyTables:
    """Which of their own tables a player wants to see."""

    state: MyState | None = None
    game: str | None = None
    limit: int = LISTED
    after: str | None = None
    """Where the page before this one said that the next begins."""


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
        self._live = self._share(lambda: self._list(store.list_watchable_tables))

    def _share(self, read: Callable[[], Coroutine[Any, Any, list[_Listed]]]) -> ExpiringValue[list[dict[str, Any]]]:
        """Cache a list as a stranger sees it."""

        async def describe() -> list[dict[str, Any]]:
            return [view for _, view in await read()]

        return ExpiringValue(describe, LIST_SECONDS, lambda: self._store.revision)

    async def list_open(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the tables that anybody may join, newest first."""
        return _mark_own_seats(await self._open.get(), player)

    async def list_live(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the games that anybody may watch, newest first."""
        return _mark_own_seats(await self._live.get(), player)

    async def list_mine(self, player: Player) -> list[dict[str, Any]]:
        """List the tables of a player, unfinished first."""
        tables = await self._list(lambda limit: self._store.list_player_tables(player.id, limit), player)
        return [view for _, view in tables]

    async def page_mine(self, player: Player, query: MyTables) -> tuple[list[dict[str, Any]], str | None]:
        """List a page of a player's tables, unfinished first; return it and where the next one begins, if there is one.

        Whose turn it is only the game itself knows, so for those many pages may have to be read.
        """
        cursor = None if query.after is None else _parse_cursor(query.after)
        statuses = _STATUSES.get(query.state, STATUSES)
        found: list[dict[str, Any]] = []
        for _ in range(MOST_PAGES):
            read = partial(self._store.list_player_tables, player.id, after=cursor, statuses=statuses, game=query.game)
            tables = await self._list(read, player, query.limit + 1)  # one too many says that there is a next page
            for number, (table, view) in enumerate(tables[: query.limit], start=1):
                cursor = PageCursor.of(table.log.row)
                if query.state != "turn" or table.is_turn_of(player):
                    found.append(view)
                if len(found) == query.limit:
                    return found, None if number == len(tables) else _format_cursor(cursor)
            if len(tables) <= query.limit:
                return found, None
        return found, None if cursor is None else _format_cursor(cursor)

    async def _list(
        self, read: Callable[[int], Awaitable[list[TableRow]]], player: Player | None = None, limit: int = LISTED
    ) -> list[_Listed]:
        """Open the tables of a list, and describe them as a player sees them.

        One for which that fails is left out from now on, and the next takes its place.
        """
        tables: list[_Listed] = []
        for _ in range(MOST_READ_AGAIN):
            tables, unreadable = [], []
            for row in await read(limit):
                try:
                    table = await self._open_row(row)
                    tables.append((table, table.describe(player)))
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


def _format_cursor(cursor: PageCursor) -> str:
    return f"{cursor.is_over:d}-{cursor.changed_at}-{cursor.id}"


def _parse_cursor(text: str) -> PageCursor:
    """Read what `_format_cursor` writes. Raises Refused."""
    if (parts := re.fullmatch(r"([01])-([0-9]{1,16})-([a-z0-9]{1,32})", text)) is None:
        raise Refused("malformed", "This is no place in your list of tables. Take it from `next` of the page before.")
    return PageCursor(parts[1] == "1", int(parts[2]), parts[3])


def _mark_own_seats(tables: list[dict[str, Any]], player: Player | None) -> list[dict[str, Any]]:
    """Show a player a list that is shared by all: their own seats are what differs."""
    if player is None:
        return tables
    mine = [[number for number, seat in enumerate(table["seats"]) if seat["player"] == player.id] for table in tables]
    return [table | {"mine": seats} if seats else table for table, seats in zip(tables, mine, strict=True)]
