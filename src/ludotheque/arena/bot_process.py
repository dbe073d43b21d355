"""The bots of a game: in this process, or in a process of their own that can be killed.

    referee (tournament.py)  ── seat, observation ──▶  bot process: the bots of this game
                             ◀── move, seconds ──────

A bot in a process of its own that never answers, or that crashes, loses its game, and nothing else is affected: the
referee waits as long as a move may take and a little more, then kills the process, and the next game gets a new one.
Thinking time is measured in the bot's process.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Protocol

from ludotheque.bots.bot import Bot
from ludotheque.core.tracebacks import format_error

GRACE = 1.0
"""Seconds allowed for an answer's way through the pipe."""
MAKING = 600.0
"""Seconds allowed for making a bot, compilation included."""


class BotFailed(Exception):
    """A bot did something wrong; the text says what, as the end of a sentence.

    `traceback` shows where in the bot's own code; it is empty where it raised nothing.
    """

    def __init__(self, what: str, traceback: str = "") -> None:
        super().__init__(what)
        self.traceback = traceback


class Players(Protocol):
    """The bots of one game."""

    def make(self, seat: int, maker: Callable[[], Bot[Any, Any]]) -> None:
        """Make the bot of a seat, in place of the one that sat there in an earlier game. Raises BotFailed."""
        ...

    def choose(self, seat: int, observation: Any, seconds: float | None) -> tuple[Any, float]:
        """Return a bot's move and the seconds it took, of the `seconds` allowed. Raises BotFailed."""
        ...


class LocalBots:
    """Bots in this process: fastest, but a bot that never answers blocks, and one that crashes takes it down."""

    def __init__(self) -> None:
        self._bots: dict[int, Bot[Any, Any]] = {}

    def make(self, seat: int, maker: Callable[[], Bot[Any, Any]]) -> None:
        """Make the bot of a seat."""
        try:
            self._bots[seat] = maker()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever goes wrong there, its author wants to see it
            raise BotFailed(format_error(error)) from None

    def choose(self, seat: int, observation: Any, _seconds: float | None) -> tuple[Any, float]:
        """Return a bot's move and the seconds it took."""
        begun = time.perf_counter()
        try:
            move = self._bots[seat].choose(observation)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever goes wrong there, the tournament goes on
            raise BotFailed(name_error(error), format_error(error)) from None
        return move, time.perf_counter() - begun


class BotProcess:
    """Bots in a process of their own. Raises BotFailed for whatever goes wrong there."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def make(self, seat: int, maker: Callable[[], Bot[Any, Any]]) -> None:
        """Make the bot of a seat; the maker must be picklable."""
        self._ask(("make", seat, maker), MAKING, f"was not ready to play after {MAKING:g} s")

    def choose(self, seat: int, observation: Any, seconds: float | None) -> tuple[Any, float]:
        """Return a bot's move and the seconds it took."""
        if seconds is None:
            move, taken = self._ask(("choose", seat, observation, None), None, "")
        else:
            late = f"did not answer; {seconds:g} s are allowed"
            move, taken = self._ask(("choose", seat, observation, seconds), seconds + GRACE, late)
        return move, taken

    def close(self) -> None:
        """Kill the process, if there is one. The next request starts another."""
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = self._pipe = None

    def _ask(self, request: tuple[Any, ...], seconds: float | None, late: str) -> Any:
        pipe = self._open()
        try:
            pipe.send(request)
            if not pipe.poll(seconds):
                self.close()
                raise BotFailed(late)
            failed, answer = pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise BotFailed("took its process down") from None
        if failed:
            raise BotFailed(*answer)
        return answer

    def _open(self) -> Connection:
        if self._pipe is None:
            spawn = multiprocessing.get_context("spawn")
            self._pipe, theirs = spawn.Pipe()
            self._process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe


@cache
def get_bot_process() -> BotProcess:
    """Return the bot process of this process. Starting one takes a while, so it is shared by all games."""
    return BotProcess()


def _serve(pipe: Connection) -> None:
    """Answer the referee's requests; runs in the bot process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the referee decides when this ends
    threading.Thread(target=_exit_with_referee, daemon=True).start()
    bots = LocalBots()
    while True:
        action, *arguments = pipe.recv()
        try:
            answer = (False, getattr(bots, action)(*arguments))
            pipe.send(answer)
        except BotFailed as error:
            pipe.send((True, (str(error), error.traceback)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an answer that cannot be sent may raise anything
            pipe.send((True, (name_error(error),)))


def _exit_with_referee() -> None:
    """Exit when the referee's process has ended, even if a bot is still thinking."""
    if (referee := multiprocessing.parent_process()) is not None:
        referee.join()
    os._exit(1)


def name_error(error: BaseException) -> str:
    """Describe what a bot did wrong, without a traceback."""
    return f"{type(error).__name__}: {error}"
