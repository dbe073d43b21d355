"""The bus within one process: `publish` calls the listeners one after the other."""

from collections.abc import Callable
from typing import Any

from ludotheque.bus.bus import Listener


class LocalBus:
    """Delivers messages synchronously within this process. An exception of a listener reaches the publisher."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    async def open(self) -> None:
        """Do nothing: there is nothing to connect to."""

    async def close(self) -> None:
        """Drop all subscriptions; nothing is delivered afterwards."""
        self._listeners.clear()

    def publish(self, topic: str, message: Any) -> None:
        """Call every listener of a topic, in the order of subscription."""
        for listener in tuple(self._listeners.get(topic, ())):  # a listener may unsubscribe while it is called
            listener(message)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Call a listener with later messages of a topic. Returns an idempotent function to unsubscribe."""
        self._listeners.setdefault(topic, []).append(listener)

        def unsubscribe() -> None:
            listeners = self._listeners.get(topic, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(topic, None)

        return unsubscribe

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Do nothing: within a process nothing is missed."""
