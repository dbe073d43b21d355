"""The record of a game that is over, as text. What was seen of a game so far is in history.py."""

import asyncio
from typing import Any

from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.log import MatchLog, replay_stored
from ludotheque.server.table.seats.forfeit import list_forfeits
from ludotheque.server.table.seats.seats import Seats
from ludotheque.server.table.settings import Settings
from ludotheque.store.store import PlyRow, TableRow


class RecordCache:
    """The record of one table, written once. It takes a moment, so it is done in a thread."""

    def __init__(self, long_work: asyncio.Semaphore) -> None:
        self._long_work = long_work
        self._text: str | None = None

    async def get(self, log: MatchLog) -> str:
        """Return the record of a game that is over. Raises Refused before."""
        if self._text is None:
            async with self._long_work:
                await log.recall()
                self._text = await asyncio.to_thread(write_record, log)
        return self._text


def write_record(log: MatchLog) -> str:
    """Write the record of a game that is over; seats that have forfeited it are named in a tag. Raises Refused."""
    return _format_record(log.row, check_over(log), log.seats, log.settings)


def check_over(log: MatchLog) -> Match[Any, Any, Any]:
    """Return the match of a game that is over, which everybody may see all of. Raises Refused before."""
    if log.match is None:
        raise Refused("not_started", "The game has not started yet, so there is nothing to record.")
    if log.row.status != "over":
        raise Refused("not_over", "The record is for everybody when the game is over, and for nobody before.")
    return log.match


async def write_stored_record(row: TableRow, rows: list[PlyRow]) -> str:
    """Write the same record from what is stored, without a table. Raises Unreadable."""
    return _format_record(row, *await replay_stored(row, rows))


def _format_record(row: TableRow, match: Match[Any, Any, Any], seats: Seats, settings: Settings) -> str:
    forfeits = [str(seat + 1) for seat in list_forfeits(seats, settings)]
    tags = {"Table": row.id, **({"Forfeit": " ".join(forfeits)} if forfeits else {})}
    with guard_game(match.game.title):
        return make_record(match, [seat.title for seat in seats], tags).format()
