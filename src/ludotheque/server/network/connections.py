"""TCP connections: limits by total and address, and timeouts for clients that stall.

A connection is counted from the moment it is accepted until its socket is closed. One periodic sweep checks all of
them, so there is no state in which a connection has no timeout.
"""

import asyncio
import contextlib
import logging
import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any, Protocol

from ludotheque.core.errors import OptionError
from ludotheque.server.errors import TooFast
from ludotheque.server.monitoring.logs import LOG, RefusalLog, log
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.rate_limits import Bucket, name_address

SCOPE_KEY = "ludotheque.slot"
"""The key of a connection's slot in the ASGI scope."""

MOST_FILES = 65_536
"""The limit of open files that the server requests for itself, if the system allows it."""
OWN_FILES = 64
"""Files that the server itself needs: the database, the log, the event loop, modules that are imported late."""
FILES_PER_WORKER = 4
FILES_PER_CONNECTION = 2
"""The socket, and a static file that is being sent over it."""
MOST_CONNECTIONS = 10_000
"""How many connections there may be unless the config says otherwise."""
LEAST_CONNECTIONS = 16
MOST_PER_ADDRESS = 500
"""How many connections an address may have, but never more than a quarter of the total."""
RECENT_SECONDS = 600.0
"""For how long after its last player's socket an address may still use the reserve."""
MOST_RECENT = 10_000

SWEEP_SECONDS = 0.5
STALL_SECONDS = 10.0
"""How long a client may read nothing while data waits for it."""
CLOSE_SECONDS = 5.0
"""How long closing a connection may take until it is aborted."""
MOST_BUFFERED = 64 * 1024 * 1024
"""How many unsent bytes may be buffered for all connections together."""

_ALARMING = frozenset({"full", "files"})  # logged as warnings: the operator may want to raise limits


def reset_on_close(connected: socket.socket) -> None:
    """Make the system discard undelivered data when the socket is closed (SO_LINGER 0), to free its buffers at once."""
    with contextlib.suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


# ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits of the number of connections."""

    total: int
    per_address: int | None
    """None for no limit by address."""
    reserve: int
    """How many of the total are reserved for addresses of players."""

    @classmethod
    def of(cls, total: int, *, are_limits_on: bool = True, processes: int = 1) -> "Caps":
        """Derive all limits of one of several processes from its total."""
        per_address = min(max(8, MOST_PER_ADDRESS // processes), max(8, total // 4))
        return cls(total, per_address if are_limits_on else None, total // 4)


def raise_file_limit() -> int | None:
    """Raise the limit of open files of this process, up to `MOST_FILES`; return it, or None if there is no limit."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if wanted > soft:
        with contextlib.suppress(OSError, ValueError):  # some systems have another limit, too
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def count_connections(wanted: int, files: int | None, bot_workers: int, processes: int = 1) -> int:
    """Return how many connections to allow: `wanted`, 0 for the default, bounded by `files`. Raises OptionError.

    Several processes have an equal part of them each, and files of their own.
    """
    wanted = max(1, (wanted or MOST_CONNECTIONS) // processes)
    if files is None:
        return wanted
    own = OWN_FILES + FILES_PER_WORKER * bot_workers
    room = (files - own) // FILES_PER_CONNECTION
    if room < LEAST_CONNECTIONS:
        needed = own + FILES_PER_CONNECTION * LEAST_CONNECTIONS
        raise OptionError(
            f"This process may open {files} files, and the server needs {needed} at least. "
            "Raise the limit, with ulimit -n or LimitNOFILE."
        )
    if wanted > room and wanted != MOST_CONNECTIONS // processes:
        log(logging.WARNING, "max_connections is more than the limit of open files allows", files=files, allowed=room)
    return min(wanted, room)


# ── One connection ───────────────────────────────────────────────────────────────────────────────────────────────────


class Watched(Protocol):
    """A protocol with timeouts, which the sweep checks."""

    def find_overdue(self, now: float) -> str | None:
        """Return why the connection must be aborted now, or None."""


class OpenSocket(Protocol):
    """An accepted WebSocket, for an application that need not wait: without the tasks and queues between both."""

    def write_text(self, text: str) -> bool:
        """Send a text message in this turn of the event loop; False if the client does not read as fast: `send` it."""
        ...

    def listen(self, hear: Callable[[Any], None]) -> None:
        """Call `hear` with every message instead of `receive`. After each, nothing is parsed until `go_on`."""
        ...

    def go_on(self) -> None:
        """Parse what has arrived since the last message, and what arrives from now on, up to the next one."""
        ...


class Slot:
    """One accepted connection, counted for an address until it is released."""

    def __init__(self, connections: "Connections", address: str, accepted: socket.socket, *, is_proxy: bool) -> None:
        self.address = address
        """The address it counts for: the peer's, or that of the client whose request a proxy forwards; may be empty."""
        self.frames: Bucket | None = None
        """The rate limit of a WebSocket's frames; None without a WebSocket or without rate limits."""
        self.measure_queue: Callable[[], int] = int
        """Returns how many bytes are queued in the application."""
        self.socket: OpenSocket | None = None
        """The WebSocket on this connection, once it is accepted."""
        self.transport: asyncio.Transport | None = None
        self.is_proxy = is_proxy
        self.plays = False
        self._connections = connections
        self._socket = accepted
        self._protocol: Watched | None = None
        self._abort_at: float | None = None
        self._buffered = 0
        self._moved_at = 0.0
        self._is_open = True
        self._is_aborted = False

    def now(self) -> float:
        """Return the monotonic time by which deadlines are measured, in seconds."""
        return self._connections.now()

    def begin(self, transport: asyncio.Transport, protocol: Watched) -> None:
        """Apply the timeouts of a protocol, which replaces the one before."""
        self.transport = transport
        self._protocol = protocol
        transport.set_write_buffer_limits(high=64 * 1024, low=16 * 1024)

    def assign(self, address: str) -> None:
        """Count the connection for the client address that a proxy forwards. Raises TooFast if that has too many."""
        if address != self.address:
            self._connections.reassign(self, address)

    def unassign(self) -> None:
        """Count the connection for no address if it is a proxy's, which is idle until its next request."""
        if self.is_proxy:
            self._connections.unassign(self)

    def mark_player(self) -> None:
        """Note that an authenticated player has a socket here: their address may use the reserve."""
        self._connections.mark_player(self)

    def note_refusal(self, why: str) -> None:
        """Count and log that a request or handshake was refused."""
        self._connections.note_refusal(why, self.address)

    def close_by(self, seconds: float) -> None:
        """Abort the connection if it is still open after `seconds`; an earlier deadline stays."""
        at = self.now() + seconds
        self._abort_at = at if self._abort_at is None else min(at, self._abort_at)

    def abort(self, why: str) -> None:
        """Close at once and discard what is still to be sent; `why` is counted and logged."""
        if self._is_open and self.transport is not None and not self._is_aborted:
            self._is_aborted = True
            self._connections.note_abort(why, self.address)
            reset_on_close(self._socket)
            self.transport.abort()

    def release(self) -> None:
        """Stop counting the connection: its socket is closed. May be called twice."""
        if self._is_open:
            self._is_open = False
            self._connections.release(self)
            self.transport = None
            self._protocol = None
            self.measure_queue = int
            self.socket = None

    def find_overdue(self, now: float) -> str | None:
        """Return why the connection must be aborted now, or None."""
        if self.transport is None or self._protocol is None:
            return None
        if self._abort_at is not None and now >= self._abort_at:
            return "closing"
        buffered = self.transport.get_write_buffer_size()
        if buffered != self._buffered or not buffered:
            self._buffered = buffered
            self._moved_at = now
        elif now - self._moved_at > STALL_SECONDS:
            return "slow"
        return self._protocol.find_overdue(now)

    def measure(self) -> int:
        """Return how many bytes wait for the client to read them; 0 if it has read everything that was written."""
        buffered = 0 if self.transport is None else self.transport.get_write_buffer_size()
        return buffered + self.measure_queue() if buffered else 0


# ── All of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Connections:
    """All connections of a server: admits them within the caps and aborts those that exceed a timeout."""

    def __init__(
        self,
        caps: Caps,
        metrics: Metrics,
        refusals: RefusalLog,
        *,
        trusted_proxies: Sequence[str] = (),
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.now = now
        self._caps = caps
        self._metrics = metrics
        self._refusals = refusals
        self._proxies = [ip_network(network) for network in trusted_proxies]
        self._slots: dict[Slot, None] = {}
        self._by_address: dict[str, int] = {}
        self._players: dict[str, int] = {}
        """How many sockets of authenticated players each address has."""
        self._recent: dict[str, float] = {}
        """When the last of them was closed."""
        self._closing_at: float | None = None
        metrics.tcp_connections.set_function(lambda: len(self._slots))

    def __len__(self) -> int:
        return len(self._slots)

    def __iter__(self) -> Iterator[Slot]:
        return iter(tuple(self._slots))

    def admit(self, host: str, accepted: socket.socket) -> Slot | None:
        """Count an accepted connection; None if there are too many, and the caller closes it."""
        is_proxy = self._is_proxy(host)
        address = name_address(host)
        # The client behind a proxy is not known yet: only the total counts now, and `reassign` decides later.
        why = ("full" if len(self) >= self._caps.total else None) if is_proxy else self._find_refusal(address, 1)
        if why is not None:
            self.note_refusal(why, address)
            return None
        slot = Slot(self, "" if is_proxy else address, accepted, is_proxy=is_proxy)
        self._slots[slot] = None
        self._add(slot.address)
        return slot

    def reassign(self, slot: Slot, address: str) -> None:
        """Count a connection for another address. Raises TooFast if that has too many."""
        if (why := self._find_refusal(address, 0)) is not None:
            self.note_refusal(why, address)
            raise TooFast("connections at a time", 10)
        self._move(slot, address)

    def unassign(self, slot: Slot) -> None:
        """Count a connection for no address; the total still includes it."""
        if slot.address:
            self._move(slot, "")

    def mark_player(self, slot: Slot) -> None:
        """Note that an authenticated player has a socket on this connection."""
        if not slot.plays:
            slot.plays = True
            self._players[slot.address] = self._players.get(slot.address, 0) + 1

    def release(self, slot: Slot) -> None:
        """Stop counting a connection that is closed."""
        del self._slots[slot]
        self._drop(slot.address)
        self._end_play(slot)

    def note_refusal(self, why: str, address: str) -> None:
        """Count and log a connection that was not admitted, or that did not begin with a request."""
        self._metrics.connections_refused.labels(why).inc()
        self._refusals.note("connection refused", why, address, logging.WARNING if why in _ALARMING else logging.INFO)

    def note_abort(self, why: str, address: str) -> None:
        """Count and log an aborted connection; idle ones are not logged, because browsers open some in reserve."""
        self._metrics.connections_aborted.labels(why).inc()
        if why != "idle":
            self._refusals.note("connection aborted", why, address)

    def close_by(self, seconds: float) -> None:
        """Abort all connections that are still open after `seconds`, for shutdown."""
        self._closing_at = self.now() + seconds

    async def watch(self) -> None:
        """Sweep periodically until cancelled; an error of a sweep is logged."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:  # noqa: BLE001 - without sweeps one client could hold all connections
                LOG.exception("A sweep of the connections failed")
            self._refusals.flush()

    async def sweep(self) -> None:
        """Abort connections that exceed a timeout, then the largest buffers while the total is too large."""
        sizes: list[tuple[int, Slot]] = []
        for number, slot in enumerate(self, 1):
            if number % 256 == 0:
                await asyncio.sleep(0)
            now = self.now()
            if self._closing_at is not None and now >= self._closing_at:
                slot.abort("closing")
            elif (why := slot.find_overdue(now)) is not None:
                slot.abort(why)
            elif size := slot.measure():
                sizes.append((size, slot))
        self._shed(sizes)

    def _shed(self, sizes: list[tuple[int, Slot]]) -> None:
        """Abort connections with the largest buffers until the total is within `MOST_BUFFERED`."""
        total = sum(size for size, _ in sizes)
        if total > MOST_BUFFERED:
            for size, slot in sorted(sizes, key=lambda pair: -pair[0]):
                slot.abort("memory")
                total -= size
                if total <= MOST_BUFFERED:
                    return

    def _find_refusal(self, address: str, more: int) -> str | None:
        """Return why an address may not have another connection; `more` is 0 if the connection is counted already."""
        cap = self._caps.total if self._is_playing(address) else self._caps.total - self._caps.reserve
        if len(self) + more > cap:
            return "full"
        if self._caps.per_address is not None and self._by_address.get(address, 0) >= self._caps.per_address:
            return "address"
        return None

    def _is_playing(self, address: str) -> bool:
        if address in self._players:
            return True
        left = self._recent.get(address)
        return left is not None and self.now() - left < RECENT_SECONDS

    def _is_proxy(self, host: str) -> bool:
        if not self._proxies:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _move(self, slot: Slot, address: str) -> None:
        self._drop(slot.address)
        self._end_play(slot)
        slot.address = address
        self._add(address)

    def _add(self, address: str) -> None:
        if address:
            self._by_address[address] = self._by_address.get(address, 0) + 1

    def _drop(self, address: str) -> None:
        if address:
            _count_down(self._by_address, address)

    def _end_play(self, slot: Slot) -> None:
        if slot.plays:
            slot.plays = False
            _count_down(self._players, slot.address)
            self._recent.pop(slot.address, None)  # the newest is last
            self._recent[slot.address] = self.now()
            if len(self._recent) > MOST_RECENT:
                del self._recent[next(iter(self._recent))]


def _count_down(counts: dict[str, int], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
