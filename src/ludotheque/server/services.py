"""What every table of a server shares."""

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.bus.bus import Bus
from ludotheque.server.limits import Limits
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
    limits: Limits
    """How often people may do something, at all tables together."""
    pace: float = 1.0
    """How long bots take for a move: 1 is like people, 0 as fast as they can."""

    @property
    def are_limits_on(self) -> bool:
        """Whether it is counted how often people do things."""
        return self.limits.are_on
