"""What every table of a server shares."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from ludotheque.bus.bus import Bus
from ludotheque.server.limits import Limit
from ludotheque.server.metrics import Metrics
from ludotheque.server.thinking import Thinkers
from ludotheque.store.store import Store


@dataclass(frozen=True)
class Services:
    """Where tables keep things, how they tell them, who thinks for them and what time it is."""

    store: Store
    bus: Bus
    thinkers: Thinkers
    now: Callable[[], int]
    """The time in milliseconds."""
    set_alarm: Callable[[str, int | None], None]
    """Set when a table is to be rung because a clock will be at zero, or that it is not."""
    metrics: Metrics
    opened_at: int
    """When the server began. A turn that ran before begins anew."""
    pace: float = 1.0
    """How long bots take for a move: 1 is like people, 0 as fast as they can."""
    hints: Limit | None = None
    """How often a player may ask for a hint, at all tables together; None if nobody counts."""
    long_work: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Held while a finished game is written out: one at a time, so that many together do not hold up those who play."""

    @property
    def are_limits_on(self) -> bool:
        """Whether it is counted how often people do things."""
        return self.hints is not None
