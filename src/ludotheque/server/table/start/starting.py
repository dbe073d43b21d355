"""The start of a game: who may, what it waits for, and the nonces of those who are connected, in whatever process.

The process that is asked to start a game fixes the list of hashes by storing it in the table's row: from then on no
process takes another hash. All processes that have the table ask their clients for the nonces as soon as they read that
row; one that is given a nonce keeps it in the store for the process that waits, and says on the bus only that there is
one. The game begins, or the list is taken out of the row again, and with it every hash of it: each may be of a nonce
that was revealed, and is of no use any more.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from ludotheque.core.fairness import hash_nonce
from ludotheque.server.errors import Refused
from ludotheque.server.table import access
from ludotheque.server.table.log import LOOK_AGAIN
from ludotheque.server.table.part import TablePart
from ludotheque.server.table.seats import decisions
from ludotheque.server.table.services import Services
from ludotheque.server.table.start.nonces import (
    HASH_WITHIN,
    REVEAL_WITHIN,
    FixedList,
    PendingStart,
    StartResult,
    drop_hashes,
    fix_hashes,
    list_fixed,
    list_hashes,
)
from ludotheque.store.store import Player

if TYPE_CHECKING:
    from ludotheque.server.table.table import Table

BROKEN_START = Refused("broken", "Something went wrong in the server, and the game has not started. Try again.")


class Starting(TablePart):
    """How the game of one table begins. Everything is called under the table's lock."""

    def __init__(self, table: "Table", services: Services) -> None:
        super().__init__(table)
        self._services = services
        self._pending: PendingStart | None = None
        """The start that this process has begun, while it waits for nonces."""
        self._result: StartResult | None = None
        """What calls wait for that have asked here for a start, whichever process has begun it."""
        self._fixed: FixedList = ()
        """The list whose nonces the clients here were asked for; empty if they are asked for none."""
        self._asked_until = 0
        """The monotonic time at which a start of another process is broken off: perhaps that process is gone."""
        self._complete_since: int | None = None
        """Since when everybody is here for a game that starts by itself."""

    @property
    def is_pending(self) -> bool:
        """Whether somebody waits here for the game to begin."""
        return self._result is not None

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun, in whatever process."""
        row = self._table.log.row
        return row.status == "playing" or row.began_at > 0

    @property
    def asked(self) -> list[str | None] | None:
        """The hashes, by seat, whose nonces are asked for now, by whatever process; None if none are."""
        row = self._table.log.row
        return list_fixed(row.nonces, len(row.seats)) if row.status == "waiting" and row.nonces else None

    @property
    def deadline(self) -> int | None:
        """When nonces, their hashes, or the process that has asked for them are not waited for any more."""
        if self._pending is not None:
            return self._pending.deadline
        if self._fixed:
            return self._asked_until
        return None if self._complete_since is None else self._complete_since + HASH_WITHIN

    async def resume(self) -> None:
        """Take up a start that was begun before the table was loaded; where no other process can have, break it off."""
        if self.asked is not None and not self._services.peers.id:
            with suppress(Refused):  # then it is broken off when its time is up
                await self._clear(self._table.log.row.nonces)
        self.follow()

    def follow(self) -> None:
        """Do what follows from the row: ask the clients here for nonces, or tell them that the game has not started."""
        row = self._table.log.row
        before, self._fixed = self._fixed, row.nonces if row.status == "waiting" else ()
        if self.has_begun:
            self._end(None)
        elif before and self._fixed != before:
            self._pending = self._complete_since = None
            self._end(BROKEN_START)
            if row.status == "waiting":
                self._table.ask_nonces(None)
        if self._fixed and self._fixed != before:
            self._asked_until = self._services.monotonic() + 2 * REVEAL_WITHIN
            self._table.ask_nonces(self.asked)

    def _end(self, refused: Refused | None) -> None:
        """End all calls that wait here."""
        result, self._result = self._result, None
        if result is not None:
            result.set(refused)

    def fail(self, refused: Refused) -> None:
        """Fail all calls that wait here, and break off the start, if it is this process's."""
        self._end(refused)
        if self._pending is not None:
            self._pending, table = None, self._table
            table.spawn(self._break_off(table, self._fixed))

    async def _break_off(self, table: "Table", fixed: FixedList) -> None:
        async with table.lock:
            with suppress(Refused):  # then it is broken off when its time is up
                await self._clear(fixed)
                await self.begin_by_itself()

    async def _clear(self, fixed: FixedList) -> None:
        """Take a list out of the row, with its hashes, unless another process has done so. Raises Refused."""
        table = self._table
        await self._services.peers.remove_nonces(table.id)
        await table.reload_if_stale()
        row = table.log.row
        if row.status == "waiting" and row.nonces == fixed:
            used = {hash_ for hash_ in list_fixed(fixed, len(row.seats)) if hash_ is not None}
            await table.log.save_seats(drop_hashes(table.log.seats, used), nonces=())
            self.follow()
            table.publish()

    async def begin(self) -> StartResult | None:
        """Fix the hashes and ask for the nonces, unless that is done. Returns None if the game begins at once.

        Raises Refused.
        """
        if self._result is None and self.asked is None:
            table = self._table
            log, subscribers = table.log, table.subscribers
            hashes = list_hashes(log.seats)
            awaited = [seat for seat in hashes if subscribers.contributes(log.seats[seat].player)]
            start = PendingStart(hashes, awaited, self._services.monotonic() + REVEAL_WITHIN)
            if start.is_complete:
                await self._finish(start)
                return None
            await log.save_seats(log.seats, nonces=fix_hashes(hashes))
            self._pending = start
            self.follow()
            table.publish()
        self._result = self._result or StartResult()
        return self._result

    async def begin_by_itself(self) -> None:
        """Start a game for which everybody is here, when their clients have sent their hashes or had the time to.

        Only the table's owner does. Raises Refused if it cannot be stored.
        """
        table = self._table
        if not table.is_owner or self.asked is not None or not decisions.starts_now(table.log, table.subscribers):
            self._complete_since = None
            return
        now = self._services.monotonic()
        if self._complete_since is None:
            self._complete_since = now
        is_due = decisions.are_hashes_due(table.log, table.subscribers)
        if now >= self._complete_since + HASH_WITHIN or not is_due:
            try:
                await self.begin()
            except Refused as refused:
                if refused.code != "stale":
                    raise
                # Another process has changed something: look again, whoever's request this was.
                self._services.schedule_deadline(table.id, now + LOOK_AGAIN)
        else:
            table.schedule_deadline()

    async def check_deadline(self) -> None:
        """Start without the nonces that have not come in time, or because everybody is here. Raises Refused.

        Clients whose nonces were asked for by a process that has died since are told that the game has not started.
        """
        now = self._services.monotonic()
        if self._pending is not None and now >= self._pending.deadline:
            await self._finish(self._pending)
        elif self._pending is None and self._fixed and now >= self._asked_until:
            await self._clear(self._fixed)
        await self.begin_by_itself()

    def commit(self, player: Player | None, nonce_hash: str) -> decisions.SeatChange:
        """Keep the hash of the nonce that a player's client will reveal. Raises Refused."""
        if self.asked is not None:
            raise Refused("started", "The game is starting: nonces are being revealed, and their hashes are fixed.")
        return decisions.commit_nonce(self._table.log, player, nonce_hash)

    async def reveal(self, player: Player | None, nonce: str) -> None:
        """Take the nonce of a player whose hash is in the list that was fixed. Raises Refused."""
        table = self._table
        mine = access.list_own_seats(table.log, player)
        asked, nonce_hash = self.asked or [], hash_nonce(nonce)
        seat = next((seat for seat in mine if seat < len(asked) and asked[seat] == nonce_hash), None)
        if seat is None:
            raise Refused("nothing_asked", "Nobody has asked for this nonce: it is not in the list of hashes.")
        if self._pending is not None:
            self._pending.take(seat, nonce)
            self._finish_if_complete(self._pending)
        elif await self._services.peers.add_nonce(table.id, seat, nonce):
            table.tell(what="revealed", seat=seat)
        else:
            raise Refused("not_stored", "The nonce could not be passed on, so it may count as withheld.")

    async def hear_revealed(self) -> None:
        """Read what was revealed in other processes, if this one waits for it."""
        if self._pending is not None:
            await self._collect(self._pending)
            self._finish_if_complete(self._pending)

    async def _collect(self, start: PendingStart) -> None:
        for seat, nonce in await self._services.peers.list_nonces(self._table.id):
            start.take(seat, nonce)

    def _finish_if_complete(self, start: PendingStart) -> None:
        if start.is_complete:
            table = self._table
            table.spawn(self._finish_complete(table, start))

    async def _finish_complete(self, table: "Table", start: PendingStart) -> None:
        async with table.lock:
            if self._pending is start:
                await self._finish(start)

    async def _finish(self, start: PendingStart) -> None:
        """Begin the game with what was revealed. Raises Refused if it cannot begin.

        Whoever revealed a nonce for a game that does not begin is told, and promises another one.
        """
        table = self._table
        try:
            if not start.is_complete:
                await self._collect(start)  # perhaps nobody has heard of it
            await table.retry(lambda: self._store(start))
        except BaseException as error:
            self.fail(error if isinstance(error, Refused) else BROKEN_START)
            raise
        self._pending = self._complete_since = None
        self.follow()
        table.publish()
        if start.hashes:
            await self._services.peers.remove_nonces(table.id)

    async def _store(self, start: PendingStart) -> None:
        """Store that the game has begun, unless another process was faster. Raises Refused if it cannot begin."""
        if not self.has_begun:
            log = self._table.log
            decisions.check_unchanged(log, start.hashes)
            await log.start(start.contributions)
