"""All tables of a server: those in memory, those in the store, and the way from one to the other.

A table is loaded from its log when somebody asks for it and forgotten when nobody has for a while. What must happen
although nobody is looking, a clock that reaches zero or a bot's turn after a restart, brings it back.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ludotheque.bus.bus import Bus
from ludotheque.core import registry
from ludotheque.core.errors import Conflict, OptionError, StoreError, UnknownGame
from ludotheque.core.fairness import new_seed
from ludotheque.core.game import AnyGame
from ludotheque.server.ledger import UNREADABLE
from ludotheque.server.limits import Limit, Rate
from ludotheque.server.metrics import Metrics
from ludotheque.server.refusal import Refused
from ludotheque.server.seating import decode_seats, encode_seats, furnish, rotate
from ludotheque.server.services import Services
from ludotheque.server.table import LiveTable
from ludotheque.server.table_settings import NewTable, encode_settings
from ludotheque.server.thinking import Thinkers
from ludotheque.server.viewers import Audience
from ludotheque.store.store import Player, Store, TableRow

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What ids and codes are made of: nothing that looks like something else."""
ID_LENGTH, CODE_LENGTH = 12, 6
IDLE_AFTER = 60_000
"""After how many milliseconds a table is forgotten that nobody uses."""
SWEEP_EVERY = 15.0
"""How often, in seconds, it is looked for such tables."""
HINTS = Rate("hints", 10, 0.5)
FORGOTTEN_AFTER = 7 * 24 * 3_600_000
"""After how many milliseconds a table is closed that waits for players, and that nobody has touched."""
LAST_WORDS = 2.0
"""How many seconds connections have to hear that the server closes."""
MOST_TABLES = 100_000
"""How many games a server goes on with at most after a restart, before anybody asks for them."""
MOST_UNFINISHED = 20
"""How many tables a player has opened at most that are not over: bots have only so much time for each."""
RETRY = 1000
"""After how many milliseconds a clock rings again if what it meant could not be stored."""
LISTED = 50
"""How many tables a list has at most."""

_log = logging.getLogger(__name__)


def read_time() -> int:
    """Give the time in milliseconds."""
    return time.time_ns() // 1_000_000


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
        are_limits_on: bool = True,
        draw_seed: Callable[[], bytes] = new_seed,
    ) -> None:
        self._draw_seed = draw_seed
        self._store = store
        hints = Limit(HINTS, lambda: now() / 1000) if are_limits_on else None
        self._services = Services(store, bus, thinkers, now, self._set_alarm, metrics or Metrics(), now(), pace, hints)
        self.live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._rings: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._resumer: asyncio.Task[None] | None = None
        self._is_closing = False

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """Begin: go on with every game in which a bot or a clock is next."""
        self._sweeper = asyncio.create_task(self._sweep_forever())
        self._resumer = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Wake, one by one, the tables where something must happen even if nobody comes."""
        for row in await self._store.list_tables("playing", limit=MOST_TABLES):
            try:
                is_needed = row.settings["clock"]["kind"] != "none" or any(seat.bot for seat in decode_seats(row.seats))
            except Exception:  # noqa: BLE001 - a row that makes no sense must not cost the other tables
                _log.exception("Table %s cannot go on", row.id)
                continue
            if is_needed:
                await self.ring(row.id)

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
        while any(map(len, self._list_audiences())) and asyncio.get_running_loop().time() < patience:
            await asyncio.sleep(0.01)

    def _list_audiences(self) -> list[Audience]:
        return [table.audience for table in self.live.values()]

    def sweep(self) -> None:
        """Forget the tables that nobody uses."""
        now = self._services.now()
        for table in [*self.live.values()]:
            if table.is_idle and now - table.touched_at >= IDLE_AFTER:
                table.forget()
                del self.live[table.id]

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.sweep()
            await self.close_forgotten()

    async def close_forgotten(self) -> None:
        """Close the tables that have waited for players in vain."""
        now = self._services.now()
        try:
            for row in await self._store.list_forgotten_tables(now - FORGOTTEN_AFTER, LISTED):
                try:
                    await (await self.find(row.id)).give_up()
                except Refused as refused:
                    if refused.code in {"wrong_rules", "broken"}:  # it cannot be loaded, and never be played
                        await self._store.save_table(row.change(status="over", changed_at=now))
        except Exception:  # noqa: BLE001 - the sweeper goes on, and comes here again
            _log.exception("Tables that were forgotten could not be closed")

    # ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _set_alarm(self, table: str, at: int | None) -> None:
        if (alarm := self._alarms.pop(table, None)) is not None:
            alarm.cancel()
        if at is not None and not self._is_closing:
            delay = max(0, at - self._services.now()) / 1000
            self._alarms[table] = asyncio.get_running_loop().call_later(delay, self._ring_soon, table)

    def _ring_soon(self, table: str) -> None:
        self._alarms.pop(table, None)
        task = asyncio.get_running_loop().create_task(self.ring(table))
        self._rings.add(task)
        task.add_done_callback(self._rings.discard)

    async def ring(self, table: str) -> None:
        """Let a table look at its clock, also if it was forgotten. What may go well later is tried again."""
        try:
            await (await self.find(table)).ring()
        except Refused as refused:
            _log.warning("Table %s could not be rung: %s", table, refused)
            if refused.code not in {"not_stored", "stale"}:
                return
        except Exception:  # noqa: BLE001 - the trouble of one table must not cost the others
            _log.exception("Table %s could not be rung", table)
        else:
            return
        self._set_alarm(table, self._services.now() + RETRY)

    # ── Finding ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> LiveTable:
        """Give a table, from memory or from its log. Raises Refused."""
        if self._is_closing:
            raise Refused("closing", "The server is about to restart. Try again in a moment.")
        if (table := self.live.get(table_id)) is not None:
            table.touched_at = self._services.now()
            return table
        if (loading := self._loading.get(table_id)) is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)  # others may wait for the same table

    async def _load(self, table_id: str) -> LiveTable:
        try:
            row = await self._store.find_table(table_id)
        except StoreError as error:
            _log.warning("Table %s could not be read: %s", table_id, error)
            raise Refused("not_stored", UNREADABLE) from None
        if row is None:
            raise Refused("no_such_table", "There is no such table. Check the link.")
        return await self._wake(row)

    async def _wake(self, row: TableRow) -> LiveTable:
        table = LiveTable(row, self._services)
        await table.load()
        self.live[row.id] = table
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
        return await self._describe(await self._store.list_open_tables(LISTED), player)

    async def list_live(self, player: Player | None = None) -> list[dict[str, Any]]:
        """List the games that anybody may watch, newest first."""
        return await self._describe(await self._store.list_watched_tables(LISTED), player)

    async def list_mine(self, player: Player) -> list[dict[str, Any]]:
        """List the tables of a player, unfinished first."""
        return await self._describe(await self._store.list_player_tables(player.id, LISTED), player)

    async def _describe(self, rows: Iterable[TableRow], player: Player | None) -> list[dict[str, Any]]:
        tables = []
        for row in [*rows][:LISTED]:
            try:
                # Of a game that is played, people want to know whose turn it is; that takes the log.
                is_needed = row.status == "playing" or row.id in self.live
                table = await self.find(row.id) if is_needed else LiveTable(row, self._services)
            except Refused:  # begun under older rules, or broken
                continue
            tables.append(table.describe(player))
            await asyncio.sleep(0)  # loading takes a moment; others go on meanwhile
        return tables

    # ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, player: Player, request: NewTable) -> LiveTable:
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
        if sum(row.host == player.id and row.status != "over" for row in rows) >= MOST_UNFINISHED:
            raise Refused(
                "too_many_tables",
                f"You have opened {MOST_UNFINISHED} tables that are not over. Finish or leave one of them first.",
            )

    def _make_row(self, game: AnyGame, player: Player, request: NewTable) -> TableRow:
        now = self._services.now()
        return TableRow(
            id=_draw(ID_LENGTH),
            code=_draw(CODE_LENGTH),
            game=game.id,
            rules_version=game.rules_version,
            options=game.options.format(),
            settings=encode_settings(request.settings),
            seats=encode_seats(furnish(request.seats, player)),
            status="waiting",
            host=player.id,
            seed=self._draw_seed(),
            epoch=0,
            created_at=now,
            changed_at=now,
        )

    async def _add(self, row: TableRow) -> LiveTable:
        for _ in range(10):
            try:
                await self._store.add_table(row)
                break
            except Conflict:  # somebody has drawn the same code
                row = replace(row, id=_draw(ID_LENGTH), code=_draw(CODE_LENGTH))
        return await self._wake(row)

    async def rematch(self, player: Player, table_id: str) -> LiveTable:
        """Open a table for the same players, each one seat further; all who ask get the same one. Raises Refused."""
        table = await self.find(table_id)
        async with table.lock:
            await table.mend()
            ledger = table.ledger
            if ledger.row.status != "over":
                raise Refused("not_over", "There can be a rematch when the game is over.")
            if all(seat.player != player.id for seat in ledger.seats):
                raise Refused("not_seated", "Only those who played can ask for a rematch.")
            if ledger.row.rematch is None:
                await self._check_unfinished(player)
                now = self._services.now()
                row = replace(
                    ledger.row,
                    id=_draw(ID_LENGTH),
                    code=_draw(CODE_LENGTH),
                    settings={**ledger.row.settings, "starts_by_itself": True},
                    seats=encode_seats(rotate(ledger.seats)),
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
            rematch = ledger.row.rematch
        return await self.find(rematch or "")


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
        raise Refused("malformed", str(error)) from None
    if len(request.seats) != game.seats:
        raise Refused("malformed", f"{game.title} has {game.seats} seats here; {len(request.seats)} were given.")
    return game


def _draw(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
