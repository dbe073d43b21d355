"""What every table of a server shares."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.bus.bus import Bus
from ludotheque.bus.peers import NoPeers, Peers
from ludotheque.server.bots.pool import BotService
from ludotheque.server.monitoring.metrics import Metrics
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.clock import Timing
from ludotheque.store.store import Store


@dataclass(frozen=True)
class Services:
    """Where tables keep things, how they tell them, who thinks for them and what time it is."""

    store: Store
    bus: Bus
    bots: BotService
    now: Callable[[], int]
    """The date in milliseconds since 1970: for what is stored and shown, never to measure how long something took."""
    monotonic: Callable[[], int]
    """Milliseconds that only go forward, for everything that is measured; what was before a restart says nothing."""
    schedule_deadline: Callable[[str, int | None], None]
    """Set at which monotonic time a table is to check its deadline; None cancels it."""
    metrics: Metrics
    limits: Limits
    """How often people may do something, at all tables together."""
    peers: Peers = field(default_factory=NoPeers)
    """The other processes that share the store."""
    pace: float = 1.0
    """How long bots take for a move: 1 is like people, 0 as fast as they can."""
    has_chat: bool = True
    """Whether people may chat at tables whose host wants it."""
    timings: dict[str, Timing] = field(default_factory=dict)
    """What is measured of each game that is played with a clock, whether its table is in memory or not."""
    long_work: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Held while a finished game is written out: one at a time, so that many together do not hold up those who play."""

    @property
    def are_limits_on(self) -> bool:
        """Whether it is counted how often people do things."""
        return self.limits.are_on
