"""The bus within one process: listeners are called, one after the other."""

from collections.abc import Callable
from typing import Any

from ludotheque.bus.bus import Listener


class LocalBus:
    """Carries messages between the tables, the sockets and whoever revokes a credential, in this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    async def open(self) -> None:
        """Begin; there is nothing to do."""

    async def close(self) -> None:
        """End. Nobody hears anything afterwards."""
        self._listeners.clear()

    def publish(self, topic: str, message: Any) -> None:
        """Tell every listener of a topic, in the order in which they came."""
        for listener in tuple(self._listeners.get(topic, ())):  # a listener may stop listening when it hears this
            listener(message)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Let a listener hear of a topic from now on; call what is returned to stop."""
        self._listeners.setdefault(topic, []).append(listener)

        def unsubscribe() -> None:
            listeners = self._listeners.get(topic, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(topic, None)

        return unsubscribe
