"""A table in memory, as its viewers know it: what is stored is told to them. What happens there, table.py says.

What viewers have been told is compared with what the log holds, and the difference is sent. So it does not matter
who changed it, this table or another process with the same table.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from ludotheque.server.errors import Refused
from ludotheque.server.table.chat import Chat
from ludotheque.server.table.connections import POLICY_VIOLATION, RESTART, Connection, Subscribers
from ludotheque.server.table.feed import Feed
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.messages import Said, encode
from ludotheque.server.table.seats import find_seats
from ludotheque.server.table.services import Services
from ludotheque.server.table.views import view_picture, view_plies
from ludotheque.store.store import Player, TableRow

PRESENCE_DELAY = 0.05
"""Who comes and goes within this many seconds is told in one message."""

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")


class Stage:
    """The log of a table, its viewers, and the lock that orders everything that happens here."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.id = row.id
        self.touched_at = services.monotonic()
        """When it was last asked for, by the monotonic clock."""
        self.lock = asyncio.Lock()
        self.subscribers = Subscribers(services.monotonic)
        self.log = MatchLog(row, services, self.subscribers.has)
        self._services = services
        self._feed = Feed(self.log, self.subscribers)
        self._chat = Chat(services.store, row.id, services.now, services.monotonic)
        self._told: tuple[TableRow, int] = (row, 0)
        """The row and the ply that viewers know."""
        self._record: str | None = None
        """Of a game that is over."""
        self._telling: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unsubscribe: Callable[[], None] = lambda: None

    def _go_on(self) -> None:
        """Let whoever is next be next. It is called whenever viewers have been told something new."""

    def _schedule_deadline(self) -> None:
        """Set when this table must be looked at although nobody asks for it."""

    async def _greet(self, connection: Connection) -> None:
        """Do what else is to be done when somebody has come. The lock is held."""

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the log and the chat, and go on from there."""
        await self.log.load()
        await self._chat.load()
        self._told = self.log.row, self.log.ply
        self._unsubscribe = self._services.bus.subscribe(self.id, self._hear)
        self._go_on()

    async def close(self) -> None:
        """Finish what is being stored, say goodbye and stop."""
        async with self.lock:
            for connection in self.subscribers:
                connection.close(RESTART, "shutdown")
            self.forget()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def forget(self) -> None:
        """Hear and tell nothing any more."""
        self._unsubscribe()
        if self._telling is not None:
            self._telling.cancel()

    @property
    def is_limited(self) -> bool:
        """Whether it is counted how often people do things."""
        return self._services.are_limits_on

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss this table if it were forgotten and loaded again later."""
        return not len(self.subscribers) and not self.lock.locked() and not self._tasks

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def publish(self) -> None:
        """Let everybody who watches know, in whatever process, that what is stored has changed."""
        row = self.log.row
        self._services.bus.publish(
            self.id, {"what": "stored", "epoch": row.epoch, "ply": self.log.ply, "version": row.version}
        )

    def _hear(self, note: dict[str, Any]) -> None:
        if note["what"] == "said":
            self._tell_said(msgspec.convert(note["said"], Said))
            return
        row = self.log.row
        if (note["epoch"], note["ply"], note["version"]) == (row.epoch, self.log.ply, row.version):
            self._tell_news()
        else:  # another process has written
            self.log.is_stale = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        async with self.lock:
            await self.reload_if_stale()

    async def reload_if_stale(self) -> None:
        """Load the log again if nobody knows whether it is true. For whoever holds the lock."""
        if self.log.is_stale:
            await self.log.load()
            self._tell_news()

    def _tell_news(self) -> None:
        """Tell viewers the difference between what they know and what is stored."""
        log, feed = self.log, self._feed
        (row, ply), self._told = self._told, (log.row, log.ply)
        is_new_row = log.row is not row
        if is_new_row:
            feed.seat_viewers()
            self._show_out()
        if log.row.epoch != row.epoch:
            feed.tell_position(is_taken_back=True)
        elif row.status == "waiting":
            feed.tell_position()
        elif log.ply > ply:
            feed.tell_plies(ply)
        elif is_new_row and row.status == "playing":  # somebody else decides at a seat now, or the game has ended
            feed.tell_position()
        if is_new_row:
            feed.tell_table()
        self._go_on()

    def _show_out(self) -> None:
        """Close the connections of those who may not watch any more."""
        for connection in self.subscribers:
            if not self.may_watch(connection.player):
                connection.close(POLICY_VIOLATION, "not_allowed")

    def _tell_presence(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        self._telling = None
        self._feed.tell_table()

    def _tell_said(self, said: Said) -> None:
        self._chat.hear(said)
        frame = encode(said)
        for connection in self.subscribers:
            if not self._chat.is_muted(said.player, connection.player):
                connection.send(frame)

    async def finish(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Do something to its end, also if whoever waits for it is cancelled: what is stored must be told."""
        return await asyncio.shield(self._spawn(work))

    def _spawn(self, work: Coroutine[Any, Any, _Result]) -> "asyncio.Task[_Result]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("Table %s: %s", self.id, error, exc_info=error)

    # ── Viewers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def is_banned(self, player: Player | None) -> bool:
        """Whether the host has removed somebody for good."""
        return player is not None and player.id in self.log.row.banned

    def check_not_banned(self, player: Player | None) -> None:
        """Refuse whom the host has removed for good. Raises Refused."""
        if self.is_banned(player):
            raise Refused("banned", "The host has removed you from this table. You cannot come back to it.")

    def may_watch(self, player: Player | None) -> bool:
        """Whether somebody may connect: whoever sits here, the host, and spectators where the table has any."""
        if self.is_banned(player):
            return False
        is_known = player is not None and (
            player.id == self.log.row.host or bool(find_seats(self.log.seats, player.id))
        )
        return is_known or self.log.settings.watch != "nobody" or self.log.row.status == "waiting"

    async def connect(self, connection: Connection, since: int | None = None, epoch: int | None = None) -> None:
        """Let a connection see the game from now on: first everything, or just what it missed. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            self.check_not_banned(connection.player)
            if not self.may_watch(connection.player):
                raise Refused("not_allowed", "Nobody may watch this game but those who play it.")
            self.touched_at = self._services.monotonic()
            if connection.player is not None and self.log.see(connection.player.id):
                self._feed.tell_position()  # to those who are here: a clock runs now
                self._schedule_deadline()
            self._feed.seat_viewer(connection)
            self.subscribers.add(connection)
            self._feed.welcome(connection, self._chat.recall(connection.player), since, epoch)
            self._tell_presence()
            await self._greet(connection)

    def disconnect(self, connection: Connection) -> None:
        """Forget a connection."""
        self.subscribers.remove(connection)
        self.touched_at = self._services.monotonic()
        self._tell_presence()
        self._schedule_deadline()

    def describe(self, player: Player | None) -> dict[str, Any]:
        """Give the table as a player sees it."""
        mine = find_seats(self.log.seats, None if player is None else player.id)
        view: dict[str, Any] = msgspec.to_builtins(self._feed.view_table(tuple(mine)))
        return view

    async def record(self, player: Player | None) -> str | dict[str, Any]:
        """Give the record of a game that is over; before, to a player, what they have seen of it. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            if log.match is None:
                raise Refused("not_started", "The game has not started yet, so there is nothing to record.")
            if log.row.status == "over":
                return await self._write_record()
            self.check_not_banned(player)
            mine = find_seats(log.seats, None if player is None else player.id)
            if not mine:
                raise Refused("not_allowed", "The record is for everybody when the game is over, and not before.")
            plies = view_plies(log.game, log.match.plies, mine[0])
            return {"table": self.describe(player), "plies": msgspec.to_builtins(plies)}

    async def _write_record(self) -> str:
        """Write the record of a game that is over, once; it takes a moment, so it is done in a thread."""
        if self._record is None:
            async with self._services.long_work:
                self._record = await asyncio.to_thread(self.log.write_record)
        return self._record

    async def replay(self) -> dict[str, Any]:
        """Give a game that is over ply by ply, as spectators saw it, to be looked at again. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            match, game = self.log.match, self.log.game
            if match is None or self.log.row.status != "over":
                raise Refused("not_over", "A game can be looked at again when it is over.")
            plies = tuple(match.plies)
        start = plies[0].before if plies else match.state
        positions: list[dict[str, Any]] = [{"ply": 0, "actor": None, "events": [], **view_picture(game, start)}]
        async with self._services.long_work:
            for ply in plies:
                [told] = view_plies(game, [ply], None)
                positions.append({**msgspec.to_builtins(told), **view_picture(game, ply.after)})
                await asyncio.sleep(0)  # a long game takes a moment; others go on meanwhile
        return {"positions": positions}
