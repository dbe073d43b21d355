"""A pool of bot processes, asked from the event loop, and the queues before them.

queue.py decides whose question is next; worker.py is what runs in a process. A bot that fails or takes too long raises
BotUnavailable for the table that asked, which then plays any legal move; its process is replaced.

Reviews have a queue of their own. A process works at one only while no question waits, and looks after every slice
(reviewing.py) whether one does: a bot whose turn it is waits for one slice at most.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from ludotheque.core import registry
from ludotheque.core.game import AnyGame
from ludotheque.server.bots.queue import Entry, FairQueue, Payer, QueueFull
from ludotheque.server.bots.reviewing import ReviewProgress, ReviewTask
from ludotheque.server.bots.worker import (
    ANALYSIS,
    HINT,
    Answer,
    CompileOrder,
    Question,
    run_compiler,
    run_worker,
)
from ludotheque.server.processes.child import ChildProcess

PATIENCE = 20.0
"""How many seconds a bot may take for an answer. Neither waiting in the queue nor starting the process counts."""

COMPILING = 3600.0
"""How many seconds the kernel of a game may take to compile; one that takes longer is not used."""

_log = logging.getLogger(__name__)


class BotUnavailable(Exception):
    """No bot has answered: it failed, took too long, or the server is closing."""


class TooManyQuestions(BotUnavailable):
    """So many questions or reviews wait already that a hint, or another review, is not added to them."""


class BotService(Protocol):
    """Whatever can be asked for a move."""

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play, for one of these payers. Raises BotUnavailable."""


class ReviewService(Protocol):
    """Whatever can review a finished game."""

    async def wait_for_kernel(self, game_id: str) -> bool:
        """Wait until what reviewing a game needs is compiled; False if it is not going to be."""

    async def review(
        self, task: ReviewTask, payers: Sequence[Payer], on_progress: Callable[[ReviewProgress], None]
    ) -> None:
        """Review a game, and say how far it is; cancelling it ends the review. Raises BotUnavailable."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question that waits, and where its answer goes."""

    question: Question
    answer: "asyncio.Future[Answer]"


@dataclass(slots=True)
class _Review:
    """A review that waits or is under way."""

    task: ReviewTask
    on_progress: Callable[[ReviewProgress], None]
    end: "asyncio.Future[None]"
    seconds: float = 0.0
    """How long it took so far."""


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
        self.warm_games: set[str] = set()
        """The games whose bots search by the kernel, where there is one: it is compiled."""
        self._queue: FairQueue[_Asked] = FairQueue()
        self._later: FairQueue[_Asked] = FairQueue()
        """Questions of nobody who plays: they are begun only while nothing is in the queue."""
        self._reviews: FairQueue[_Review] = FairQueue()
        self._kernels: dict[str, asyncio.Future[bool]] = {}
        """For each game whether what reviewing it needs is compiled, once that is known; in the order of compiling."""
        self._has_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: list[ChildProcess] = []
        self._compiler = ChildProcess(run_compiler)
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Start the processes. Kernels compile in the background; until then bots search in pure Python."""
        self._threads = ThreadPoolExecutor(self._count + 1, "bot-pool")
        self._processes = [ChildProcess(run_worker) for _ in range(self._count)]
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._processes]
        if self._warms_up:
            loop = asyncio.get_running_loop()
            self._kernels = {game_id: loop.create_future() for game_id in registry.list_games()}
            self._tasks.append(asyncio.create_task(self._warm_up()))

    async def close(self) -> None:
        """Stop the processes. Pending questions fail with BotUnavailable."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        for worker in self._processes:
            worker.kill()
        self._compiler.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._threads is not None:
            self._threads.shutdown()
        for queue in (self._queue, self._later):
            while queue:
                _fail(queue.take().item.answer, "the server is closing")
        while self._reviews:
            _fail(self._reviews.take().item.end, "the server is closing")
        for kernel in self._kernels.values():
            kernel.cancel()

    def count_waiting(self) -> int:
        """Count the questions that wait."""
        return len(self._queue) + len(self._later)

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        """Give what the bot of a level would play; with the levels HINT and ANALYSIS, what it thinks of every move.

        Whichever of the payers has been given the least time pays for it. Raises BotUnavailable.
        """
        self._check_open()
        is_warm = game.id in self.warm_games
        question = Question(game.id, tuple(game.options.format().items()), level, observation, is_warm)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        queue = self._later if level == ANALYSIS else self._queue
        try:
            entry = queue.put(_Asked(question, answer), payers, is_optional=level in {HINT, ANALYSIS})
        except QueueFull:
            raise TooManyQuestions("too many questions wait") from None
        self._has_news.set()
        try:
            return await answer
        finally:
            queue.discard(entry)  # whoever asked may have stopped waiting

    async def wait_for_kernel(self, game_id: str) -> bool:
        """Wait until what reviewing a game needs is compiled, which comes next; False if it is not going to be."""
        self._check_open()
        if (kernel := self._kernels.get(game_id)) is None:
            return False
        self._kernels = {game_id: kernel, **self._kernels}
        return await asyncio.shield(kernel)

    async def review(
        self, task: ReviewTask, payers: Sequence[Payer], on_progress: Callable[[ReviewProgress], None]
    ) -> None:
        """Review a game, slice by slice while no question waits, and say after each how far it is.

        Cancelling it ends the review. Raises BotUnavailable.
        """
        self._check_open()
        review = _Review(task, on_progress, asyncio.get_running_loop().create_future())
        try:
            entry = self._reviews.put(review, payers, is_optional=True)
        except QueueFull:
            raise TooManyQuestions("too many reviews wait") from None
        self._has_news.set()
        try:
            await review.end
        finally:
            self._reviews.discard(entry)

    def _check_open(self) -> None:
        if self._is_closed:
            raise BotUnavailable("the server is closing")

    async def _serve(self, worker: ChildProcess) -> None:
        review: Entry[_Review] | None = None
        try:
            while True:
                while not (self._queue or self._later or self._reviews or review):
                    self._has_news.clear()
                    await self._has_news.wait()
                if queue := self._queue or self._later:
                    await self._serve_question(worker, queue)
                else:
                    review = review or self._reviews.take()
                    if not await self._serve_slice(worker, review.item):
                        self._finish_review(review)
                        review = None
        finally:
            if review is not None:
                self._finish_review(review)

    async def _serve_question(self, worker: ChildProcess, queue: FairQueue[_Asked]) -> None:
        entry = queue.take()
        asked, begun = entry.item, time.perf_counter()
        try:
            reply = await self._ask(worker, asked.question)
            if not isinstance(reply, Answer):
                _fail(asked.answer, str(reply))
            elif not asked.answer.done():
                asked.answer.set_result(reply)
        except asyncio.CancelledError:
            _fail(asked.answer, "the server is closing")
            raise
        finally:
            seconds = time.perf_counter() - begun
            queue.finish(entry, seconds)
            self._on_answer(asked.question.level, seconds)

    async def _serve_slice(self, worker: ChildProcess, review: _Review) -> bool:
        """Work at a review for a moment; False if it has ended, or nobody waits for it any more."""
        if review.end.done():
            return False
        begun = time.perf_counter()
        reply = await self._ask(worker, review.task)
        review.seconds += time.perf_counter() - begun
        if review.end.done():
            return False
        if not isinstance(reply, ReviewProgress):
            _fail(review.end, str(reply))
            return False
        review.on_progress(reply)
        if reply.is_complete:
            review.end.set_result(None)
        return not reply.is_complete

    def _finish_review(self, entry: Entry[_Review]) -> None:
        _fail(entry.item.end, "the server is closing")
        self._reviews.finish(entry, entry.item.seconds)
        self._on_answer("review", entry.item.seconds)

    async def _ask(self, worker: ChildProcess, question: Question | ReviewTask) -> Answer | ReviewProgress | str:
        """Ask a process; give its answer, or what went wrong in words."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question, self._patience)
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the next question is answered
            _log.exception("A bot could not be asked")
            return f"it could not be asked ({type(error).__name__})"

    async def _warm_up(self) -> None:
        """Compile what bots need and then, game by game, what reviews need, those first that somebody waits for."""
        begun = time.perf_counter()
        for game_id in list(self._kernels):
            if (problem := await self._compile(CompileOrder(game_id))) is None:
                self.warm_games.add(game_id)
            else:
                _log.warning("%s cannot be compiled, so its bots think in Python: %s", game_id, problem)
        if self.warm_games:
            _log.info("The bots are warm after %.1f s.", time.perf_counter() - begun)
        while cold := [game_id for game_id, kernel in self._kernels.items() if not kernel.done()]:
            self._kernels[cold[0]].set_result(await self._prepare_reviews(cold[0]))
        await asyncio.get_running_loop().run_in_executor(self._threads, self._compiler.stop)

    async def _prepare_reviews(self, game_id: str) -> bool:
        """Compile what reviewing a game needs; False if its reviews have to do without."""
        if game_id not in self.warm_games:
            return False
        problem = await self._compile(CompileOrder(game_id, is_for_reviews=True))
        if problem is not None:
            _log.warning("Reviews of %s are made without its kernel: %s", game_id, problem)
        return problem is None

    async def _compile(self, order: CompileOrder) -> str | None:
        """Have something compiled; give what went wrong in words."""
        problem: str | None = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._compiler.ask, order, COMPILING
        )
        return problem


def _fail(answer: "asyncio.Future[Any]", problem: str) -> None:
    if not answer.done():
        answer.set_exception(BotUnavailable(problem))
