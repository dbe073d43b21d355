"""Values that are made once for all who ask: for a moment, or for as long as there is room."""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Momentary(Generic[T]):
    """One value that is made again when it is old or its key has changed. Who asks meanwhile waits for the same one."""

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
        """Give the value. Raises what making it raises; then it is made again for the next who asks."""
        key, task = self._key(), self._task
        if task is None or key != self._made_for or (task.done() and self._is_spent(task)):
            self._made_at, self._made_for = self._now(), key
            task = self._task = asyncio.create_task(self._make())
            task.add_done_callback(_retrieve)
        return await asyncio.shield(task)

    def _is_spent(self, task: asyncio.Task[T]) -> bool:
        return task.cancelled() or task.exception() is not None or self._now() - self._made_at >= self._seconds


class SizedCache(Generic[T]):
    """Values by key that do not change, up to so many bytes together; the one not asked for the longest goes first."""

    def __init__(self, most: int, measure: Callable[[T], int]) -> None:
        self._most = most
        self._measure = measure
        self._values: OrderedDict[str, T] = OrderedDict()
        self._making: dict[str, asyncio.Task[T]] = {}
        self.size = 0

    async def get(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Give the value of a key, made now if it is not here. Raises what making it raises."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        if (task := self._making.get(key)) is None:
            task = self._making[key] = asyncio.create_task(self._keep(key, make()))
            task.add_done_callback(_retrieve)
        return await asyncio.shield(task)  # others may wait for the same

    def drop(self, key: str) -> None:
        """Forget the value of a key."""
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
    """Look at how a task ended, in case nobody waits for it any more."""
    if not task.cancelled():
        task.exception()


@dataclass(frozen=True, slots=True)
class JsonBody:
    """The JSON of a long answer, and the same compressed."""

    plain: bytes
    compressed: bytes | None = None
    """None for answers that hold a secret beside what somebody chose: the length would tell about both."""

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.plain) + len(self.compressed or b"")


async def compress_body(content: Any) -> JsonBody:
    """Write the JSON of an answer in both forms. Compressing takes a moment, so it is done in a thread."""
    plain = msgspec.json.encode(content)
    return JsonBody(plain, await asyncio.to_thread(gzip.compress, plain, 5, mtime=0))
