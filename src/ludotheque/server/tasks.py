"""Background tasks whose failures are logged, because nobody awaits them."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")


class BackgroundTasks:
    """The running tasks of one owner, which is named in the log."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, _Result]) -> "asyncio.Task[_Result]":
        """Start a task and keep a reference to it until it is done. A failure is logged even if it is awaited."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s: %s", self._owner, error, exc_info=error)

    async def wait(self) -> None:
        """Wait for the tasks that are running now; does not raise their exceptions."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
