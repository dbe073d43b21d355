"""What people ask about the seats of a table: decided by decisions.py under the table's lock, stored, and told."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ludotheque.core.game import Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.part import TablePart
from ludotheque.server.table.seats import decisions
from ludotheque.server.table.seats.decisions import SeatChange
from ludotheque.server.table.services import Services
from ludotheque.store.store import Player

if TYPE_CHECKING:
    from ludotheque.server.table.table import Table

_Result = TypeVar("_Result")


class Seating(TablePart):
    """Who sits down, stands up, is replaced or removed at one table. What is not allowed raises Refused."""

    def __init__(self, table: "Table", services: Services) -> None:
        super().__init__(table)
        self._peers = services.peers

    async def join(self, player: Player, seat: Seat | None = None) -> None:
        """Seat a player at an open seat."""
        table = self._table

        def decide() -> SeatChange:
            change = decisions.join(table.log, player, seat)
            table.subscribers.expect(player.id)
            return change

        await self.change(decide, retry=True)
        async with table.lock:  # somebody who was here already has taken the last seat
            await table.starting.begin_by_itself()

    async def change_seat(self, player: Player, seat: Seat) -> None:
        """Move a player to another open seat."""
        log = self._table.log
        await self.change(lambda: decisions.change_seat(log, player, seat), retry=True)

    async def set_seat(self, host: Player, seat: Seat, kind: str, level: str | None = None) -> None:
        """Open a seat for the host, or put a bot there."""
        log = self._table.log
        await self.change(lambda: decisions.set_seat(log, host, seat, kind, level), retry=True)

    async def add_seat(self, host: Player) -> None:
        """Add an open seat for the host."""
        log = self._table.log
        await self.change(lambda: decisions.add_seat(log, host), retry=True)

    async def remove_seat(self, host: Player, seat: Seat) -> None:
        """Remove a seat for the host where no person sits."""
        log = self._table.log
        await self.change(lambda: decisions.remove_seat(log, host, seat))

    async def leave(self, player: Player) -> None:
        """Stand up: before the game the seats are open again, during it a bot plays on."""
        log = self._table.log
        await self.change(lambda: decisions.leave(log, player), retry=True)

    async def give_up(self, player: Player) -> None:
        """Leave for good, also as the host: during the game a bot takes the seats."""
        log = self._table.log
        await self.change(lambda: decisions.give_up(log, player), retry=True)

    async def remove(self, host: Player, player: str, *, ban: bool) -> None:
        """Remove a player for the host, perhaps for good."""
        log = self._table.log
        await self.change(lambda: decisions.remove(log, host, player, ban=ban), retry=True)

    async def unban(self, host: Player, player: str) -> None:
        """Lift the ban of a player for the host."""
        log = self._table.log
        await self.change(lambda: decisions.unban(log, host, player), retry=True)

    async def replace(self, player: Player, seat: Seat, level: str | None = None) -> None:
        """Hand the seats of an absent player to bots."""
        log, subscribers = self._table.log, self._table.subscribers
        await self.change(lambda: decisions.replace_absent(log, subscribers, player, seat, level), retry=True)

    async def come_back(self, player: Player) -> None:
        """Hand seats back to a player for whom a bot has played on."""
        log, clock = self._table.log, self._table.clock

        def decide() -> SeatChange:
            change = decisions.come_back(log, clock, player)
            clock.note_arrival(player.id)
            return change

        await self.change(decide, retry=True)

    async def change(self, decide: Callable[[], SeatChange], *, retry: bool = False) -> None:
        """Decide on a change under the lock and store it; with `retry` again if another process was faster."""
        table = self._table

        async def attempt() -> None:
            await self.save(await self.decide(decide))

        async with table.lock:
            await table.reload_if_stale()
            await (table.retry(attempt) if retry else attempt())

    async def decide(self, check: Callable[[], _Result]) -> _Result:
        """Call something that decides by what is known here. The caller holds the lock.

        A refusal may rest on what is no longer so: somebody has asked another process before, and its note has not
        come yet. So then what is stored is read again.
        """
        try:
            return check()
        except Refused:
            if not self._peers.id:
                raise
        table = self._table
        table.log.mark_stale()
        await table.reload_if_stale()
        return check()

    async def save(self, change: SeatChange) -> None:
        """Store a change and tell it, if it changes anything. The caller holds the lock."""
        table = self._table
        if change.seats != table.log.seats or change.fields:
            await table.log.save_seats(change.seats, **change.fields)
            table.publish()
