"""Child processes that answer questions: what takes long runs there, and the server never waits for it.

A child is started afresh and not forked. Questions and answers go through a pipe, one at a time. When the server ends,
however it does, the child ends too.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

START_PATIENCE = 120.0
"""How many seconds a process may take to start and import what it needs."""
READY = "ready"
"""The first message of a child, when it has imported everything."""

spawn = multiprocessing.get_context("spawn")


class ChildProcess:
    """A process of the server, started on first use and again after it failed. Used from one thread."""

    def __init__(self, target: Callable[[Connection], None]) -> None:
        """`target` sends READY and then an answer to every question: see `answer_all`."""
        self._target = target
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._is_ready = False
        self._is_closed = False

    def ask(self, question: object, patience: float) -> Any:
        """Send a question and wait for the answer, or for a description of what went wrong, which is a string."""
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            if not self._is_ready:
                self._await_ready()
            self._pipe.send(question)
            if self._pipe.poll(patience):
                return self._pipe.recv()
            problem = f"no answer within {patience:g} seconds"
        except (OSError, EOFError) as error:
            problem = f"the process has ended ({type(error).__name__})"
        self.stop()
        return problem

    def kill(self) -> None:
        """End the process, not to be started again."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _start(self) -> None:
        if self._is_closed:
            raise EOFError
        self._pipe, theirs = spawn.Pipe()
        self._is_ready = False
        with theirs, blocked_interrupts():
            process = spawn.Process(target=self._target, args=(theirs,), daemon=True)
            process.start()
        self._process = process
        if self._is_closed:  # meanwhile
            raise EOFError

    def _await_ready(self) -> None:
        if not self._pipe.poll(START_PATIENCE) or self._pipe.recv() != READY:
            raise EOFError
        self._is_ready = True

    def stop(self) -> None:
        """End the process; the next question starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.close()
            self._pipe = None


@contextlib.contextmanager
def blocked_interrupts() -> Iterator[None]:
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


def answer_all(pipe: Connection, answer: Callable[[Any], Any]) -> None:
    """Answer questions until the pipe is closed: what a child process does. What goes wrong is answered in words."""
    lower_priority()
    end_with_parent()
    try:
        pipe.send(READY)
        while True:
            pipe.send(_answer(answer, pipe.recv()))
    except (EOFError, OSError):  # the server has ended
        return


def _answer(answer: Callable[[Any], Any], question: object) -> object:
    try:
        return answer(question)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is told to whoever asked, and the next is answered
        return f"{type(error).__name__}: {error}"


def lower_priority() -> None:
    """Yield the processor to the server, and leave Ctrl+C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def end_with_parent() -> None:
    """Exit when the server process is gone, even in the middle of something."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
