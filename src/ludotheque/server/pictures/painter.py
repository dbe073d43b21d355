"""The painter: has pictures drawn by a process of its own, asked from the event loop.

Drawing holds Python's lock for a tenth of a second and more, so it is never done in the server's process. The process
is started when the first picture is wanted and ended when none has been for a while. Pictures come between the slices
of an animation; of animations there is one at a time.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ludotheque.server.errors import Refused
from ludotheque.server.pictures.worker import (
    AnimationTask,
    ContinueTask,
    Drawn,
    EmblemTask,
    PictureTask,
    Task,
    run_drawing,
)
from ludotheque.server.processes.child import ChildProcess

PATIENCE = 300.0
"""After how many seconds a process that does not answer is given up: it hangs. On a busy machine, behind whoever plays,
a picture may take a minute. Starting the process does not count."""
IDLE_SECONDS = 60.0
"""After how many seconds without work the process ends."""
MOST_PICTURES, MOST_ANIMATIONS = 40, 6
"""How many may wait."""

_log = logging.getLogger(__name__)


class Painter:
    """Draws in a process of its own."""

    def __init__(self, patience: float = PATIENCE, idle_seconds: float = IDLE_SECONDS) -> None:
        self._patience = patience
        self._idle_seconds = idle_seconds
        self._process = ChildProcess(run_drawing)
        self._thread = ThreadPoolExecutor(1, "painter")  # so what is asked is answered in order
        self._turn_to_animate = asyncio.Semaphore(1)
        self._pictures = self._animations = 0
        self._idle: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def close(self) -> None:
        """End the process. What is being drawn fails with Refused."""
        self._is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._process.kill()
        await asyncio.to_thread(self._thread.shutdown)

    async def draw(self, task: PictureTask | EmblemTask) -> bytes:
        """Draw a picture as a PNG file. Raises Refused."""
        if self._pictures >= MOST_PICTURES:
            raise Refused("too_fast", "Too many pictures are being drawn. Try again in a moment.")
        self._pictures += 1
        try:
            return (await self._ask(task)).data or b""
        finally:
            self._pictures -= 1

    async def animate(self, task: AnimationTask, on_progress: Callable[[float], None]) -> bytes:
        """Draw an animation, and say how far it is. Raises Refused."""
        if self._animations >= MOST_ANIMATIONS:
            raise Refused("too_fast", "Too many animations are being drawn. Try again in a moment.")
        self._animations += 1
        try:
            async with self._turn_to_animate:
                drawn = await self._ask(task)
                while drawn.data is None:
                    on_progress(drawn.done)
                    drawn = await self._ask(ContinueTask(task.key))
                return drawn.data
        finally:
            self._animations -= 1

    async def _ask(self, task: Task) -> Drawn:
        if self._is_closed:
            raise _closing()
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._thread, self._process.ask, task, self._patience)
        finally:
            if not self._is_closed:
                self._idle = loop.call_later(self._idle_seconds, self._rest)
        if self._is_closed:
            raise _closing()
        if not isinstance(answer, Drawn):
            _log.error("A picture could not be drawn: %s", answer)
            raise Refused("not_drawn", "The picture could not be drawn. Try again in a moment.")
        return answer

    def _rest(self) -> None:
        """End the process until it is needed again."""
        if not self._is_closed:
            self._thread.submit(self._process.stop)


def _closing() -> Refused:
    return Refused("closing", "The server is about to restart. Try again in a moment.")
