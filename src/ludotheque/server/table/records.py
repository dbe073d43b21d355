"""What can be read of a game afterwards: its record and its replay; and before its end, what a player has seen."""

import asyncio
from typing import Any

import msgspec

from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.match import Match
from ludotheque.core.verify import make_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats import find_seats
from ludotheque.server.table.timeout import list_forfeits
from ludotheque.server.table.views import view_picture, view_plies
from ludotheque.store.store import Player


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
    """Write the record of a game that is over; seats that lost by their clock are named in a tag."""
    forfeits = [str(seat + 1) for seat in list_forfeits(log.seats, log.settings)]
    tags = {"Table": log.row.id, **({"Forfeit": " ".join(forfeits)} if forfeits else {})}
    return make_record(check_started(log), [seat.title for seat in log.seats], tags).format()


def view_seen_plies(log: MatchLog, player: Player | None) -> list[dict[str, Any]]:
    """Return what a player has seen so far of a game that goes on. Raises Refused."""
    check_not_banned(log, player)
    mine: list[Seat] = find_seats(log.seats, None if player is None else player.id)
    if not mine:
        raise Refused("not_allowed", "The record is for everybody when the game is over, and not before.")
    plies: list[dict[str, Any]] = msgspec.to_builtins(view_plies(log.game, check_started(log).plies, mine[0]))
    return plies


def check_over(log: MatchLog) -> Match[Any, Any, Any]:
    """Return the match of a game that is over. Raises Refused."""
    if log.match is None or log.row.status != "over":
        raise Refused("not_over", "A game can be looked at again when it is over.")
    return log.match


async def view_replay(game: AnyGame, match: Match[Any, Any, Any], long_work: asyncio.Semaphore) -> dict[str, Any]:
    """Return a finished game ply by ply, as spectators saw it."""
    plies = tuple(match.plies)
    start = plies[0].before if plies else match.state
    positions: list[dict[str, Any]] = [{"ply": 0, "actor": None, "events": [], **view_picture(game, start)}]
    async with long_work:
        for ply in plies:
            [view] = view_plies(game, [ply], None)
            positions.append({**msgspec.to_builtins(view), **view_picture(game, ply.after)})
            await asyncio.sleep(0)  # a long game takes a moment; other tasks run in between
    return {"positions": positions}
