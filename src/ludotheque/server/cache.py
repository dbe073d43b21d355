"""Caches whose concurrent callers share one computation: by age, or by size."""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class ExpiringValue(Generic[T]):
    """One value, recomputed when it is older than `seconds` or its key has changed."""

    def __init__(
        self,
        make: Callable[[], Coroutine[Any, Any, T]],
        seconds: float,
        key: Callable[[], object] = lambda: None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._key = key
        self._now = now
        self._task: asyncio.Task[T] | None = None
        self._made_at = 0.0
        self._made_for: object = None

    async def get(self) -> T:
        """Return the value, computed now if needed. Raises what `make` raises; a failure is not cached."""
        key, task = self._key(), self._task
        if task is None or key != self._made_for or (task.done() and self._is_expired(task)):
            self._made_at, self._made_for = self._now(), key
            task = self._task = asyncio.create_task(self._make())
            task.add_done_callback(_retrieve)
        return await asyncio.shield(task)

    def _is_expired(self, task: asyncio.Task[T]) -> bool:
        return task.cancelled() or task.exception() is not None or self._now() - self._made_at >= self._seconds


class SizedCache(Generic[T]):
    """An LRU cache of immutable values, bounded by their total size in bytes."""

    def __init__(self, most: int, measure: Callable[[T], int]) -> None:
        self._most = most
        self._measure = measure
        self._values: OrderedDict[str, T] = OrderedDict()
        self._making: dict[str, asyncio.Task[T]] = {}
        self.size = 0

    async def get(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the value of a key, computed now if needed. Raises what `make` raises; a failure is not cached."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        if (task := self._making.get(key)) is None:
            task = self._making[key] = asyncio.create_task(self._keep(key, make()))
            task.add_done_callback(_retrieve)
        return await asyncio.shield(task)  # other callers may wait for the same task

    def drop(self, key: str) -> None:
        """Remove the value of a key, if there is one."""
        if key in self._values:
            self.size -= self._measure(self._values.pop(key))

    async def _keep(self, key: str, making: Awaitable[T]) -> T:
        try:
            value = await making
        finally:
            del self._making[key]
        size = self._measure(value)
        if size <= self._most:
            self._values[key] = value
            self.size += size
        while self.size > self._most:
            self.size -= self._measure(self._values.popitem(last=False)[1])
        return value


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Retrieve the exception of a task that nobody may be waiting for, so that asyncio does not report it."""
    if not task.cancelled():
        task.exception()


@dataclass(frozen=True, slots=True)
class JsonBody:
    """The JSON of a long response, plain and compressed."""

    plain: bytes
    compressed: bytes | None = None
    """None for responses that mix secrets with text that clients choose: the compressed length would leak (BREACH)."""

    @property
    def size(self) -> int:
        """Both forms together, in bytes."""
        return len(self.plain) + len(self.compressed or b"")


async def compress_body(content: Any) -> JsonBody:
    """Encode a response in both forms. Compression runs in a thread, so that it does not block the event loop."""
    plain = msgspec.json.encode(content)
    return JsonBody(plain, await asyncio.to_thread(gzip.compress, plain, 5, mtime=0))
