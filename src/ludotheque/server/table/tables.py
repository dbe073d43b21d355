"""All tables of a server: those in memory, those in the store, and the way from one to the other.

A table is loaded from its log when somebody asks for it and forgotten when nobody has for a while. What must happen
although nobody is looking, a clock that reaches zero, brings it back. Bots wait until somebody comes.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from ludotheque.bus.bus import Bus
from ludotheque.core import registry
from ludotheque.core.errors import Conflict, OptionError, StoreError, UnknownGame
from ludotheque.core.fairness import new_seed
from ludotheque.core.game import AnyGame, Seat
from ludotheque.server.bots.pool import Thinkers
from ludotheque.server.bounds import CODE_LENGTH
from ludotheque.server.cache import CompressedBody, Momentary, SizedCache, compress_body
from ludotheque.server.errors import Refused
from ludotheque.server.metrics import Metrics
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.connections import Subscribers
from ludotheque.server.table.held_seats import HeldSeats
from ludotheque.server.table.log import UNREADABLE, Unreadable
from ludotheque.server.table.seats import decode_seats, encode_seats, list_people, make_seats, rotate
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import NewTable, decode_settings, encode_settings
from ludotheque.server.table.table import Table
from ludotheque.store.store import Player, Status, Store, TableRow

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What ids and codes are made of: nothing that looks like something else."""
ID_LENGTH = 12
IDLE_AFTER = 60_000
"""After how many milliseconds a table is forgotten that nobody uses."""
SWEEP_EVERY = 15.0
"""How often, in seconds, it is looked for such tables."""
FORGOTTEN_AFTER = 7 * 24 * 3_600_000
"""After how many milliseconds a table is closed that waits for players, and that nobody has touched."""
LAST_WORDS = 2.0
"""How many seconds connections have to hear that the server closes."""
MOST_TABLES = 100_000
"""How many games a server goes on with at most after a restart, before anybody asks for them."""
PAGE = 100
"""How many rows are read at a time where all are wanted."""
MOST_UNFINISHED = 20
"""How many tables a player has opened at most that are not over."""
COUNTED_FOR = 24 * 3_600_000
"""For how many milliseconds a table counts among them where only bots play."""
RETRY = 1000
"""After how many milliseconds a clock rings again if what it meant could not be stored."""
LISTED = 50
"""How many tables a list has at most."""
LIST_SECONDS = 1.0
"""How long a list is shown to everybody that no table of this server has changed."""
MOST_READ_AGAIN = 20
"""How often a list is read again at most because there are tables in it that cannot be read."""
MOST_REPORTED = 1000
"""How many tables that cannot be read are named in the log."""
MOST_CLOSED = 5
"""How many pages of forgotten tables are closed at a time."""
REPLAY_BYTES = 16 * 1024 * 1024
"""How much is kept of finished games that people have looked at again."""

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
        thinkers: Thinkers,
        now: Callable[[], int] = read_time,
        metrics: Metrics | None = None,
        *,
        pace: float = 1.0,
        limits: Limits | None = None,
        draw_seed: Callable[[], bytes] = new_seed,
        monotonic: Callable[[], int] = read_monotonic,
    ) -> None:
        self._draw_seed = draw_seed
        self._store = store
        self._services = Services(
            store,
            bus,
            thinkers,
            now,
            monotonic,
            self._schedule_deadline,
            metrics or Metrics(),
            limits or Limits(lambda: monotonic() / 1000),
            pace,
        )
        self._held_seats = HeldSeats(self._is_held)
        self.live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._rings: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._resumer: asyncio.Task[None] | None = None
        self._is_closing = False
        self._turn_to_load = asyncio.Semaphore(1)  # many games that are loaded at once would hold up those who play
        self._reported: set[str] = set()
        self._open_list = self._share(lambda: self._list(store.list_open_tables))
        self._live_list = self._share(lambda: self._list(store.list_watched_tables))
        self._replays = SizedCache[CompressedBody](REPLAY_BYTES, lambda body: body.size)

    def _share(self, make: Callable[[], Coroutine[Any, Any, list[Table]]]) -> Momentary[list[dict[str, Any]]]:
        """Let everybody see the same list, as nobody in particular sees it."""

        async def describe() -> list[dict[str, Any]]:
            return [table.describe(None) for table in await make()]

        return Momentary(describe, LIST_SECONDS, lambda: self._store.revision)

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Begin: go on with every game that has a clock."""
        self._sweeper = asyncio.create_task(self._sweep_forever())
        self._resumer = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Wake, one by one, the tables where something must happen even if nobody comes."""
        for status in ("playing", "waiting"):
            await self._resume_all(status)

    async def _resume_all(self, status: Status) -> None:
        last: TableRow | None = None
        for _ in range(MOST_TABLES // PAGE):
            rows = await self._store.list_tables(status, PAGE, last)
            for row in rows:
                try:
                    is_needed = _is_needed(row)
                except Exception as error:  # noqa: BLE001 - a row that makes no sense must not cost the other tables
                    self._report(row.id, error)
                    continue
                if is_needed:
                    await self.check_deadline(row.id)
            if len(rows) < PAGE:
                return
            last = rows[-1]
            await asyncio.sleep(0)  # others go on meanwhile

    async def close(self) -> None:
        """End: nothing new is taken on, what is being stored is finished, and everybody is told to come back."""
        self._is_closing = True
        for task in (self._sweeper, self._resumer):
            if task is not None:
                task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()
        await asyncio.gather(*self._rings, *self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self.live.values()))
        patience = asyncio.get_running_loop().time() + LAST_WORDS
        while any(map(len, self._list_subscriberss())) and asyncio.get_running_loop().time() < patience:
            await asyncio.sleep(0.01)

    def _list_subscriberss(self) -> list[Subscribers]:
        return [table.subscribers for table in self.live.values()]

    def sweep(self) -> None:
        """Forget the tables that nobody uses."""
        now = self._services.monotonic()
        for table in [*self.live.values()]:
            if table.is_idle and now - table.touched_at >= IDLE_AFTER:
                table.forget()
                del self.live[table.id]
        self._held_seats.forget()

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()
            await self.close_forgotten()

    async def close_forgotten(self) -> None:
        """Close the tables that have waited for players in vain; of very many, the others when it is called again."""
        before = self._services.now() - FORGOTTEN_AFTER
        last: TableRow | None = None
        try:
            for _ in range(MOST_CLOSED):
                rows = await self._store.list_forgotten_tables(before, PAGE, last)
                await self._give_up(rows)
                if len(rows) < PAGE:
                    return
                last = rows[-1]
        except Exception:  # noqa: BLE001 - the sweeper goes on, and comes here again
            _log.exception("Tables that were forgotten could not be closed")

    async def _give_up(self, rows: list[TableRow]) -> None:
        """Close tables if nobody is there. One that cannot be read is left to a newer server."""
        unreadable = []
        for row in rows:
            try:
                await (await self.find(row.id)).give_up()
            except Unreadable:
                unreadable.append(row.id)
            except Refused as refused:
                _log.warning("Table %s could not be closed: %s", row.id, refused)
        if unreadable:
            await self._store.mark_unreadable(unreadable)

    # ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _schedule_deadline(self, table: str, at: int | None) -> None:
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
        if at is not None and not self._is_closing:
            delay = max(0, at - self._services.monotonic()) / 1000
            self._alarms[table] = asyncio.get_running_loop().call_later(delay, self._ring_soon, table)

    def _ring_soon(self, table: str) -> None:
        self._alarms.pop(table, None)
        task = asyncio.get_running_loop().create_task(self.check_deadline(table))
        self._rings.add(task)
        task.add_done_callback(self._rings.discard)

    async def check_deadline(self, table: str) -> None:
        """Let a table look at its clock, also if it was forgotten. What may go well later is tried again."""
        try:
            await (await self.find(table)).check_deadline()
        except Unreadable:  # the log has it, and nothing will change that
            return
        except Refused as refused:
            _log.warning("Table %s could not be rung: %s", table, refused)
            if refused.code not in {"not_stored", "stale"}:
                return
        except Exception:  # noqa: BLE001 - the trouble of one table must not cost the others
            _log.exception("Table %s could not be rung", table)
        else:
            return
        self._schedule_deadline(table, self._services.monotonic() + RETRY)

    # ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> Table:
        """Give a table, from memory or from its log. Raises Refused."""
        if self._is_closing:
            raise Refused("closing", "The server is about to restart. Try again in a moment.")
        if (table := self.live.get(table_id)) is not None:
            table.touched_at = self._services.monotonic()
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
                return await self._wake(row)
        except Unreadable as error:
            self._report(table_id, error.reason)
            raise

    def _report(self, table: str, reason: object) -> None:
        """Tell the log, once, that a table cannot be read."""
        if table in self._reported or len(self._reported) >= MOST_REPORTED:
            return
        self._reported.add(table)
        _log.error("Table %s cannot be read: %s", table, reason)
        if len(self._reported) == MOST_REPORTED:
            _log.error("%d tables cannot be read; the others are not named here", MOST_REPORTED)

    async def _wake(self, row: TableRow) -> Table:
        table = Table(row, self._services)
        await table.load()
        self.live[row.id] = table
        for guest in table.list_guests():
            self._held_seats.note(row.id, guest)
        return table

    async def find_code(self, code: str) -> str:
        """Give the id of the table with a code. Raises Refused."""
        found = await self._store.find_code(code.strip().lower())
        if found is None:
            raise Refused("no_such_table", "There is no table with this code. Check it with whoever gave it to you.")
        return found

    # ── Listing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def list_open(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the tables that anybody may join, newest first."""
        return _show(await self._open_list.get(), player)

    async def list_live(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the games that anybody may watch, newest first."""
        return _show(await self._live_list.get(), player)

    async def list_mine(self, player: Player) -> list[dict[str, Any]]:
        """List the tables of a player, unfinished first."""
        tables = await self._list(lambda limit: self._store.list_player_tables(player.id, limit))
        return [table.describe(player) for table in tables]

    async def _list(self, read: Callable[[int], Awaitable[list[TableRow]]]) -> list[Table]:
        """Give the tables of a list. One that cannot be read is left out from now on, and the next takes its place."""
        tables: list[Table] = []
        for _ in range(MOST_READ_AGAIN):
            tables, unreadable = [], []
            for row in await read(LISTED):
                try:
                    tables.append(await self._look_at(row))
                except Unreadable as error:
                    self._report(row.id, error.reason)
                    unreadable.append(row.id)
                except (Refused, StoreError):  # the store fails, or the server is closing: perhaps the next time
                    continue
                except Exception as error:  # noqa: BLE001 - whatever is wrong with one table, the others are listed
                    self._report(row.id, repr(error))
                    unreadable.append(row.id)
                await asyncio.sleep(0)  # loading takes a moment; others go on meanwhile
            if not unreadable:
                break
            try:
                await self._store.mark_unreadable(unreadable)
            except StoreError as error:
                _log.warning("Tables that cannot be read could not be marked: %s", error)
                break
        return tables

    async def _look_at(self, row: TableRow) -> Table:
        """Give a table to be listed. Of a game that goes on it is told whose turn it is: that takes the log."""
        is_needed = row.status == "playing" or row.id in self.live
        return await self.find(row.id) if is_needed else Table(row, self._services)

    # ── Looking back ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def replay(self, table_id: str) -> CompressedBody:
        """Give a game that is over, ply by ply, as the body of an answer. It never changes, so it is kept."""

        async def make() -> CompressedBody:
            return await compress_body(await (await self.find(table_id)).replay())

        return await self._replays.get(table_id, make)

    # ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, player: Player, request: NewTable) -> Table:
        """Open a table. Raises Refused."""
        if self._is_closing:
            raise Refused("closing", "The server is about to restart. Try again in a moment.")
        game = make_game(request)
        await self._check_unfinished(player)
        row = self._make_row(game, player, request)
        table = await self._add(row)
        if request.start and all(wish.kind != "open" for wish in request.seats):
            await table.start(player)
        return table

    async def _check_unfinished(self, player: Player) -> None:
        """Refuse another table to a player who has opened many that are not over. Unfinished ones are listed first."""
        if not self._services.are_limits_on:
            return
        rows = await self._store.list_player_tables(player.id)
        if sum(row.host == player.id and self._is_unfinished(row) for row in rows) >= MOST_UNFINISHED:
            raise Refused(
                "too_many_tables",
                f"You have opened {MOST_UNFINISHED} tables that are not over. Finish or leave one of them first.",
            )

    def _is_unfinished(self, row: TableRow) -> bool:
        """Whether a table counts as one that its host has still to finish.

        Bots wait while nobody is there, so a game that all people have left, or that nobody but bots plays, may never
        end. The first does not count; the second, which its host cannot leave, counts for a day.
        """
        if row.status != "playing":
            return row.status == "waiting"
        seats = decode_seats(row.seats)
        if not list_people(seats):
            return self._services.now() - row.created_at < COUNTED_FOR
        return any(seat.bot is None for seat in seats)

    def _make_row(self, game: AnyGame, player: Player, request: NewTable) -> TableRow:
        now = self._services.now()
        return TableRow(
            id=_draw(ID_LENGTH),
            code=_draw(CODE_LENGTH),
            game=game.id,
            rules_version=game.rules_version,
            options=game.options.format(),
            settings=encode_settings(request.settings),
            seats=encode_seats(make_seats(request.seats, player)),
            status="waiting",
            host=player.id,
            seed=self._draw_seed(),
            epoch=0,
            created_at=now,
            changed_at=now,
        )

    async def _add(self, row: TableRow) -> Table:
        for _ in range(10):
            try:
                await self._store.add_table(row)
                break
            except Conflict:  # somebody has drawn the same code
                row = replace(row, id=_draw(ID_LENGTH), code=_draw(CODE_LENGTH))
        return await self._wake(row)

    async def join(self, player: Player, table_id: str, seat: Seat | None = None, address: str | None = None) -> Table:
        """Let a player take an open seat, if they do not hold too many elsewhere. Raises Refused."""
        table = await self.find(table_id)
        if self._services.are_limits_on and table.log.settings.are_seats_freed and player.id != table.log.row.host:
            with self._held_seats.hold(table.id, player.id, address):
                await table.join(player, seat)
        else:
            await table.join(player, seat)
        return table

    def _is_held(self, table_id: str, player: str) -> bool:
        """Whether a player holds a seat that counts. A table where anybody does is not forgotten."""
        return (table := self.live.get(table_id)) is not None and player in table.list_guests()

    async def rematch(self, player: Player, table_id: str) -> Table:
        """Open a table for the same players, each one seat further; all who ask get the same one. Raises Refused."""
        table = await self.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            log = table.log
            if log.row.status != "over":
                raise Refused("not_over", "There can be a rematch when the game is over.")
            table.check_not_banned(player)
            if all(seat.player != player.id for seat in log.seats):
                raise Refused("not_seated", "Only those who played can ask for a rematch.")
            if log.row.rematch is None:
                await self._check_unfinished(player)
                now = self._services.now()
                row = replace(
                    log.row,
                    id=_draw(ID_LENGTH),
                    code=_draw(CODE_LENGTH),
                    settings={**log.row.settings, "starts_by_itself": True},
                    seats=encode_seats(rotate(log.seats, log.row.banned)),
                    status="waiting",
                    host=player.id,
                    seed=self._draw_seed(),
                    epoch=0,
                    created_at=now,
                    changed_at=now,
                    outcome=None,
                    began_at=0,
                    version=0,
                )
                await table.set_rematch((await self._add(row)).id)
            rematch = log.row.rematch
        return await self.find(rematch or "")


def _show(tables: list[dict[str, Any]], player: Player | None) -> list[dict[str, Any]]:
    """Show a player a list that is shared by all: their own seats are what differs."""
    if player is None:
        return tables
    mine = [[number for number, seat in enumerate(table["seats"]) if seat["player"] == player.id] for table in tables]
    return [table | {"mine": seats} if seats else table for table, seats in zip(tables, mine, strict=True)]


def make_game(request: NewTable) -> AnyGame:
    """Make the game that is asked for. Raises Refused."""
    try:
        game_class = registry.find(request.game)
        options = dict(request.options)
        if "players" in game_class.Options.specs():  # as many as there are seats, unless it is said otherwise
            options.setdefault("players", str(len(request.seats)))
        game = game_class(game_class.Options.parse(options))
    except UnknownGame as error:
        raise Refused("no_such_game", str(error)) from None
    except OptionError as error:
        raise Refused("bad_option", str(error), error.option) from None
    if len(request.seats) != game.seats:
        raise Refused("malformed", f"{game.title} has {game.seats} seats here; {len(request.seats)} were given.")
    return game


def _is_needed(row: TableRow) -> bool:
    """Whether something must happen at a table even if nobody comes: a clock may run out, a seat be given up."""
    if row.status == "playing":
        return bool(row.settings["clock"]["kind"] != "none")
    seats = decode_seats(row.seats)
    return decode_settings(row.settings).are_seats_freed and any(seat.player not in (None, row.host) for seat in seats)


def _draw(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
