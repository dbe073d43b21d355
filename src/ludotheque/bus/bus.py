"""The interface by which what happens at a table reaches everybody who watches it. It is told after it is stored."""

from collections.abc import Callable
from typing import Any, Protocol

Listener = Callable[[Any], None]


class Bus(Protocol):
    """Carries messages by table. What is published by one caller arrives in that order."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End. Nobody hears anything afterwards."""

    def publish(self, table: str, message: Any) -> None:
        """Tell every listener of a table."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Let a listener hear of a table from now on; call what is returned to stop. The listener must not block."""
