"""How many tables a player may have opened that are not over, and what becomes of the oldest ones.

A table for people is refused beyond a limit. A game against bots is never refused: the one that was abandoned longest
ago is deleted for it, as docs/decisions/0010-resigning.md explains.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from ludotheque.server.errors import Refused
from ludotheque.server.table.seats.seats import decode_seats
from ludotheque.server.table.services import Services
from ludotheque.server.table.table import Table
from ludotheque.store.store import ALL_OF_A_PLAYER, Player, TableRow

MOST_UNFINISHED = 20
"""How many tables a player has opened at most that are not over: for people, and as many against bots."""

_log = logging.getLogger(__name__)


class UnfinishedTables:
    """The tables of one server that are not over, as far as they stand in the way of new ones."""

    def __init__(
        self, services: Services, live: Mapping[str, Table], delete: Callable[[Player, str], Awaitable[None]]
    ) -> None:
        self._services = services
        self._live = live
        self._delete = delete

    async def make_room(self, player: Player, row: TableRow) -> None:
        """Make room for a table that a player opens. Raises Refused if it is for people and there are too many."""
        if not self._services.are_limits_on:
            return
        store = self._services.store
        rows = await store.list_player_tables(player.id, ALL_OF_A_PLAYER, statuses=("waiting", "playing"))
        opened = [row for row in rows if row.host == player.id]
        if not is_against_bots(row):
            check_unfinished(opened)
            return
        games = [row for row in opened if is_against_bots(row)]
        if len(games) >= MOST_UNFINISHED:
            last_used = {row.id: await self._find_last_use(row) for row in games}
            await self._delete_first(player, sorted(last_used, key=last_used.__getitem__))

    async def _find_last_use(self, row: TableRow) -> tuple[bool, int]:
        """Return whether somebody is at a table now, and when something last happened there."""
        table = self._live.get(row.id)
        plies = await self._services.store.list_plies(row.id) if table is None else table.log.rows
        is_used = table is not None and len(table.subscribers) > 0
        return is_used, max(row.changed_at, plies[-1].at if plies else 0)

    async def _delete_first(self, player: Player, games: list[str]) -> None:
        """Delete the first of these until there is room for one more."""
        too_many = len(games) - MOST_UNFINISHED + 1
        for game in games:
            if not too_many:
                return
            try:
                await self._delete(player, game)
            except Refused as refused:  # it cannot be read, or somebody was faster
                _log.warning("Table %s could not be deleted: %s", game, refused)
            else:
                too_many -= 1


def is_against_bots(row: TableRow) -> bool:
    """Whether nobody but the host can play at a table: all other seats are bots'."""
    return all(seat.get("kind") == "bot" or seat.get("player") == row.host for seat in row.seats)


def check_unfinished(opened: list[TableRow]) -> None:
    """Refuse another table for people to a player who has opened these."""
    if sum(map(_is_for_people, opened)) >= MOST_UNFINISHED:
        raise Refused(
            "too_many_tables",
            f"You have opened {MOST_UNFINISHED} tables for people that are not over. Finish, leave or delete one.",
        )


def _is_for_people(row: TableRow) -> bool:
    """Whether people other than the host may still play at a table: not if all of them have left the game."""
    if is_against_bots(row):
        return False
    try:
        return row.status == "waiting" or any(seat.bot is None for seat in decode_seats(row.seats))
    except msgspec.ValidationError:  # a row that makes no sense here is left to a newer server
        return False
