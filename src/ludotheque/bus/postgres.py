"""The bus between processes that share a PostgreSQL database, by LISTEN and NOTIFY.

Notes that wait are sent together, because every transaction that notifies takes one lock that all processes share.
They are sent from a connection of their own that does not wait for the disk: what they tell of is stored already. When
the connection was lost, notes may have been missed, and listeners are told so.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg
import msgspec

from ludotheque.bus.bus import Listener
from ludotheque.bus.local import LocalBus
from ludotheque.core.errors import StoreError

CHANNEL = "ludotheque"
MOST_BYTES = 7900
"""What one notification can carry: PostgreSQL takes less than 8000 bytes."""
MOST_WAITING = 10_000
"""How many notes wait for a database that does not answer; beyond that all others are told that they missed some."""
RETRY = 0.2
"""Seconds between attempts to connect."""
CHECK = 5.0
"""Seconds of silence after which it is asked whether the connection still works."""
CLOSE_WITHIN = 2.0
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 10.0

FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
_Note: TypeAlias = tuple[str, Any]

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
_GAP = "gap"  # a topic of the bus itself

_log = logging.getLogger(__name__)


class PostgresBus:
    """Delivers messages at once within this process, and in a moment to all others that have the database open."""

    def __init__(self, address: str, process: str) -> None:
        """Take the address of the database, and what tells this process from all others."""
        self._address = address
        self._process = process
        self._local = LocalBus()
        self._gap_listeners: list[Callable[[], None]] = []
        self._waiting: list[bytes] = []
        self._news = asyncio.Event()
        """Set when something waits, or the connection is lost, or the bus is closing."""
        self._running: asyncio.Task[None] | None = None
        self._is_closing = False

    async def open(self) -> None:
        """Connect and listen. Raises StoreError."""
        try:
            connection = await self._connect()
        except (*FAILURES, ValueError) as error:
            raise StoreError(f"The bus cannot reach the database ({error}); see that PostgreSQL runs.") from None
        self._running = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        """Send what waits, then deliver nothing more."""
        await self._local.close()
        self._is_closing = True
        self._news.set()
        if self._running is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_WITHIN):
                    await self._running

    def publish(self, topic: str, message: Any) -> None:
        """Deliver a message here, and soon in all other processes."""
        note = msgspec.json.encode((topic, message))
        if len(note) > MOST_BYTES - len(self._process) - 10:
            raise ValueError(f"a note on {topic} has {len(note)} bytes, which is more than one can have")
        if len(self._waiting) >= MOST_WAITING:
            note = msgspec.json.encode((_GAP, None))
            self._waiting = []  # another list: of the old one some may be under way
        self._waiting.append(note)
        self._news.set()
        self._local.publish(topic, message)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Deliver later messages of a topic to a listener."""
        return self._local.subscribe(topic, listener)

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Call a listener whenever messages of other processes may have been missed."""
        self._gap_listeners.append(listener)

    async def _connect(self) -> Connection:
        connection = await asyncpg.connect(
            self._address,
            timeout=_CONNECT_SECONDS,
            command_timeout=_ANSWER_SECONDS,
            server_settings={"application_name": "ludotheque bus", "synchronous_commit": "off"},
        )
        connection.add_termination_listener(lambda _connection: self._news.set())
        await connection.add_listener(CHANNEL, self._on_notification)
        return connection

    async def _run(self, connection: Connection) -> None:
        """Send what waits, and connect again whenever the connection is lost."""
        while True:
            try:
                await self._send_forever(connection)
            except FAILURES as error:
                _log.warning("The bus has lost its connection to the database: %s", repr(error))
            finally:
                connection.terminate()
            if self._is_closing:
                return
            connection = await self._reconnect()
            self._tell_gap()

    async def _reconnect(self) -> Connection:
        while True:
            try:
                return await self._connect()
            except FAILURES:
                await asyncio.sleep(RETRY)

    async def _send_forever(self, connection: Connection) -> None:
        while True:
            waiting, notes = self._waiting, len(self._waiting)
            if notes:
                await connection.execute(_NOTIFY, CHANNEL, self._pack(waiting[:notes]))
                del waiting[:notes]  # only now: what may not have been sent is sent again
                continue
            if self._is_closing:
                return
            self._news.clear()
            if connection.is_closed():
                raise ConnectionResetError("the connection was closed")
            try:
                async with asyncio.timeout(CHECK):
                    await self._news.wait()
            except TimeoutError:
                await connection.execute("SELECT")

    def _pack(self, notes: list[bytes]) -> list[str]:
        """Write notes as few payloads."""
        head = b'["' + self._process.encode() + b'",['
        payloads, body = [], b""
        for note in notes:
            if body and len(head) + len(body) + len(note) + 3 > MOST_BYTES:
                payloads.append(head + body + b"]]")
                body = b""
            body += b"," + note if body else note
        payloads.append(head + body + b"]]")
        return [payload.decode() for payload in payloads]

    def _on_notification(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        try:
            sender, notes = msgspec.json.decode(str(payload), type=tuple[str, list[_Note]])
        except msgspec.DecodeError:
            _log.warning("Somebody has sent a note that makes no sense")
            return
        if sender == self._process:
            return
        for topic, message in notes:
            if topic == _GAP:
                self._tell_gap()
                continue
            try:
                self._local.publish(topic, message)
            except Exception:  # noqa: BLE001 - the trouble of one listener must not cost the others
                _log.exception("A note on %s could not be followed", topic)

    def _tell_gap(self) -> None:
        for listener in self._gap_listeners:
            listener()
