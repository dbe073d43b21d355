"""The interface by which what happens reaches everybody whom it concerns. It is told after it is stored."""

from collections.abc import Callable
from typing import Any, Protocol

Listener = Callable[[Any], None]


class Bus(Protocol):
    """Carries messages by topic: a table's id, or `credential:ID`. What one caller publishes arrives in that order."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End. Nobody hears anything afterwards."""

    def publish(self, topic: str, message: Any) -> None:
        """Tell every listener of a topic."""

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Let a listener hear of a topic from now on; call what is returned to stop. The listener must not block."""
