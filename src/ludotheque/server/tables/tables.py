"""All tables of a server: those in memory, those in the store, and the way from one to the other.

A table is loaded from the store when somebody asks for it and unloaded when nobody has for a while. A deadline, such
as a clock that reaches zero, loads it again even if nobody is connected. Bots wait until somebody is.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ludotheque.bus.bus import Bus
from ludotheque.bus.peers import NoPeers, Peers
from ludotheque.core.errors import Conflict, StoreError
from ludotheque.core.fairness import new_seed
from ludotheque.core.game import Seat
from ludotheque.server.bots.pool import BotService
from ludotheque.server.cache import JsonBody, SizedCache, compress_body
from ludotheque.server.errors import Refused
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.elsewhere import JOINED
from ludotheque.server.table.history.history import History, HistoryRequest
from ludotheque.server.table.log import UNREADABLE, Unreadable
from ludotheque.server.table.seats.decisions import list_guests
from ludotheque.server.table.seats.seats import decode_seats
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import NewTable, decode_settings
from ludotheque.server.table.table import Table
from ludotheque.server.tables.deadlines import Deadlines
from ludotheque.server.tables.held_seats import HeldSeats, check_held
from ludotheque.server.tables.listing import TableLists
from ludotheque.server.tables.opening import (
    Continuation,
    check_may_rematch,
    continue_game,
    make_rematch_row,
    make_row,
    make_table_game,
    with_new_id,
)
from ludotheque.server.tables.unfinished import UnfinishedTables
from ludotheque.server.tasks import BackgroundTasks
from ludotheque.store.store import ALL_OF_A_PLAYER, Player, Status, Store, TableRow

IDLE_AFTER = 60_000
"""After how many milliseconds a table is unloaded that nobody uses."""
SWEEP_EVERY = 15.0
"""How often, in seconds, such tables are searched for."""
ABANDONED_AFTER = 7 * 24 * 3_600_000
"""After how many milliseconds a table is closed that waits for players, and that nobody has touched."""
LAST_WORDS = 2.0
"""How many seconds connections have to hear that the server closes."""
MOST_TABLES = 100_000
"""How many games a server resumes at most after a restart, before anybody asks for them."""
PAGE = 100
"""How many rows are read at a time where all are wanted."""
RETRY = 1000
"""After how many milliseconds a deadline is checked again if what follows from it could not be stored."""
MOST_REPORTED = 1000
"""How many tables that cannot be read are named in the log."""
MOST_CLOSED = 5
"""How many pages of abandoned tables are closed at a time."""
HISTORY_BYTES = 16 * 1024 * 1024
"""How much is kept of what people have looked back at, during games and after them."""

PLAYERS = "players"
"""On the bus: a player was deleted."""

_log = logging.getLogger(__name__)


def read_time() -> int:
    """Give the date in milliseconds since 1970. It jumps when the machine's clock is set."""
    return time.time_ns() // 1_000_000


def read_monotonic() -> int:
    """Give milliseconds that only go forward, whatever happens to the date."""
    return time.monotonic_ns() // 1_000_000


class Tables:
    """The tables of one server. `open` before use."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        bots: BotService,
        now: Callable[[], int] = read_time,
        metrics: Metrics | None = None,
        *,
        pace: float = 1.0,
        has_chat: bool = True,
        limits: Limits | None = None,
        draw_seed: Callable[[], bytes] = new_seed,
        monotonic: Callable[[], int] = read_monotonic,
        peers: Peers | None = None,
    ) -> None:
        self._draw_seed = draw_seed
        self._store = store
        self._deadlines = Deadlines(monotonic, self.check_deadline)
        self._services = Services(
            store,
            bus,
            bots,
            now,
            monotonic,
            self._deadlines.schedule,
            metrics or Metrics(),
            limits or Limits(lambda: monotonic() / 1000),
            peers or NoPeers(),
            pace,
            has_chat,
        )
        self._held_seats = HeldSeats(self._is_held)
        self.live: dict[str, Table] = {}
        self._unfinished = UnfinishedTables(self._services, self.live, self.delete)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._resumer: asyncio.Task[None] | None = None
        self._is_closing = False
        self._turn_to_load = asyncio.Semaphore(1)  # loading many games at once would delay those who play
        self._reported: set[str] = set()
        self._tasks = BackgroundTasks("The tables")
        self.lists = TableLists(store, self._open_row, self._report_unreadable)
        self._histories = SizedCache[JsonBody](HISTORY_BYTES, lambda body: body.size)

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Start in the background to resume every game that has a clock."""
        await self._services.peers.open(self._on_peers_change)
        self._services.bus.subscribe(JOINED, self._on_joined)
        self._services.bus.subscribe(PLAYERS, self._on_player_removed)
        self._services.bus.on_gap(self._on_gap)
        self._sweeper = asyncio.create_task(self._sweep_forever())
        self._resumer = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Load, one by one, the tables where something must happen even if nobody connects."""
        for status in ("playing", "waiting"):
            await self._resume_tables(status)

    async def _read_page(self, status: Status, last: TableRow | None) -> list[TableRow]:
        """Read the tables of a page, however long the store does not answer."""
        while True:
            try:
                return await self._store.list_tables(status, PAGE, last)
            except StoreError as error:
                _log.warning("The games to be resumed could not be read: %s", error)
                await asyncio.sleep(RETRY / 1000)

    async def _resume_tables(self, status: Status) -> None:
        last: TableRow | None = None
        for _ in range(MOST_TABLES // PAGE):
            rows = await self._read_page(status, last)
            for row in rows:
                try:
                    is_needed = _is_needed(row)
                except Exception as error:  # noqa: BLE001 - a row that makes no sense must not cost the other tables
                    self._report_unreadable(row.id, error)
                    continue
                if is_needed and await self._own(row.id):
                    await self.check_deadline(row.id)
            if len(rows) < PAGE:
                return
            last = rows[-1]
            await asyncio.sleep(0)  # other tasks run in between

    async def close(self) -> None:
        """Refuse what is new, finish what is being stored, and tell all connections to connect again later."""
        self._is_closing = True
        for task in (self._sweeper, self._resumer):
            if task is not None:
                task.cancel()
        self._deadlines.cancel()
        await asyncio.gather(self._deadlines.wait(), *self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self.live.values()))
        await self._services.peers.close()  # from here on, others take over
        await self._tasks.wait()
        read_seconds = asyncio.get_running_loop().time
        end = read_seconds() + LAST_WORDS
        while any(len(table.subscribers) for table in self.live.values()) and read_seconds() < end:
            await asyncio.sleep(0.01)

    def sweep(self) -> None:
        """Unload the tables that nobody uses."""
        now = self._services.monotonic()
        unloaded = []
        for table in [*self.live.values()]:
            if table.is_idle and now - table.touched_at >= IDLE_AFTER:
                table.unload()
                del self.live[table.id]
                unloaded.append(table.id)
        self._held_seats.forget()
        if ended := [table_id for table_id in unloaded if not self._deadlines.has(table_id)]:
            self._tasks.spawn(self._services.peers.release(ended))

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()
            await self._follow_peers()
            await self.close_abandoned()

    async def close_abandoned(self) -> None:
        """Close tables that have waited for players in vain: some pages of them, the rest at the next call."""
        before = self._services.now() - ABANDONED_AFTER
        last: TableRow | None = None
        try:
            for _ in range(MOST_CLOSED):
                rows = await self._store.list_abandoned_tables(before, PAGE, last)
                await self._close_abandoned(rows)
                if len(rows) < PAGE:
                    return
                last = rows[-1]
        except Exception:  # noqa: BLE001 - the sweeper tries again later
            _log.exception("Abandoned tables could not be closed")

    async def _close_abandoned(self, rows: list[TableRow]) -> None:
        """Close tables to which nobody is connected. One that cannot be read is left to a newer server."""
        unreadable = []
        for row in rows:
            try:
                await (await self.find(row.id)).close_if_abandoned()
            except Unreadable:
                unreadable.append(row.id)
            except Refused as refused:
                _log.warning("Table %s could not be closed: %s", row.id, refused)
        if unreadable:
            await self._store.mark_unreadable(unreadable)

    # ── Other processes ──────────────────────────────────────────────────────────────────────────────────────────────

    def _on_peers_change(self) -> None:
        """A process has come or gone, or this one may own less than before."""
        self._tasks.spawn(self._follow_peers(is_changed=True))

    async def _follow_peers(self, *, is_changed: bool = False) -> None:
        """Take over what nobody owns any more. With `is_changed`, let all tables look who is connected where."""
        if self._is_closing:
            return
        peers, before = self._services.peers, {table for table in self.live if self._services.peers.owns(table)}
        if wanted := [table.id for table in self.live.values() if table.log.row.status != "over"]:
            await peers.take([table for table in wanted if table not in before])
        changed = [table for table in self.live.values() if is_changed or peers.owns(table.id) != (table.id in before)]
        readings = [table.elsewhere.begin_read() for table in changed]
        presences = await peers.list_presence([table.id for table in changed]) if changed else {}
        for table, reading in zip(changed, readings, strict=True):
            table.elsewhere.follow_processes(reading, presences.get(table.id, []))
        for table_id in await peers.list_orphans():
            if table_id not in self.live:
                await self._adopt(table_id)

    async def _adopt(self, table_id: str) -> None:
        """Take over a table that is not in memory, if something must happen there even if nobody comes."""
        try:
            row = await self._store.find_table(table_id)
            is_needed = row is not None and row.status != "over" and _is_needed(row)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one table, the others are taken over
            self._report_unreadable(table_id, error)
            return
        if await self._own(table_id):
            if is_needed:
                await self.check_deadline(table_id)
            else:
                await self._services.peers.release([table_id])

    async def _own(self, table_id: str) -> bool:
        await self._services.peers.take([table_id])
        return self._services.peers.owns(table_id)

    def _on_joined(self, note: dict[str, Any]) -> None:
        """Load a table that another process has loaded and this one owns, and say how it stands."""
        if note["process"] != self._services.peers.id and self._services.peers.owns(note["table"]):
            self._tasks.spawn(self._answer_joined(note["table"], note["process"]))

    async def _answer_joined(self, table_id: str, process: str) -> None:
        with suppress(Refused):
            (await self.find(table_id)).elsewhere.tell_state(process)

    def _on_gap(self) -> None:
        """Notes of other processes may have been missed: whatever is in memory may be old."""
        for table in self.live.values():
            self._tasks.spawn(table.elsewhere.refresh())

    def _on_player_removed(self, note: dict[str, Any]) -> None:
        if note["process"] != self._services.peers.id:
            self._tasks.spawn(self._reload_known(note["player"]))

    # ── Deadlines ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def check_deadline(self, table: str) -> None:
        """Make a table check its deadline, loading it if necessary. If storing fails, try again later."""
        try:
            await (await self.find(table)).check_deadline()
        except Unreadable:  # it has been logged, and trying again would not help
            return
        except Refused as refused:
            _log.warning("Table %s could not be checked: %s", table, refused)
            if refused.code not in {"not_stored", "not_known", "stale"}:
                return
        except Exception:  # noqa: BLE001 - the trouble of one table must not cost the others
            _log.exception("Table %s could not be checked", table)
        else:
            return
        self._deadlines.schedule(table, self._services.monotonic() + RETRY)

    # ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> Table:
        """Return a table, from memory or loaded from the store. Raises Refused."""
        if self._is_closing:
            raise Refused("closing", "The server is about to restart. Try again in a moment.")
        if (table := self.live.get(table_id)) is not None and not table.is_deleted:
            table.touched_at = self._services.monotonic()
            if table.log.is_stale and not len(table.subscribers):  # what happens elsewhere is read when it is wanted
                with suppress(Refused):
                    await table.catch_up()
            return table
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        try:
            return await asyncio.shield(loading)  # others may wait for the same table
        finally:
            del loading  # its exception refers to this frame: a cycle that only the garbage collector would free

    async def _load(self, table_id: str) -> Table:
        try:
            row = await self._store.find_table(table_id)
        except StoreError as error:
            _log.warning("Table %s could not be read: %s", table_id, error)
            raise Refused("not_stored", UNREADABLE) from None
        if row is None:
            raise Refused("no_such_table", "There is no such table. Check the link.")
        try:
            async with self._turn_to_load:
                return await self._load_row(row)
        except Unreadable as error:
            self._report_unreadable(table_id, error.reason)
            raise

    def _report_unreadable(self, table: str, reason: object) -> None:
        """Log, once for each table, that it cannot be read."""
        if table in self._reported or len(self._reported) >= MOST_REPORTED:
            return
        self._reported.add(table)
        _log.error("Table %s cannot be read: %s", table, reason)
        if len(self._reported) == MOST_REPORTED:
            _log.error("%d tables cannot be read; the others are not named here", MOST_REPORTED)

    async def _load_row(self, row: TableRow) -> Table:
        table = Table(row, self._services)
        await table.load()
        self.live[row.id] = table
        for guest in list_guests(table.log):
            self._held_seats.note(row.id, guest)
        return table

    async def find_code(self, code: str) -> str:
        """Return the id of the table with a code. Raises Refused."""
        found = await self._store.find_code(code.strip().lower())
        if found is None:
            raise Refused("no_such_table", "There is no table with this code. Check it with whoever gave it to you.")
        return found

    # ── Listing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _open_row(self, row: TableRow) -> Table:
        """Return a table to be listed. Only a game in progress is loaded, because its log says whose turn it is."""
        is_needed = row.status == "playing" or row.id in self.live
        return await self.find(row.id) if is_needed else Table(row, self._services)

    # ── Looking back ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def history(self, table_id: str, player: Player | None, request: HistoryRequest) -> JsonBody:
        """Return the game so far as a player, or a spectator, saw it, as a response body. Raises Refused."""
        history = await (await self.find(table_id)).history(player, request)
        return await self._histories.get(f"{table_id} {history.key}", lambda: self._write_history(history))

    async def replay(self, table_id: str) -> JsonBody:
        """Return a game that is over as spectators saw it, as a response body. It never changes. Raises Refused."""

        async def make() -> JsonBody:
            return await self._write_history(await (await self.find(table_id)).replay())

        return await self._histories.get(table_id, make)

    async def _write_history(self, history: History) -> JsonBody:
        content = await history.write(self._services.long_work)
        if history.viewer is None:
            return await compress_body(content)
        return JsonBody(msgspec.json.encode(content))  # it holds a hand beside what others have played

    # ── Forgetting ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def leave_all(self, player: Player) -> None:
        """Remove a player from every seat at unfinished tables where other people sit. Raises Refused.

        Tables where nobody else does are left as they are: they go with the player.
        """
        for row in await self._store.list_player_tables(player.id, ALL_OF_A_PLAYER):  # unfinished ones come first
            if row.status == "over":
                break
            if any(other not in {None, player.id} for other in (row.host, *(seat.get("player") for seat in row.seats))):
                with suppress(Unreadable):  # nobody plays on there; in the store the seat is emptied all the same
                    await (await self.find(row.id)).seating.give_up(player)

    async def forget(self, player: Player, tables: Sequence[str]) -> None:
        """Forget what is in memory of a player who was deleted, and of the tables that went with them."""
        for table_id in tables:
            self._services.bus.publish(table_id, {"what": "deleted"})
            if (table := self.live.pop(table_id, None)) is not None:
                table.discard()
        self._services.bus.publish(PLAYERS, {"player": player.id, "process": self._services.peers.id})
        await self._reload_known(player.id)

    async def _reload_known(self, player: str) -> None:
        for table in [*self.live.values()]:
            if table.knows(player):
                await table.reload()

    # ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, player: Player, request: NewTable) -> Table:
        """Open a table. Raises Refused."""
        if self._is_closing:
            raise Refused("closing", "The server is about to restart. Try again in a moment.")
        row = make_row(make_table_game(request), player, request, self._draw_seed(), self._services.now())
        await self._unfinished.make_room(player, row)
        table = await self._load_row(await self._store_new(row))
        if request.start and all(wish.kind != "open" for wish in request.seats):
            await table.start(player)
        return table

    async def continue_game(self, player: Player, table_id: str, wanted: Continuation) -> Table:
        """Open a table where a finished game goes on from one of its positions, against bots. Raises Refused.

        The finished game is only read.
        """
        table = await self.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            await table.log.recall()
            request = continue_game(table.log, wanted)
        return await self.create(player, request)

    async def rematch(self, player: Player, table_id: str) -> Table:
        """Open a table for the same players, each one seat further; all who ask get the same one. Raises Refused."""
        table = await self.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            await table.seating.decide(lambda: check_may_rematch(table.log, player))
            rematch = table.log.row.rematch
            if rematch is None or await self._store.find_table(rematch) is None:  # there is none yet, or it was deleted
                rematch = await self._open_rematch(table, player)
        return await self.find(rematch)

    async def _open_rematch(self, table: Table, player: Player) -> str:
        """Store the rematch of a table, unless another process is faster; return its id. Raises Refused."""
        row = make_rematch_row(table.log, player, self._draw_seed(), self._services.now())
        await self._unfinished.make_room(player, row)
        row = await self._store_new(row)
        try:
            await table.set_rematch(row.id)
        except Refused as refused:
            if refused.code != "stale":
                raise
            await self._store.remove_table(row)
            await table.reload_if_stale()
            if table.log.row.rematch is None:
                raise
            return table.log.row.rematch
        return row.id

    async def delete(self, player: Player, table_id: str) -> None:
        """Forget a table that concerns nobody but this player. Raises Refused."""
        await (await self.find(table_id)).delete(player)
        self.live.pop(table_id, None)
        self._histories.drop(table_id)

    async def _store_new(self, row: TableRow) -> TableRow:
        """Store a new table, under another id and code than these if somebody has them."""
        for _ in range(10):
            try:
                await self._store.add_table(row)
                break
            except Conflict:
                row = with_new_id(row)
        return row

    async def join(self, player: Player, table_id: str, seat: Seat | None = None, address: str | None = None) -> Table:
        """Seat a player at an open seat, unless they hold too many elsewhere. Raises Refused."""
        table = await self.find(table_id)
        if self._services.are_limits_on and table.log.settings.are_seats_freed and player.id != table.log.row.host:
            if self._services.peers.id:
                rows = await self._store.list_player_tables(player.id, ALL_OF_A_PLAYER, statuses=("waiting",))
                check_held(rows, table.id, player.id)
            with self._held_seats.hold(table.id, player.id, address):
                await table.seating.join(player, seat)
        else:
            await table.seating.join(player, seat)
        return table

    def _is_held(self, table_id: str, player: str) -> bool:
        """Whether a player holds a seat that counts. A table where anybody does is not unloaded."""
        return (table := self.live.get(table_id)) is not None and player in list_guests(table.log)


def _is_needed(row: TableRow) -> bool:
    """Whether something must happen at a table even if nobody comes: a clock may run out, a seat be given up."""
    if row.status == "playing":
        return bool(row.settings["clock"]["kind"] != "none")
    seats = decode_seats(row.seats)
    return decode_settings(row.settings).are_seats_freed and any(seat.player not in (None, row.host) for seat in seats)
