"""The bus within one process: listeners are called, one after the other."""

from collections.abc import Callable
from typing import Any

from ludotheque.bus.bus import Listener


class LocalBus:
    """Carries messages between the tables and the sockets of this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    async def open(self) -> None:
        """Begin; there is nothing to do."""

    async def close(self) -> None:
        """End. Nobody hears anything afterwards."""
        self._listeners.clear()

    def publish(self, table: str, message: Any) -> None:
        """Tell every listener of a table, in the order in which they came."""
        for listener in tuple(self._listeners.get(table, ())):  # a listener may stop listening when it hears this
            listener(message)

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Let a listener hear of a table from now on; call what is returned to stop."""
        self._listeners.setdefault(table, []).append(listener)

        def unsubscribe() -> None:
            listeners = self._listeners.get(table, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(table, None)

        return unsubscribe
