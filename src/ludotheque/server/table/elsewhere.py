"""The same table in other processes: which of them owns it, who is connected there, what is asked and answered there.

What is stored is read from the store; notes only say that there is something to read. What is not stored, because it
lasts a moment (who is connected, what is asked, how long a turn has taken), is told here by ids and numbers. All notes
of other processes are followed under the table's lock, in the order in which they came, after what was stored before.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ludotheque.bus.peers import Presence
from ludotheque.core.errors import StoreError
from ludotheque.server.bots.player import PACE_NAMES
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import NoClock
from ludotheque.server.table.log import LOOK_AGAIN
from ludotheque.server.table.part import TablePart
from ludotheque.server.table.services import Services

if TYPE_CHECKING:
    from ludotheque.server.table.table import Table

JOINED = "tables"
"""On the bus: a process has loaded a table that another one owns."""
STATE_WITHIN = 1.0
"""Seconds for which a process that loads a table waits to hear how long the running turn has taken."""

_log = logging.getLogger(__name__)


class Elsewhere(TablePart):
    """What one table has to do with other processes. Where there are none, it does nothing."""

    def __init__(self, table: "Table", services: Services) -> None:
        super().__init__(table)
        self._services = services
        self._peers = services.peers
        self._is_alone = not services.peers.id
        self._is_presence_due = False
        self._is_telling = False
        self._has_left = False
        self._reads = 0
        """How often it was read who is connected elsewhere."""
        self._state: asyncio.Future[None] | None = None
        """Done when the owner has said how things stand; None while nobody waits for that."""

    async def join(self) -> None:
        """Own the table if nobody does; otherwise hear from its owner how things stand."""
        table = self._table
        if self._is_alone:
            return
        if table.log.row.status != "over":
            await self._peers.take([table.id])
        table.subscribers.set_elsewhere(await self._read_presence() or [])
        if table.log.row.status == "over" or table.is_owner:
            return
        self._services.bus.publish(JOINED, {"table": table.id, "process": self._peers.id})
        if table.log.row.status == "playing" and not isinstance(table.log.settings.clock, NoClock):
            self._state = asyncio.get_running_loop().create_future()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(STATE_WITHIN):
                        await self._state
            finally:
                self._state = None  # what comes later is sent to whoever is connected by then

    def leave(self) -> None:
        """Follow others no more, and forget what is measured of a game whose clocks another process minds."""
        self._has_left = True
        if not self._is_alone and not self._table.is_owner:
            self._services.timings.pop(self._table.id, None)

    def release(self) -> None:
        """Own a table no more where nothing will happen by itself."""
        if not self._is_alone and self._table.is_owner:
            self._table.spawn(self._peers.release([self._table.id]))

    def begin_read(self) -> int:
        """Count that it is read who is connected elsewhere; return the number of the reading."""
        self._reads += 1
        return self._reads

    def follow_processes(self, reading: int, presences: Sequence[Presence]) -> None:
        """Take over who is connected elsewhere, now that processes have come or gone, and begin or stop to own."""
        is_last = reading == self._reads  # otherwise a later reading brings what is new
        table = self._table
        table.spawn(self._follow(table, {"what": "processes"}, presences if is_last else None))

    async def refresh(self) -> None:
        """Look again at everything that other processes may have changed: their notes may have been missed."""
        table = self._table
        table.log.mark_stale()
        while not (self._has_left or await self._follow(table, {"what": "missed"})):
            await asyncio.sleep(LOOK_AGAIN / 1000)

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def tell_presence(self) -> None:
        """Tell other processes who is connected here."""
        if not self._is_alone:
            self._is_presence_due = True
            if not self._is_telling:
                self._is_telling = True
                table = self._table
                table.spawn(self._tell_presence(table))

    async def _tell_presence(self, table: "Table") -> None:
        try:
            while self._is_presence_due:
                self._is_presence_due = False
                await self._peers.tell_presence(table.id, table.subscribers.presence)
                table.tell(what="presence")
        finally:
            self._is_telling = False

    def tell_state(self, process: str) -> None:
        """Tell a process that has just loaded the table what is not stored of it."""
        table = self._table
        table.tell(
            what="state",
            to=process,
            clock=table.clock.tell(),
            asked=table.take_backs.tell(),
        )

    # ── Hearing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, note: dict[str, Any]) -> None:
        """Follow what another process has told; what this one has told was done already."""
        if note.get("to", self._peers.id) != self._peers.id:
            return
        if note["what"] == "stored" or note["process"] != self._peers.id:
            table = self._table
            table.spawn(self._follow(table, note))

    async def _follow(self, table: "Table", note: dict[str, Any], presences: Sequence[Presence] | None = None) -> bool:
        """Do what a note asks for; return whether that was possible."""
        if note["what"] in {"presence", "missed"}:  # before the lock is held: nobody who plays should wait for it
            presences = await self._read_presence()
        try:
            async with table.lock:
                if not table.is_deleted:
                    await table.reload_if_stale()
                    if presences is not None:
                        self._apply_presence(presences)
                    await self._apply(note)
                    table.wake()
                    await table.starting.begin_by_itself()
        except (Refused, StoreError) as error:
            _log.warning("Table %s could not follow other processes: %s", table.id, error)
            self._services.schedule_deadline(table.id, self._services.monotonic() + LOOK_AGAIN)
            return False
        return True

    async def _apply(self, note: dict[str, Any]) -> None:
        table = self._table
        match note["what"]:
            case "missed":
                await table.starting.hear_revealed()
                await table.chat.load()  # all of it: the name of a player who was deleted is gone from it
                table.feed.send_chat()
            case "said":
                await table.chat.catch_up(note["number"])
                table.feed.send_chat()
            case "revealed":
                await table.starting.hear_revealed()
            case "asked":
                table.take_backs.hear(note["asked"])
            case "answered":
                table.take_backs.hear_answer(note)
                if table.is_owner:  # two have answered at once, and neither process knew of the other's
                    await table.take_back_if_agreed()
            case "pace":
                table.set_bot_pace(PACE_NAMES[note["pace"]])
            case "state":
                self._hear_state(note)

    async def _read_presence(self) -> Sequence[Presence] | None:
        """Read who is connected elsewhere; None if a later reading has begun meanwhile, which this must not undo."""
        reading, table_id = self.begin_read(), self._table.id
        found = await self._peers.list_presence([table_id])
        return found.get(table_id, []) if reading == self._reads else None

    def _apply_presence(self, presences: Sequence[Presence]) -> None:
        table = self._table
        arrived = table.subscribers.set_elsewhere(presences)
        if True in {player: table.clock.note_arrival(player) for player in arrived}.values():  # a clock runs now
            table.feed.send_position()
        table.feed.send_table()

    def _hear_state(self, note: dict[str, Any]) -> None:
        table = self._table
        if note["clock"] is not None:
            table.clock.hear(note["clock"])
            if self._state is None and len(table.subscribers):
                table.feed.send_position()
        if note["asked"] is not None:
            table.take_backs.hear(note["asked"])
        if self._state is not None and not self._state.done():
            self._state.set_result(None)
