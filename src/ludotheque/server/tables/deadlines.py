"""When each table must be looked at although nobody asks for it: because a clock runs out, or a guest loses a seat."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from ludotheque.server.tasks import BackgroundTasks


class Deadlines:
    """At most one timer for each table."""

    def __init__(self, monotonic: Callable[[], int], check: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        self._monotonic = monotonic
        self._check = check
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks = BackgroundTasks("A deadline")
        self._is_closing = False

    def schedule(self, table: str, at: int | None) -> None:
        """Check a table at a monotonic time instead of whenever it was scheduled before; with None not at all."""
        if (timer := self._timers.pop(table, None)) is not None:
            timer.cancel()
        if at is not None and not self._is_closing:
            delay = max(0, at - self._monotonic()) / 1000
            self._timers[table] = asyncio.get_running_loop().call_later(delay, self._start_check, table)

    def has(self, table: str) -> bool:
        """Whether a table is to be checked."""
        return table in self._timers

    def _start_check(self, table: str) -> None:
        self._timers.pop(table, None)
        self._tasks.spawn(self._check(table))

    def cancel(self) -> None:
        """Start no more checks."""
        self._is_closing = True
        for timer in self._timers.values():
            timer.cancel()

    async def wait(self) -> None:
        """Wait for the checks that have begun."""
        await self._tasks.wait()
