"""The record of a game that is over, as text. What was seen of a game so far is in history.py."""

import asyncio

from ludotheque.core.verify import make_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.forfeit import list_forfeits
from ludotheque.server.table.log import MatchLog


class RecordCache:
    """The record of one table, written once. It takes a moment, so it is done in a thread."""

    def __init__(self, long_work: asyncio.Semaphore) -> None:
        self._long_work = long_work
        self._text: str | None = None

    async def get(self, log: MatchLog) -> str:
        """Return the record of a game that is over. Raises Refused before."""
        if self._text is None:
            async with self._long_work:
                self._text = await asyncio.to_thread(write_record, log)
        return self._text


def write_record(log: MatchLog) -> str:
    """Write the record of a game that is over; seats that have forfeited it are named in a tag. Raises Refused."""
    if log.match is None:
        raise Refused("not_started", "The game has not started yet, so there is nothing to record.")
    if log.row.status != "over":
        raise Refused("not_over", "The record is for everybody when the game is over, and for nobody before.")
    forfeits = [str(seat + 1) for seat in list_forfeits(log.seats, log.settings)]
    tags = {"Table": log.row.id, **({"Forfeit": " ".join(forfeits)} if forfeits else {})}
    return make_record(log.match, [seat.title for seat in log.seats], tags).format()
