"""The interface for publishing what happened to all subscribers. Callers publish only what is already stored.

A message says what to look at, never what it holds: ids and numbers, no secret and nothing that is hidden from anybody.
"""

from collections.abc import Callable
from typing import Any, Protocol

Listener = Callable[[Any], None]


class Bus(Protocol):
    """Delivers messages by topic: a table's id, or `credential:ID`. Messages of one publisher arrive in order.

    A message may arrive twice, so listeners must not mind. `on_gap` says when some may not have arrived at all.
    """

    async def open(self) -> None:
        """Connect to whatever carries the messages."""

    async def close(self) -> None:
        """Drop all subscriptions; nothing is delivered afterwards."""

    def publish(self, topic: str, message: Any) -> None:
        """Deliver a message to every listener of a topic; does not wait for listeners in other processes."""

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Deliver later messages of a topic to a listener, which must not block. Returns a function to unsubscribe."""

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Call a listener whenever messages of other processes may have been missed."""
