"""Several server processes on one machine that share a listening socket: `ludotheque serve --processes N`.

The supervisor serves nobody. It starts the processes, starts one again that has died, ends all on SIGTERM or SIGINT,
and restarts them one by one on SIGHUP: a new process serves before an old one ends, so somebody always accepts.
"""

import asyncio
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import monotonic

from ludotheque.core.errors import OptionError
from ludotheque.server.config import Config
from ludotheque.server.monitoring.logs import start_logging
from ludotheque.store.address import default_address, is_postgresql

READY = b"ready\n"
"""What a process says when it serves."""
START_WITHIN = 60.0
END_WITHIN = 30.0
"""Seconds after which a process that was told to end is killed."""
SHORTEST_LIFE = 5.0
"""Seconds; a process that dies sooner is started again after a pause."""
PAUSE = 1.0

_log = logging.getLogger(__name__)


class StartFailed(Exception):
    """A process has ended before it served; its exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a process has ended with code {code} before it served")
        self.code = code


def check_processes(config: Config) -> None:
    """Refuse several processes where they cannot share what is stored, or a socket. Raises OptionError."""
    if config.processes == 1:
        return
    if not is_postgresql(config.database or default_address()):
        raise OptionError(
            f"--processes {config.processes} needs a database that several processes can use: name one with "
            "--database postgresql://USER@HOST/NAME. `ludotheque copy-database` moves what you have there."
        )
    if sys.platform == "win32":
        raise OptionError("Several processes cannot share a port on Windows; use --processes 1.")


def supervise(config: Config, listener: socket.socket, on_start: Callable[[], None]) -> int:
    """Serve by several processes until a signal arrives; return the exit code."""
    start_logging(config.log_format, config.log_level)
    return asyncio.run(Supervisor(config, listener).run(on_start))


class Supervisor:
    """Keeps as many processes alive as the config says."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self._config = config
        self._listener = listener
        self._workers: list[_Worker] = []
        self._leaving: set[asyncio.Task[int]] = set()
        """The ends of processes that have no place any more."""
        self._is_ending = asyncio.Event()
        self._is_restarting = asyncio.Event()

    async def run(self, on_start: Callable[[], None]) -> int:
        """Start all processes, and keep them alive until a signal arrives; return the exit code.

        The first serves before the others start: what keeps it from that would keep them, too, and is said once.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._is_ending.set)
        loop.add_signal_handler(signal.SIGHUP, self._is_restarting.set)
        started: list[_Worker | BaseException] = []
        for group in (1, self._config.processes - 1):
            if all(isinstance(each, _Worker) for each in started):
                starting = (self._start() for _ in range(group))
                started += await asyncio.gather(*starting, return_exceptions=True)
        self._workers = [each for each in started if isinstance(each, _Worker)]
        for failed in started:
            if isinstance(failed, BaseException):
                if not isinstance(failed, StartFailed):  # otherwise the process has said why
                    _log.error("A process could not be started: %s", repr(failed))
                await asyncio.gather(*(worker.end() for worker in self._workers))
                return getattr(failed, "code", 0) or 2
        on_start()
        minding = [asyncio.create_task(self._mind(place)) for place in range(self._config.processes)]
        restarting = asyncio.create_task(self._restart_forever())
        await self._is_ending.wait()
        for task in (*minding, restarting):
            task.cancel()
        await asyncio.gather(*minding, restarting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers), *self._leaving)
        return 0

    async def _start(self) -> "_Worker":
        worker = await _Worker.start(self._config, self._listener)
        _log.info("Process %d serves", worker.pid)
        return worker

    async def _mind(self, place: int) -> None:
        """Start a process again whenever it has died."""
        while True:
            worker = self._workers[place]
            code = await worker.wait()
            if self._workers[place] is not worker:  # it was replaced
                continue
            _log.warning("Process %d has died with code %d and is started again", worker.pid, code)
            if monotonic() - worker.began < SHORTEST_LIFE:
                await asyncio.sleep(PAUSE)
            try:
                new = await self._start()
            except (StartFailed, TimeoutError, OSError) as failed:
                _log.error("A process could not be started again: %s", failed)
                await asyncio.sleep(PAUSE)
                continue
            if self._workers[place] is worker:
                self._workers[place] = new
            else:  # a restart has replaced it meanwhile
                self._dismiss(new)

    async def _restart_forever(self) -> None:
        while True:
            await self._is_restarting.wait()
            self._is_restarting.clear()
            _log.info("All processes are restarted, one after the other")
            try:
                for place in range(self._config.processes):
                    await self._replace(place)
            except (StartFailed, TimeoutError, OSError) as failed:
                _log.error("A new process could not be started, so the old ones stay: %s", failed)
            else:
                _log.info("All processes are restarted")

    async def _replace(self, place: int) -> None:
        new = await self._start()
        old, self._workers[place] = self._workers[place], new
        await asyncio.shield(self._dismiss(old))

    def _dismiss(self, worker: "_Worker") -> asyncio.Task[int]:
        """End a process that has no place any more. It is waited for in the end, whoever is cancelled before."""
        ending = asyncio.create_task(worker.end())
        self._leaving.add(ending)
        ending.add_done_callback(self._leaving.discard)
        return ending


class _Worker:
    """One server process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = process.pid
        self.began = monotonic()

    @classmethod
    async def start(cls, config: Config, listener: socket.socket) -> "_Worker":
        """Start a process, and wait until it serves. Raises StartFailed."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludotheque.server.processes.worker",
            str(listener.fileno()),
            pass_fds=[listener.fileno()],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the supervisor, which then ends the processes
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_WITHIN):
                if await worker._hear_ready(json.dumps(asdict(config)).encode() + b"\n"):
                    return worker
                # It ends by itself. To signal a process that has just ended takes its exit code from whoever waits.
                code = await worker.wait()
        except BaseException:
            await worker.end()
            raise
        raise StartFailed(code)

    async def _hear_ready(self, config: bytes) -> bool:
        """Give the process its config; return whether it serves then."""
        if self._process.stdin is None or self._process.stdout is None:
            return False
        self._process.stdin.write(config)
        while line := await self._process.stdout.readline():
            if line == READY:  # a game of others may have printed something before
                return True
        return False

    async def wait(self) -> int:
        """Wait until it has ended; return its exit code."""
        return await self._process.wait()

    async def end(self) -> int:
        """Stop it gracefully, or kill it if that takes too long; return its exit code."""
        with suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(END_WITHIN):
                return await self._process.wait()
        except TimeoutError:
            _log.error("Process %d does not end and is killed", self.pid)
            with suppress(ProcessLookupError):
                self._process.kill()
            return await self._process.wait()
