"""TCP connections: how many there may be, from whom, and what becomes of those that keep the server waiting.

A connection is counted from the moment it is accepted until its file is closed. One sweep looks at all of them, so
there is no state in which a connection is not watched.
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
from typing import Protocol

from ludotheque.core.errors import OptionError
from ludotheque.server.errors import TooFast
from ludotheque.server.logs import LOG, RefusalLog, log
from ludotheque.server.metrics import Metrics
from ludotheque.server.rate_limits import Bucket, name_address

SCOPE_KEY = "ludotheque.slot"
"""Where the scope of a request holds the slot of its connection."""

MOST_FILES = 65_536
"""To how many open files the server raises its own limit, if the system lets it."""
OWN_FILES = 64
"""Files that the server itself may need: the database, the log, the event loop, modules that are loaded late."""
FILES_PER_WORKER = 4
FILES_PER_CONNECTION = 2
"""The socket, and a file of the client that is being sent over it."""
MOST_CONNECTIONS = 10_000
"""How many connections there may be unless the host wants more."""
LEAST_CONNECTIONS = 16
MOST_PER_ADDRESS = 500
"""How many connections an address may have, but never more than a quarter of all."""
RECENT_SECONDS = 600.0
"""For how long after their last socket people may still use the reserve."""
MOST_RECENT = 10_000

SWEEP_SECONDS = 0.5
STALL_SECONDS = 10.0
"""How long somebody may take nothing of what is being sent to them."""
FAREWELL = 5.0
"""How many seconds a connection that is being closed has until it is aborted."""
MOST_BUFFERED = 64 * 1024 * 1024
"""How many bytes may wait for all connections together."""

_ALARMING = frozenset({"full", "files"})  # the host may want to do something about these


def reset_on_close(connected: socket.socket) -> None:
    """Let the system forget what was not delivered when the socket is closed, and free everything at once."""
    with contextlib.suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


# ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Caps:
    """How many connections there may be."""

    total: int
    per_address: int | None
    """None if addresses are not counted."""
    reserve: int
    """How many of all are kept for addresses from which somebody plays."""

    @classmethod
    def of(cls, total: int, *, are_limits_on: bool = True) -> "Caps":
        """Divide a total."""
        per_address = min(MOST_PER_ADDRESS, max(8, total // 4))
        return cls(total, per_address if are_limits_on else None, total // 4)


def raise_file_limit() -> int | None:
    """Allow this process as many open files as the system lets it; give how many. None where nobody counts them."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if wanted > soft:
        with contextlib.suppress(OSError, ValueError):  # some systems have another limit besides
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def count_connections(wanted: int, files: int | None, bot_workers: int) -> int:
    """Say how many connections `files` allow; `wanted` 0 is as many as is usual. Raises OptionError."""
    if files is None:
        return wanted or MOST_CONNECTIONS
    own = OWN_FILES + FILES_PER_WORKER * bot_workers
    room = (files - own) // FILES_PER_CONNECTION
    if room < LEAST_CONNECTIONS:
        needed = own + FILES_PER_CONNECTION * LEAST_CONNECTIONS
        raise OptionError(
            f"This process may open {files} files, and the server needs {needed} at least. "
            "Raise the limit, with ulimit -n or LimitNOFILE."
        )
    if wanted > room:
        log(logging.WARNING, "max_connections is more than the limit of open files allows", files=files, allowed=room)
    return min(wanted or MOST_CONNECTIONS, room)


# ── One connection ───────────────────────────────────────────────────────────────────────────────────────────────────


class Watched(Protocol):
    """A protocol that can say whether its peer takes too long."""

    def find_overdue(self, now: float) -> str | None:
        """Say why the connection is to be aborted now, if it is."""


class Slot:
    """One accepted connection."""

    def __init__(self, connections: "Connections", address: str, accepted: socket.socket, *, is_proxy: bool) -> None:
        self.address = address
        """The address it counts for: that of the peer, or the one that a proxy forwards at the moment."""
        self.frames: Bucket | None = None
        """What counts the frames of a WebSocket; None while there is none, and where nobody counts."""
        self.measure_queue: Callable[[], int] = int
        """How many bytes wait in the application to be sent."""
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
        """Give the time by which deadlines are measured."""
        return self._connections.now()

    def begin(self, transport: asyncio.Transport, protocol: Watched) -> None:
        """Watch a protocol from now on, and nobody before it."""
        self.transport = transport
        self._protocol = protocol
        transport.set_write_buffer_limits(high=64 * 1024, low=16 * 1024)

    def assign(self, address: str) -> None:
        """Let the connection count for the address that a proxy forwards. Raises TooFast if that has too many."""
        if address != self.address:
            self._connections.reassign(self, address)

    def unassign(self) -> None:
        """Let the connection of a proxy, which waits for the next request, count for nobody."""
        if self.is_proxy:
            self._connections.unassign(self)

    def mark_player(self) -> None:
        """Note that a known player has a socket here: others from this address may use the reserve."""
        self._connections.mark_player(self)

    def note_refusal(self, why: str) -> None:
        """Count and log that what came is not answered as it was meant."""
        self._connections.note_refusal(why, self.address)

    def close_by(self, seconds: float) -> None:
        """Abort the connection if it is not closed in time."""
        at = self.now() + seconds
        self._abort_at = at if self._abort_at is None else min(at, self._abort_at)

    def abort(self, why: str) -> None:
        """Close at once, whatever was still to be sent."""
        if self._is_open and self.transport is not None and not self._is_aborted:
            self._is_aborted = True
            self._connections.note_abort(why, self.address)
            reset_on_close(self._socket)
            self.transport.abort()

    def release(self) -> None:
        """Count it no more: its file is closed."""
        if self._is_open:
            self._is_open = False
            self._connections.release(self)
            self.transport = None
            self._protocol = None
            self.measure_queue = int

    def find_overdue(self, now: float) -> str | None:
        """Say why the connection is to be aborted now, if it is."""
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
        """Give how many bytes wait for the other side to read them; 0 if it has taken all that was written."""
        buffered = 0 if self.transport is None else self.transport.get_write_buffer_size()
        return buffered + self.measure_queue() if buffered else 0


# ── All of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Connections:
    """All connections of a server: admits them by address, and aborts whoever keeps it waiting."""

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
        """How many sockets of known players each address has."""
        self._recent: dict[str, float] = {}
        """When the last of them was closed."""
        self._closing_at: float | None = None
        metrics.tcp_connections.set_function(lambda: len(self._slots))

    def __len__(self) -> int:
        return len(self._slots)

    def __iter__(self) -> Iterator[Slot]:
        return iter(tuple(self._slots))

    def admit(self, host: str, accepted: socket.socket) -> Slot | None:
        """Count a connection that was accepted; None if there are too many."""
        is_proxy = self._is_proxy(host)
        address = name_address(host)
        # Behind a proxy it is not known yet who asks: then the whole total is open, and `reassign` decides.
        why = ("full" if len(self) >= self._caps.total else None) if is_proxy else self._find_objection(address, 1)
        if why is not None:
            self.note_refusal(why, address)
            return None
        slot = Slot(self, "" if is_proxy else address, accepted, is_proxy=is_proxy)
        self._slots[slot] = None
        self._add(slot.address)
        return slot

    def reassign(self, slot: Slot, address: str) -> None:
        """Let a connection count for another address. Raises TooFast."""
        if (why := self._find_objection(address, 0)) is not None:
            self.note_refusal(why, address)
            raise TooFast("connections at a time", 10)
        self._move(slot, address)

    def unassign(self, slot: Slot) -> None:
        """Let a connection count for no address."""
        if slot.address:
            self._move(slot, "")

    def mark_player(self, slot: Slot) -> None:
        """Note that a known player has a socket."""
        if not slot.plays:
            slot.plays = True
            self._players[slot.address] = self._players.get(slot.address, 0) + 1

    def release(self, slot: Slot) -> None:
        """Forget a connection."""
        del self._slots[slot]
        self._drop(slot.address)
        self._end_play(slot)

    def note_refusal(self, why: str, address: str) -> None:
        """Count and log a connection that was not admitted, or that did not begin with a request."""
        self._metrics.connections_refused.labels(why).inc()
        self._refusals.note("connection refused", why, address, logging.WARNING if why in _ALARMING else logging.INFO)

    def note_abort(self, why: str, address: str) -> None:
        """Count and log a connection that was aborted. Browsers open some that they never use: that is no news."""
        self._metrics.connections_aborted.labels(why).inc()
        if why != "idle":
            self._refusals.note("connection aborted", why, address)

    def close_by(self, seconds: float) -> None:
        """Abort whatever is still open then: the server ends."""
        self._closing_at = self.now() + seconds

    async def watch(self) -> None:
        """Sweep for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:  # noqa: BLE001 - without sweeps one stranger could hold on to everything
                LOG.exception("A sweep of the connections failed")
            self._refusals.flush()

    async def sweep(self) -> None:
        """Abort whoever keeps the server waiting, or makes it keep too much."""
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
        """Abort those for whom most is kept, until it is little enough."""
        total = sum(size for size, _ in sizes)
        if total > MOST_BUFFERED:
            for size, slot in sorted(sizes, key=lambda pair: -pair[0]):
                slot.abort("memory")
                total -= size
                if total <= MOST_BUFFERED:
                    return

    def _find_objection(self, address: str, more: int) -> str | None:
        """Say why an address may not have another connection; `more` is 0 if the connection is counted already."""
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
