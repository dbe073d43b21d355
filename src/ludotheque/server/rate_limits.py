"""Rate limits: token buckets by address and by player, discarded when they are full again.

Limits of what happens rarely, and is worth guessing or hoarding, are shared by all processes of a database
(`take_shared`). The others protect the time of a process, and each process has its own.
"""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.bus.peers import NoPeers, Peers
from ludotheque.server.errors import TooFast


@dataclass(frozen=True, slots=True)
class Rate:
    """The parameters of a token bucket: capacity, and tokens per second."""

    what: str
    """What is counted, as a plural for the sentence "Too many ..."."""
    burst: int
    per_second: float


class Bucket:
    """The tokens of one address, player or connection. It starts full; times are monotonic seconds."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def take(self, now: float) -> float:
        """Take a token; return 0, or without taking one the seconds until there is one."""
        self._fill(now)
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._rate.per_second

    def give_back(self) -> None:
        """Return a token, up to the capacity."""
        self._tokens = min(self._rate.burst, self._tokens + 1)

    def reserve(self, now: float) -> float:
        """Take a token even if there is none; return the seconds to wait for it."""
        self._fill(now)
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate.per_second)

    def is_full(self, now: float) -> bool:
        """Whether it equals a new one, so that it can be discarded."""
        self._fill(now)
        return self._tokens >= self._rate.burst

    def _fill(self, now: float) -> None:
        self._tokens = min(self._rate.burst, self._tokens + max(0.0, now - self._at) * self._rate.per_second)
        self._at = now


class Limit:
    """One rate for many keys. At most `most` buckets are kept, so that clients cannot exhaust the memory."""

    def __init__(self, rate: Rate, now: Callable[[], float], most: int = 50_000) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Take a token of a key. Raises TooFast if there is none."""
        now = self._now()
        if wait := self._find(key, now).take(now):
            raise TooFast(self._rate.what, wait)

    def reserve(self, key: str) -> float:
        """Take a token of a key even if there is none; return the seconds that the caller must wait."""
        now = self._now()
        return self._find(key, now).reserve(now)

    def _find(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, now)
        return bucket

    def give_back(self, key: str) -> None:
        """Return a token that was taken."""
        if (bucket := self._buckets.get(key)) is not None:
            bucket.give_back()

    def _forget(self, now: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(self._buckets) >= self._most:  # none is full: the oldest half starts over
            for key in list(self._buckets)[: self._most // 2]:
                del self._buckets[key]


class Limits:
    """All rate limits of a server. With `are_on` false none applies, for benchmarks and tests."""

    REQUESTS = Rate("requests from your address", 200, 40)
    PLAYERS = Rate("new players from your address", 40, 0.2)
    SECRETS = Rate("wrong links or tokens from your address", 20, 0.2)
    CODES = Rate("wrong table codes from your address", 20, 0.2)
    SOCKETS = Rate("new connections from your address", 100, 10)
    TABLES = Rate("new tables", 20, 0.2)
    CHANGES = Rate("changes", 60, 5)
    RECORDS = Rate("records from your address", 40, 4)
    """Records, replays and histories: each takes several milliseconds to write."""
    HINTS = Rate("hints", 10, 0.5)
    HINTS_BY_ADDRESS = Rate("hints from your address", 40, 2)
    POSITIONS = Rate("positions from your address", 120, 15)
    """Positions of analysis boards, at some milliseconds each."""
    OPENED_RECORDS = Rate("opened or exported records from your address", 20, 1)
    """Each is replayed by the rules, which may take half a second."""
    ANALYSES = Rate("analyses", 20, 1)
    ANALYSES_BY_ADDRESS = Rate("analyses from your address", 40, 2)
    REVIEWS = Rate("reviews", 6, 1 / 60)
    """Each takes many seconds of a processor. Reading one that was made is free."""
    REVIEWS_BY_ADDRESS = Rate("reviews from your address", 30, 1 / 12)
    PICTURES = Rate("pictures from your address", 40, 2)
    """Each takes some tenths of a second of a processor. One that was drawn before is free."""
    ANIMATIONS = Rate("animations from your address", 8, 1 / 20)
    """Each takes some seconds of a processor; the same."""
    BOT_MOVES = Rate("bots' moves from your address", 100, 50)
    """Storing and sending a move costs time even if the bot has not searched. Further moves wait."""

    def __init__(self, now: Callable[[], float], *, are_on: bool = True) -> None:
        self.are_on = are_on
        self.peers: Peers = NoPeers()
        """The other processes that count with this one."""
        rates = [rate for rate in vars(Limits).values() if isinstance(rate, Rate)]
        self._limits = {rate: Limit(rate, now) for rate in rates}

    def take(self, rate: Rate, key: str) -> None:
        """Take a token of a key. Raises TooFast if there is none."""
        if self.are_on:
            self._limits[rate].take(key)

    def give_back(self, rate: Rate, key: str) -> None:
        """Return a token, such as when a guess was right."""
        if self.are_on:
            self._limits[rate].give_back(key)

    async def take_shared(self, rate: Rate, key: str) -> None:
        """Take a token of a key that all processes share. Raises TooFast if there is none."""
        self.take(rate, key)
        if self.are_on and not await self.peers.take_token(_name(rate, key), rate.burst, rate.per_second):
            raise TooFast(rate.what, 1 / rate.per_second)

    async def give_back_shared(self, rate: Rate, key: str) -> None:
        """Return a token that all processes share."""
        self.give_back(rate, key)
        if self.are_on:
            await self.peers.give_back(_name(rate, key), rate.per_second)

    def reserve(self, rate: Rate, key: str) -> float:
        """Take a token of a key even if there is none; return the seconds that the caller must wait."""
        return self._limits[rate].reserve(key) if self.are_on else 0.0


def _name(rate: Rate, key: str) -> str:
    return f"{rate.what}: {key}"


def name_address(host: str) -> str:
    """Return the key under which an address is counted: for IPv6 its /64 network, which one customer has."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
