"""The start of a game: who may, what it waits for, and the nonces of those who are connected, in whatever process.

Whichever process is asked to start a game waits for the nonces by itself. All processes ask their clients for them; one
that is given a nonce keeps it in the store for all that wait, and says on the bus only that there is one. If two start
the same game at once, both have the same nonces, one begins it, and the other finds that it has begun.
"""

from typing import TYPE_CHECKING

from ludotheque.core.fairness import hash_nonce
from ludotheque.server.errors import Refused
from ludotheque.server.table import access
from ludotheque.server.table.log import LOOK_AGAIN
from ludotheque.server.table.part import TablePart
from ludotheque.server.table.seats import decisions
from ludotheque.server.table.services import Services
from ludotheque.server.table.start.nonces import HASH_WITHIN, REVEAL_WITHIN, PendingStart, drop_hashes, list_hashes
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
        self._asked: list[str | None] | None = None
        """The hashes, by seat, whose nonces are asked for now, by whatever process."""
        self._asked_until = 0
        """The monotonic time from which nobody asks any more, even if nobody has said so: their process is gone."""
        self._complete_since: int | None = None
        """Since when everybody is here for a game that starts by itself."""
        self._revealed: set[str] = set()
        """The hashes whose nonces have been revealed: of no use any more, unless that start begins the game."""
        self._unconfirmed: set[str] = set()
        """The hashes that were stored when the table was loaded: perhaps they are used up, and nobody here knows."""

    @property
    def is_pending(self) -> bool:
        """Whether this process waits for nonces."""
        return self._pending is not None

    @property
    def _has_begun(self) -> bool:
        row = self._table.log.row
        return row.status == "playing" or row.began_at > 0

    @property
    def asked(self) -> list[str | None] | None:
        """The hashes, by seat, whose nonces are asked for now; None if none are."""
        is_now = self._services.monotonic() < self._asked_until
        return self._asked if is_now and self._table.log.row.status == "waiting" else None

    @property
    def deadline(self) -> int | None:
        """When nonces, their hashes, or the process that has asked for them are not waited for any more."""
        if self._pending is not None:
            return self._pending.deadline
        if self._asked is not None:
            return self._asked_until
        return None if self._complete_since is None else self._complete_since + HASH_WITHIN

    def note_loaded(self) -> None:
        """Remember which hashes were there before: in a game that starts by itself their clients may send new ones."""
        self._unconfirmed = set(list_hashes(self._table.log.seats).values())

    def fail(self, refused: Refused) -> None:
        """Fail all calls that wait for the start, if this process has begun one, and let clients promise new nonces."""
        if (start := self._pending) is not None:
            self._pending = None
            start.fail(refused)
            table = self._table
            table.spawn(self._break_off(table, start))

    async def _break_off(self, table: "Table", start: PendingStart) -> None:
        """Forget the nonces, and only then ask for new ones."""
        await self._services.peers.remove_nonces(table.id)
        table.tell(what="reveal", asks=False, version=start.version)

    async def begin(self) -> PendingStart | None:
        """Fix the hashes and ask for the nonces. Starts at once, and returns None, if nobody is to be waited for.

        What has been revealed to another process that asks now, or asked until it died, need not be revealed again.
        Raises Refused.
        """
        if self._pending is not None:
            return self._pending
        log, subscribers, is_asked = self._table.log, self._table.subscribers, self.asked is not None
        if not is_asked and not self._revealed.isdisjoint(list_hashes(log.seats).values()):
            await log.save_seats(drop_hashes(log.seats, self._revealed))
            self._table.publish()
        hashes = list_hashes(log.seats)
        awaited = [seat for seat in hashes if subscribers.contributes(log.seats[seat].player)]
        start = PendingStart(hashes, log.row.version, awaited, self._services.monotonic() + REVEAL_WITHIN)
        if is_asked:
            await self._collect(start)
        if start.is_complete:
            await self._finish(start)
            return None
        self._pending = start
        self._table.tell(what="reveal", asks=True, version=start.version)
        return start

    async def begin_by_itself(self) -> None:
        """Start a game for which everybody is here, when their clients have sent their hashes or had the time to.

        Only the table's owner does. Raises Refused if it cannot be stored.
        """
        table = self._table
        if not table.is_owner or not decisions.starts_now(table.log, table.subscribers):
            self._complete_since = None
            return
        now = self._services.monotonic()
        if self._complete_since is None:
            self._complete_since = now
        useless = self._unconfirmed if self.asked is not None else self._unconfirmed | self._revealed
        is_due = decisions.are_hashes_due(table.log, table.subscribers, useless)
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
        now, table = self._services.monotonic(), self._table
        if self._pending is not None and now >= self._pending.deadline:
            await self._finish(self._pending)
        elif self._pending is None and self._asked is not None and now >= self._asked_until:
            if not self._has_begun:
                await self._services.peers.remove_nonces(table.id)
            self._give_up()
        await self.begin_by_itself()

    def commit(self, player: Player | None, nonce_hash: str) -> decisions.SeatChange:
        """Keep the hash of the nonce that a player's client will reveal. Raises Refused."""
        if self.asked is not None:
            raise Refused("started", "The game is starting: nonces are being revealed, and their hashes are fixed.")
        self._unconfirmed.discard(nonce_hash)
        return decisions.commit_nonce(self._table.log, player, nonce_hash)

    async def reveal(self, player: Player | None, nonce: str) -> None:
        """Take the nonce of a player whose hash is in the list that was fixed. Raises Refused."""
        log = self._table.log
        mine = access.list_own_seats(log, player)
        asked, nonce_hash = (self._asked if log.row.status == "waiting" else None) or [], hash_nonce(nonce)
        seat = next((seat for seat in mine if seat < len(asked) and asked[seat] == nonce_hash), None)
        if seat is None:
            raise Refused("nothing_asked", "Nobody has asked for this nonce: it is not in the list of hashes.")
        self._revealed.add(nonce_hash)
        if (start := self._pending) is not None:
            start.take(seat, nonce)
        await self._services.peers.add_nonce(self._table.id, seat, nonce)
        self._table.tell(what="revealed", seat=seat)
        if start is not None:
            self._finish_if_complete(start)

    def hear_asked(self) -> None:
        """Ask the clients here for their nonces."""
        log = self._table.log
        if log.row.status == "waiting":  # otherwise it has begun meanwhile
            hashes = list_hashes(log.seats)
            self._asked = [*map(hashes.get, range(len(log.seats)))]
            self._asked_until = self._services.monotonic() + 2 * REVEAL_WITHIN
            self._table.ask_nonces(self._asked)

    def hear_broken_off(self, version: int) -> None:
        """Tell the clients here that the game has not started, unless they are asked for a later start."""
        if (start := self._pending) is not None:
            if start.version != version:
                return
            self._pending = None  # another process has tried to start it, too
            start.fail(BROKEN_START)
        self._give_up()

    def _give_up(self) -> None:
        """Ask for nonces no more. Clients that have revealed theirs promise new ones."""
        self._asked = self._complete_since = None
        if self._table.log.row.status == "waiting":
            self._table.ask_nonces(None)

    async def hear_revealed(self, seat: int | None = None) -> None:
        """Note that a nonce was revealed in another process; read what was, if this process waits for it."""
        if seat is not None and self._asked is not None and (nonce_hash := self._asked[seat]) is not None:
            self._revealed.add(nonce_hash)
        if (start := self._pending) is not None:
            await self._collect(start)
            self._finish_if_complete(start)

    def hear_begun(self) -> None:
        """Wait no more for a start, if another process has begun the game."""
        if (start := self._pending) is not None and self._has_begun:
            self._pending = None
            start.succeed()

    async def _collect(self, start: PendingStart) -> None:
        """Take what was revealed, in whatever process."""
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
        self._pending = start
        try:
            await self._store(start)
        except BaseException as error:
            self.fail(error if isinstance(error, Refused) else BROKEN_START)
            raise
        self._pending = self._complete_since = None
        table.publish()
        start.succeed()
        if start.hashes:
            await self._services.peers.remove_nonces(table.id)

    async def _store(self, start: PendingStart) -> None:
        """Store the start, unless another process has been faster. Raises Refused if it cannot begin."""
        table = self._table
        await table.reload_if_stale()
        if self._has_begun:
            return
        if not start.is_complete:
            await self._collect(start)  # perhaps nobody has heard of it
        decisions.check_unchanged(table.log, start.hashes)
        try:
            await table.log.start(start.contributions)
        except Refused as refused:
            if refused.code != "stale":
                raise
            await table.reload_if_stale()
            if not self._has_begun:
                raise
