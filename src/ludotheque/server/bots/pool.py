"""A pool of bot processes, asked from the event loop, and the queue before them.

queue.py decides whose question is next; worker.py is what runs in a process. A bot that fails or takes too long raises
BotUnavailable for the table that asked, which then plays any legal move; its process is replaced.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from ludotheque.core.game import AnyGame
from ludotheque.server.bots.queue import FairQueue, Payer, QueueFull
from ludotheque.server.bots.worker import HINT, READY, Answer, Question, run_warm_up, run_worker

PATIENCE = 20.0
"""How many seconds a bot may take for an answer. Neither waiting in the queue nor starting the process counts."""
START_PATIENCE = 120.0
"""How many seconds a process may take to start and import what it needs."""

_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")


class BotUnavailable(Exception):
    """No bot has answered: it failed, took too long, or the server is closing."""


class TooManyQuestions(BotUnavailable):
    """So many questions wait already that a hint is not added to them."""


class BotService(Protocol):
    """Whatever can be asked for a move."""

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play, for one of these payers. Raises BotUnavailable."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that waits, and where its answer goes."""

    question: Question
    answer: "asyncio.Future[Answer]"


class BotPool:
    """Bots in processes of their own."""

    def __init__(
        self,
        processes: int = 1,
        *,
        patience: float = PATIENCE,
        warms_up: bool = True,
        on_answer: Callable[[str, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self._count = processes
        self._patience = patience
        self._warms_up = warms_up and find_spec("numba") is not None
        self._on_answer = on_answer
        self.is_warm = False
        self._queue: FairQueue[_Asked] = FairQueue()
        self._has_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: list[_Process] = []
        self._warmer: BaseProcess | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Start the processes. Kernels compile in the background; until then bots search in pure Python."""
        self._threads = ThreadPoolExecutor(self._count + 1, "bot-pool")
        self._processes = [_Process() for _ in range(self._count)]
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._processes]
        if self._warms_up:
            self._warmer = _spawn.Process(target=run_warm_up, daemon=True)
            self._tasks.append(asyncio.create_task(self._warm_up(self._warmer)))

    async def close(self) -> None:
        """Stop the processes. Pending questions fail with BotUnavailable."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        for worker in self._processes:
            worker.kill()
        if self._warmer is not None and self._warmer.is_alive():
            self._warmer.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._threads is not None:
            self._threads.shutdown()
        while self._queue:
            _fail(self._queue.take().item.answer, "the server is closing")

    def count_waiting(self) -> int:
        """Count the questions in the queue."""
        return len(self._queue)

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play; with the level HINT, what it thinks of every move.

        Whichever of the payers has been given the least time pays for it. Raises BotUnavailable.
        """
        if self._is_closed:
            raise BotUnavailable("the server is closing")
        question = Question(game.id, tuple(game.options.format().items()), level, observation, self.is_warm)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        try:
            entry = self._queue.put(_Asked(question, answer), payers, is_hint=level == HINT)
        except QueueFull:
            raise TooManyQuestions("too many questions wait") from None
        self._has_news.set()
        try:
            return await answer
        finally:
            self._queue.discard(entry)  # whoever asked may have stopped waiting

    async def _serve(self, worker: "_Process") -> None:
        while True:
            while not self._queue:
                self._has_news.clear()
                await self._has_news.wait()
            entry = self._queue.take()
            begun = time.perf_counter()
            try:
                await self._answer(worker, entry.item)
            finally:
                seconds = time.perf_counter() - begun
                self._queue.finish(entry, seconds)
                self._on_answer(entry.item.question.level, seconds)

    async def _answer(self, worker: "_Process", asked: _Asked) -> None:
        loop, answer = asyncio.get_running_loop(), asked.answer
        try:
            reply = await loop.run_in_executor(self._threads, worker.ask, asked.question, self._patience)
        except asyncio.CancelledError:
            _fail(answer, "the server is closing")
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the next question is answered
            _log.exception("A bot could not be asked")
            reply = f"it could not be asked ({type(error).__name__})"
        if not isinstance(reply, Answer):
            _fail(answer, reply)
        elif not answer.done():
            answer.set_result(reply)

    async def _warm_up(self, warmer: BaseProcess) -> None:
        begun = time.perf_counter()
        with _blocked_interrupts():
            warmer.start()
        await asyncio.get_running_loop().run_in_executor(self._threads, warmer.join)
        self.is_warm = warmer.exitcode == 0
        if self.is_warm:
            _log.info("The bots are warm after %.1f s.", time.perf_counter() - begun)
        else:
            _log.warning("The kernels could not be compiled (exit code %s); bots think in Python.", warmer.exitcode)


class _Process:
    """A worker process, started on first use and again after it failed. Used from one thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._is_ready = False
        self._is_closed = False

    def ask(self, question: Question, patience: float) -> Answer | str:
        """Send a question and wait for the answer, or for a description of what went wrong."""
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            if not self._is_ready:
                self._await_ready()
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
        """End the process, not to be started again."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        if self._is_closed:
            raise EOFError
        self._pipe, theirs = _spawn.Pipe()
        self._is_ready = False
        with theirs, _blocked_interrupts():
            process = _spawn.Process(target=run_worker, args=(theirs,), daemon=True)
            process.start()
        self._process = process
        if self._is_closed:  # meanwhile
            raise EOFError

    def _await_ready(self) -> None:
        if not self._pipe.poll(START_PATIENCE) or self._pipe.recv() != READY:
            raise EOFError
        self._is_ready = True

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.close()
            self._pipe = None


@contextlib.contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Start a process that Ctrl+C does not reach, not even before it can say so itself: the server ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else the first process would start it, and that unblocks interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _fail(answer: "asyncio.Future[Answer]", problem: str) -> None:
    if not answer.done():
        answer.set_exception(BotUnavailable(problem))
