"""The interface for publishing what happened to all subscribers. Callers publish only what is already stored."""

from collections.abc import Callable
from typing import Any, Protocol

Listener = Callable[[Any], None]


class Bus(Protocol):
    """Delivers messages by topic: a table's id, or `credential:ID`. Messages of one publisher arrive in order."""

    async def open(self) -> None:
        """Connect to whatever carries the messages."""

    async def close(self) -> None:
        """Drop all subscriptions; nothing is delivered afterwards."""

    def publish(self, topic: str, message: Any) -> None:
        """Deliver a message to every listener of a topic; does not wait for listeners in other processes."""

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Deliver later messages of a topic to a listener, which must not block. Returns a function to unsubscribe."""
