"""What can be read of a game as text: its record; and before its end, what a player has seen."""

import asyncio
from typing import Any

import msgspec

from ludotheque.core.game import Seat
from ludotheque.core.match import Match
from ludotheque.core.verify import make_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_not_banned, list_own_seats
from ludotheque.server.table.feed.views import view_plies
from ludotheque.server.table.forfeit import list_forfeits
from ludotheque.server.table.log import MatchLog, replay_stored
from ludotheque.server.table.seats import Seats, find_seats
from ludotheque.server.table.settings import Settings
from ludotheque.store.store import Player, PlyRow, TableRow


class RecordCache:
    """The record of one table, written once. It takes a moment, so it is done in a thread."""

    def __init__(self, long_work: asyncio.Semaphore) -> None:
        self._long_work = long_work
        self._text: str | None = None

    async def get(self, log: MatchLog) -> str:
        """Return the record of a game that is over."""
        if self._text is None:
            async with self._long_work:
                self._text = await asyncio.to_thread(write_record, log)
        return self._text


def check_started(log: MatchLog) -> Match[Any, Any, Any]:
    """Return the match. Raises Refused before the start."""
    if log.match is None:
        raise Refused("not_started", "The game has not started yet, so there is nothing to record.")
    return log.match


def write_record(log: MatchLog) -> str:
    """Write the record of a game that is over; seats that have forfeited it are named in a tag."""
    return _format_record(log.row, check_started(log), log.seats, log.settings)


async def write_stored_record(row: TableRow, rows: list[PlyRow]) -> str:
    """Write the same record from what is stored, without a table. Raises Unreadable."""
    return _format_record(row, *await replay_stored(row, rows))


def _format_record(row: TableRow, match: Match[Any, Any, Any], seats: Seats, settings: Settings) -> str:
    forfeits = [str(seat + 1) for seat in list_forfeits(seats, settings)]
    tags = {"Table": row.id, **({"Forfeit": " ".join(forfeits)} if forfeits else {})}
    return make_record(match, [seat.title for seat in seats], tags).format()


def view_seen_plies(log: MatchLog, player: Player | None, seat: Seat | None = None) -> list[dict[str, Any]]:
    """Return what a player has seen so far of a game that goes on, from their first seat or another. Raises Refused."""
    check_not_banned(log, player)
    mine = find_seats(log.seats, None if player is None else player.id)
    if not mine:
        raise Refused("not_allowed", "The record is for everybody when the game is over, and not before.")
    if seat is not None:
        mine = list_own_seats(log, player, seat)
    plies: list[dict[str, Any]] = msgspec.to_builtins(view_plies(log.game, check_started(log).plies, mine[0]))
    return plies
