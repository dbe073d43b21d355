"""What processes that share a PostgreSQL database know of each other, in unlogged tables of that database.

A process lives as long as its row in `processes` has not expired, by the database's clock. It renews the row every
second; one that could not stops to own anything before the row expires, by its own monotonic clock. A lease is a row
that says which process owns a table, and is worth nothing once that process lives no more. So a killed process's
tables are free after a few seconds, and no lease has to be renewed by itself. docs/decisions/0013-processes.md.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any

import asyncpg

from ludotheque.bus.bus import Bus
from ludotheque.bus.peers import OnChange, Presence, PresentPlayer
from ludotheque.bus.postgres import FAILURES
from ludotheque.core.errors import StoreError

BEAT = 1.0
"""Seconds between renewals."""
LEASE = 5.0
"""Seconds that a process counts as living after a renewal."""
MARGIN = 0.5
"""Seconds before that at which it stops to own anything."""
CLEAN_UP_EVERY = 60
"""Beats."""
TOPIC = "processes"
"""On the bus: a process has come or gone."""
_CONNECTIONS = 2
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 4.0

_LIVES = "EXISTS (SELECT FROM processes WHERE id = {} AND expires_at > clock_timestamp())"
_RENEW = """
    WITH before AS (SELECT expires_at > clock_timestamp() AS lived FROM processes WHERE id = $1)
    INSERT INTO processes VALUES ($1, clock_timestamp() + $2 * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET expires_at = EXCLUDED.expires_at
    RETURNING coalesce((SELECT lived FROM before), false)
"""
_LIST = "SELECT id FROM processes WHERE expires_at > clock_timestamp()"
_TAKE = f"""
    INSERT INTO leases SELECT DISTINCT table_id, $2 FROM unnest($1::text[]) AS table_id ORDER BY table_id
    ON CONFLICT (table_id) DO UPDATE SET process = EXCLUDED.process
    WHERE leases.process = EXCLUDED.process OR NOT {_LIVES.format("leases.process")}
    RETURNING table_id
"""  # noqa: S608 - no values from outside
_ORPHANS = f"""
    SELECT table_id FROM leases WHERE NOT {_LIVES.format("process")} ORDER BY table_id LIMIT 1000
"""  # noqa: S608 - the same
_PRESENCE = f"""
    SELECT table_id, players, spectators FROM presence
    WHERE table_id = ANY($1) AND process <> $2 AND {_LIVES.format("process")} ORDER BY process
"""  # noqa: S608 - the same
_TELL = """
    INSERT INTO presence VALUES ($1, $2, $3, $4)
    ON CONFLICT (table_id, process) DO UPDATE SET players = EXCLUDED.players, spectators = EXCLUDED.spectators
"""
_TELL_NOBODY = "DELETE FROM presence WHERE table_id = $1 AND process = $2"
_TELL_ALL = """
    INSERT INTO presence SELECT table_id, $2, players, spectators
    FROM unnest($1::text[], $3::json[], $4::bigint[]) AS told (table_id, players, spectators)
"""
_ADD_NONCE = """
    INSERT INTO revealed VALUES ($1, $2, $3) ON CONFLICT (table_id, seat) DO UPDATE SET nonce = EXCLUDED.nonce
"""
# A token bucket as the time at which it will be full again: each token puts that off.
_COUNT = """
    INSERT INTO buckets AS old VALUES ($1, clock_timestamp() + $2 * interval '1 second')
    ON CONFLICT (key) DO UPDATE SET full_at = greatest(old.full_at, clock_timestamp()) + $2 * interval '1 second'
    WHERE greatest(old.full_at, clock_timestamp()) + $2 * interval '1 second'
        <= clock_timestamp() + $3 * interval '1 second'
    RETURNING key
"""
_GIVE_BACK = "UPDATE buckets SET full_at = full_at - $2 * interval '1 second' WHERE key = $1"
# What nobody will look at any more.
_CLEAN_UP = (
    "DELETE FROM processes WHERE expires_at < clock_timestamp() - interval '1 minute'",
    "DELETE FROM presence WHERE process NOT IN (SELECT id FROM processes)",
    "DELETE FROM revealed WHERE at < clock_timestamp() - interval '1 hour'",
    "DELETE FROM buckets WHERE full_at < clock_timestamp()",
)

_log = logging.getLogger(__name__)


class PostgresPeers:
    """The processes that have one database open. What fails is logged and counts as not owned, or as nobody there."""

    _pool: "asyncpg.Pool[asyncpg.Record]"

    def __init__(
        self,
        address: str,
        process: str,
        bus: Bus,
        *,
        beat: float = BEAT,
        lease: float = LEASE,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.id = process
        self._address = address
        self._bus = bus
        self._beat = beat
        self._lease = lease
        self._now = now
        self._owned: set[str] = set()
        self._owns_until = 0.0
        """By the monotonic clock; others may take what this process owns soon afterwards."""
        self._living: frozenset[str] = frozenset()
        self._on_change: OnChange = lambda: None
        self._is_due = asyncio.Event()
        self._is_changed = False
        """Whether another process has said that it has come, gone, or lived on."""
        self._beating: asyncio.Task[None] | None = None
        self._is_closed = False
        self._changing = asyncio.Lock()
        """Held while leases are taken or released, so that the last of both is what holds."""
        self._has_doubts = False
        """Whether, when leases were read last, others may have been taking some of them."""
        self._present: dict[str, Presence] = {}
        """Who is connected here, as others are to know it."""
        self._telling = asyncio.Lock()
        """Held while that is written, so that the last is what others read."""
        self._is_untold = False
        """Whether what is written may be something else."""

    async def open(self, on_change: OnChange) -> None:
        """Join the others, and go on saying that this process lives. Raises StoreError."""
        self._on_change = on_change
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=_CONNECTIONS,
                timeout=_CONNECT_SECONDS,
                command_timeout=_ANSWER_SECONDS,
                server_settings={"application_name": "ludotheque peers", "synchronous_commit": "off"},
            )
            await self.renew()
            await self._clean_up()
        except (*FAILURES, ValueError) as error:
            raise StoreError(f"The database cannot be written ({error}); see that PostgreSQL runs.") from None
        self._bus.subscribe(TOPIC, self._on_note)
        self._bus.on_gap(self._is_due.set)
        self._bus.publish(TOPIC, {"process": self.id})
        self._beating = asyncio.create_task(self._beat_forever())

    async def close(self) -> None:
        """Leave. The others are told at once."""
        if self._is_closed or self._beating is None:
            return
        self._is_closed = True
        self._owned.clear()
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        await self._do("DELETE FROM processes WHERE id = $1", self.id)
        await self._do("DELETE FROM presence WHERE process = $1", self.id)
        self._bus.publish(TOPIC, {"process": self.id})
        self._pool.terminate()

    # ── Living ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _clean_up(self) -> None:
        for statement in _CLEAN_UP:
            await self._pool.execute(statement)

    async def _beat_forever(self) -> None:
        for beat in count(1):
            self._is_due.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._beat):
                    await self._is_due.wait()
            try:
                await self.renew()
                if beat % CLEAN_UP_EVERY == 0:
                    await self._clean_up()
            except FAILURES as error:
                _log.warning("This process could not say that it lives: %s", repr(error))
                await asyncio.sleep(self._beat / 5)

    async def renew(self) -> None:
        """Say that this process lives, and look who else does. Raises what asyncpg raises."""
        begun = self._now()
        has_lived = await self._pool.fetchval(_RENEW, self.id, self._lease)
        living = frozenset(row[0] for row in await self._pool.fetch(_LIST))
        self._is_untold |= not has_lived  # after a crash of the database nothing is left
        if not has_lived or self._has_doubts:  # others may have taken what this process owned
            async with self._changing:
                rows = await self._pool.fetch("SELECT table_id FROM leases WHERE process = $1", self.id)
                self._owned = {row[0] for row in rows}
            self._has_doubts = not has_lived
        self._owns_until = begun + self._lease - min(MARGIN, self._lease / 4)
        if self._is_untold:
            await self._tell_again()
            if self._living:  # somebody may have looked meanwhile, and taken this process or its players for gone
                self._bus.publish(TOPIC, {"process": self.id})
        is_changed, self._is_changed = self._is_changed or not has_lived or living != self._living, False
        self._living = living
        if is_changed:
            self._on_change()

    def _on_note(self, note: Mapping[str, Any]) -> None:
        if note["process"] != self.id:
            self._is_changed = True
            self._is_due.set()

    # ── Leases ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def owns(self, table: str) -> bool:
        """Whether this process owns a table, and nobody can have taken it."""
        return table in self._owned and self._now() < self._owns_until

    async def take(self, tables: Sequence[str]) -> None:
        """Become the owner of those that no living process owns."""
        async with self._changing:
            if tables and not self._is_closed:
                taken = await self._fetch(_TAKE, list(tables), self.id)
                self._owned.difference_update(tables)
                self._owned.update(row[0] for row in taken)

    async def release(self, tables: Sequence[str]) -> None:
        """Own tables no more."""
        async with self._changing:
            if mine := [table for table in tables if table in self._owned]:
                self._owned.difference_update(mine)
                await self._do("DELETE FROM leases WHERE table_id = ANY($1) AND process = $2", mine, self.id)

    async def list_orphans(self) -> list[str]:
        """List tables whose owner lives no more, some of them if there are very many."""
        return [row[0] for row in await self._fetch(_ORPHANS)]

    # ── Presence and nonces ──────────────────────────────────────────────────────────────────────────────────────────

    async def tell_presence(self, table: str, presence: Presence) -> None:
        """Tell other processes who is connected to a table here."""
        async with self._telling:
            if presence.players or presence.spectators:
                self._present[table] = presence
                players = _format_players(presence)
                is_told = await self._do(_TELL, table, self.id, players, presence.spectators)
            else:
                self._present.pop(table, None)
                is_told = await self._do(_TELL_NOBODY, table, self.id)
            self._is_untold |= not is_told  # then the next renewal tells everything again

    async def _tell_again(self) -> None:
        """Tell of all tables at once who is connected here. Raises what asyncpg raises."""
        async with self._telling:
            tables, presences = [*self._present], [*self._present.values()]
            players, spectators = [*map(_format_players, presences)], [each.spectators for each in presences]
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("DELETE FROM presence WHERE process = $1", self.id)
                await connection.execute(_TELL_ALL, tables, self.id, players, spectators)
            self._is_untold = False

    async def list_presence(self, tables: Sequence[str]) -> dict[str, list[Presence]]:
        """List who is connected to each of some tables in other living processes."""
        found: dict[str, list[Presence]] = {}
        for table, players, spectators in await self._fetch(_PRESENCE, list(tables), self.id):
            presence = Presence(tuple(PresentPlayer(*each) for each in json.loads(players)), spectators)
            found.setdefault(table, []).append(presence)
        return found

    async def add_nonce(self, table: str, seat: int, nonce: str) -> bool:
        """Keep a nonce that was revealed here, for the process that waits for it; False if that failed."""
        return await self._do(_ADD_NONCE, table, seat, nonce)

    async def list_nonces(self, table: str) -> list[tuple[int, str]]:
        """List the nonces that were revealed, in whatever process, with their seats."""
        rows = await self._fetch("SELECT seat, nonce FROM revealed WHERE table_id = $1 ORDER BY seat", table)
        return [(row[0], row[1]) for row in rows]

    async def remove_nonces(self, table: str) -> None:
        """Forget the nonces of a table."""
        await self._do("DELETE FROM revealed WHERE table_id = $1", table)

    # ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def take_token(self, key: str, burst: int, per_second: float) -> bool:
        """Take a token of a bucket that all processes share. If the database does not answer, it counts as taken."""
        try:
            return await self._pool.fetchval(_COUNT, key, 1 / per_second, burst / per_second) is not None
        except FAILURES as error:
            _log.warning("What others have done could not be counted: %s", repr(error))
            return True

    async def give_back(self, key: str, per_second: float) -> None:
        """Return a token."""
        await self._do(_GIVE_BACK, key, 1 / per_second)

    # ── Asking the database ──────────────────────────────────────────────────────────────────────────────────────────

    async def _fetch(self, query: str, *values: Any) -> list[Any]:
        try:
            return await self._pool.fetch(query, *values)
        except FAILURES as error:
            _log.warning("What other processes do could not be read: %s", repr(error))
            return []

    async def _do(self, statement: str, *values: Any) -> bool:
        """Execute a statement; return whether that worked."""
        try:
            await self._pool.execute(statement, *values)
        except FAILURES as error:
            _log.warning("What other processes are to know could not be written: %s", repr(error))
            return False
        return True


def _format_players(presence: Presence) -> str:
    return json.dumps([[each.player, each.address, each.nonces] for each in presence.players])
