"""The bots of a game: in this process, or in a bot process, a process of their own that can be ended.

    referee (tournament.py)  ── seat, observation ──▶  bot process: the bots of this game
                             ◀── move, seconds ──────

A bot in a bot process that never answers, or that takes its process down, loses its game and nothing else happens: the
referee waits for as long as a move may take and a little more, then ends the process, whatever the bot is doing there,
and the next game gets a new one. The time that counts is measured where the bot is.
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

GRACE = 1.0
"""Seconds that an answer may be on its way."""
MAKING = 600.0
"""Seconds in which a bot must have been made. What it has to compile is compiled then."""


class BotFailed(Exception):
    """A bot in a bot process did something wrong; the text says what."""


class Players(Protocol):
    """The bots of one game."""

    def make(self, seat: int, maker: Callable[[], Bot[Any, Any]]) -> None:
        """Make the bot of a seat, in place of the one that sat there in an earlier game."""
        ...

    def choose(self, seat: int, observation: Any, seconds: float | None) -> tuple[Any, float]:
        """Give a bot's move and the seconds it took; `seconds` are allowed."""
        ...


class LocalBots:
    """Bots in this process: the fastest, but one that never answers is waited for."""

    def __init__(self) -> None:
        self._bots: dict[int, Bot[Any, Any]] = {}

    def make(self, seat: int, maker: Callable[[], Bot[Any, Any]]) -> None:
        """Make the bot of a seat."""
        self._bots[seat] = maker()

    def choose(self, seat: int, observation: Any, _seconds: float | None) -> tuple[Any, float]:
        """Give a bot's move and the seconds it took."""
        begun = time.perf_counter()
        move = self._bots[seat].choose(observation)
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
        """Give a bot's move and the seconds it took."""
        if seconds is None:
            move, taken = self._ask(("choose", seat, observation, None), None, "")
        else:
            late = f"did not answer; {seconds:g} s are allowed"
            move, taken = self._ask(("choose", seat, observation, seconds), seconds + GRACE, late)
        return move, taken

    def close(self) -> None:
        """End the process, if there is one. The next request starts another."""
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
            raise BotFailed(answer)
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
    """Give the process of bots that belongs to this one. Starting it takes a while, so it stays for all games."""
    return BotProcess()


def _serve(pipe: Connection) -> None:
    """Answer the requests of a referee, in the process of the bot process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the referee decides when this ends
    threading.Thread(target=_end_with_the_referee, daemon=True).start()
    bots = LocalBots()
    while True:
        action, *arguments = pipe.recv()
        try:
            answer = (False, getattr(bots, action)(*arguments))
            pipe.send(answer)
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the referee is told
            pipe.send((True, name_error(error)))


def _end_with_the_referee() -> None:
    """End this process when the referee's has ended, even if a bot is still thinking."""
    if (referee := multiprocessing.parent_process()) is not None:
        referee.join()
    os._exit(1)


def name_error(error: Exception) -> str:
    """Say what a bot did wrong."""
    return str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
