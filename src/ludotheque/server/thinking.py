"""Asking bots, from the event loop: a few processes that think, and a queue before them. How, thinker.py says.

A bot that fails or takes too long is an error for the one who asked and a new process for everybody else; the table
then plays any legal move, and nobody waits.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from ludotheque.core.game import AnyGame
from ludotheque.server.thinker import HINT, Answer, Question, run_thinker, run_warm_up

PATIENCE = 20.0
"""How many seconds a bot may think. Waiting in the queue does not count: who asks much must not spoil others' bots."""

_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")


class NotThinking(Exception):
    """No bot has answered: it failed, took too long, or the server is closing."""


class Thinkers(Protocol):
    """Whatever can be asked for a move."""

    async def ask(self, game: AnyGame, level: str, observation: Any) -> Answer:
        """Give what the bot of a level would play. Raises NotThinking."""


class ThinkingProcesses:
    """Bots in processes of their own."""

    def __init__(
        self,
        processes: int = 1,
        *,
        patience: float = PATIENCE,
        warms_up: bool = True,
        on_thought: Callable[[str, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self._count = processes
        self._patience = patience
        self._warms_up = warms_up and find_spec("numba") is not None
        self._on_thought = on_thought
        self.is_warm = False
        self._queue: asyncio.PriorityQueue[tuple[bool, int, Question, asyncio.Future[Answer]]] = asyncio.PriorityQueue()
        """Moves before hints, then in the order in which they were asked for."""
        self._asked = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []
        self._thinkers: list[_Process] = []
        self._warmer: BaseProcess | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Begin. Compiling happens in the background; until it is done bots think in pure Python."""
        self._threads = ThreadPoolExecutor(self._count + 1, "thinking")
        self._thinkers = [_Process() for _ in range(self._count)]
        self._tasks = [asyncio.create_task(self._serve(thinker)) for thinker in self._thinkers]
        if self._warms_up:
            self._warmer = _spawn.Process(target=run_warm_up, daemon=True)
            self._tasks.append(asyncio.create_task(self._warm_up(self._warmer)))

    async def close(self) -> None:
        """End. Whoever waits for an answer is told that there will be none."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        for thinker in self._thinkers:
            thinker.kill()
        if self._warmer is not None and self._warmer.is_alive():
            self._warmer.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._threads is not None:
            self._threads.shutdown()
        while not self._queue.empty():
            _fail(self._queue.get_nowait()[-1], "the server is closing")

    async def ask(self, game: AnyGame, level: str, observation: Any) -> Answer:
        """Give what the bot of a level would play; with the level HINT, what it thinks of every move."""
        if self._is_closed:
            raise NotThinking("the server is closing")
        question = Question(game.id, tuple(game.options.format().items()), level, observation, self.is_warm)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        self._queue.put_nowait((level == HINT, next(self._asked), question, answer))
        try:
            return await answer
        finally:
            self._on_thought(level, time.perf_counter() - begun)

    async def _serve(self, thinker: "_Process") -> None:
        loop = asyncio.get_running_loop()
        while True:
            *_, question, answer = await self._queue.get()
            if answer.done():  # whoever asked has stopped waiting
                continue
            try:
                reply = await loop.run_in_executor(self._threads, thinker.ask, question, self._patience)
            except asyncio.CancelledError:
                _fail(answer, "the server is closing")
                raise
            except Exception as error:  # noqa: BLE001 - whatever went wrong, the next question is answered
                _log.exception("A bot could not be asked")
                reply = f"it could not be asked ({type(error).__name__})"
            if isinstance(reply, Answer):
                if not answer.done():
                    answer.set_result(reply)
            else:
                _fail(answer, reply)

    async def _warm_up(self, warmer: BaseProcess) -> None:
        begun = time.perf_counter()
        warmer.start()
        await asyncio.get_running_loop().run_in_executor(self._threads, warmer.join)
        self.is_warm = warmer.exitcode == 0
        if self.is_warm:
            _log.info("The bots are warm after %.1f s.", time.perf_counter() - begun)
        else:
            _log.warning("The kernels could not be compiled (exit code %s); bots think in Python.", warmer.exitcode)


class _Process:
    """A process that thinks, started when it is first needed and again after it failed. Used from one thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._is_closed = False

    def ask(self, question: Question, patience: float) -> Answer | str:
        """Give the answer, or say what went wrong."""
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            self._pipe.send(question)
            if self._pipe.poll(patience):
                answer: Answer | str = self._pipe.recv()
                return answer
            problem = f"no answer within {patience:g} seconds"
        except (OSError, EOFError) as error:
            problem = f"the process has ended ({type(error).__name__})"
        self._stop()
        return problem

    def kill(self) -> None:
        """End for good."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        if self._is_closed:
            raise EOFError
        self._pipe, theirs = _spawn.Pipe()
        with theirs:
            process = _spawn.Process(target=run_thinker, args=(theirs,), daemon=True)
            process.start()
        self._process = process
        if self._is_closed:  # meanwhile
            raise EOFError

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.close()
            self._pipe = None


def _fail(answer: "asyncio.Future[Answer]", problem: str) -> None:
    if not answer.done():
        answer.set_exception(NotThinking(problem))
