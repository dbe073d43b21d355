"""Asking bots, from the event loop: a few processes that think, and a queue before them.

Who is next, bot_queue.py says; how a process thinks, thinker.py.

A bot that fails or takes too long is an error for the one who asked and a new process for everybody else; the table
then plays any legal move, and nobody waits.
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
from ludotheque.server.bots.worker import HINT, READY, Answer, Question, run_thinker, run_warm_up

PATIENCE = 20.0
"""How many seconds a bot may think. Neither waiting in the queue nor starting the process counts."""
START_PATIENCE = 120.0
"""How many seconds a process may take to start and import what it needs."""

_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")


class NotThinking(Exception):
    """No bot has answered: it failed, took too long, or the server is closing."""


class TooManyQuestions(NotThinking):
    """So many questions wait already that a hint is not added to them."""


class Thinkers(Protocol):
    """Whatever can be asked for a move."""

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play, for one of these payers. Raises NotThinking."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that waits, and where its answer goes."""

    question: Question
    answer: "asyncio.Future[Answer]"


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
        self._queue: FairQueue[_Asked] = FairQueue()
        self._has_news = asyncio.Event()
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
        while self._queue:
            _fail(self._queue.take().item.answer, "the server is closing")

    def count_waiting(self) -> int:
        """Say how many questions wait."""
        return len(self._queue)

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play; with the level HINT, what it thinks of every move.

        Whichever of the payers has been given the least time pays for it. Raises NotThinking.
        """
        if self._is_closed:
            raise NotThinking("the server is closing")
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

    async def _serve(self, thinker: "_Process") -> None:
        while True:
            while not self._queue:
                self._has_news.clear()
                await self._has_news.wait()
            entry = self._queue.take()
            begun = time.perf_counter()
            try:
                await self._answer(thinker, entry.item)
            finally:
                seconds = time.perf_counter() - begun
                self._queue.finish(entry, seconds)
                self._on_thought(entry.item.question.level, seconds)

    async def _answer(self, thinker: "_Process", asked: _Asked) -> None:
        loop, answer = asyncio.get_running_loop(), asked.answer
        try:
            reply = await loop.run_in_executor(self._threads, thinker.ask, asked.question, self._patience)
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
    """A process that thinks, started when it is first needed and again after it failed. Used from one thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._is_ready = False
        self._is_closed = False

    def ask(self, question: Question, patience: float) -> Answer | str:
        """Give the answer, or say what went wrong."""
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
        """End for good."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        if self._is_closed:
            raise EOFError
        self._pipe, theirs = _spawn.Pipe()
        self._is_ready = False
        with theirs, _blocked_interrupts():
            process = _spawn.Process(target=run_thinker, args=(theirs,), daemon=True)
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
        answer.set_exception(NotThinking(problem))
