"""Which processes a supervisor keeps, whatever dies while others are replaced. No process is started here.

Real ones are in test_process.py and test_killed.py.
"""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.server.config import Config
from ludotheque.server.processes.supervisor import READY, Supervisor, _Worker
from tests.patience import PATIENCE


class FakeWorker:
    """A process that ends when it is told to, or dies when the test says so."""

    pid = 1
    began = float("-inf")  # long ago: nobody pauses before another one is started

    def __init__(self) -> None:
        self._has_ended = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        return self._has_ended.is_set()

    def die(self) -> None:
        self._has_ended.set()

    async def wait(self) -> int:
        await self._has_ended.wait()
        return -9

    async def end(self) -> int:
        self.die()
        return 0


class SupervisorHarness(Supervisor):
    """A supervisor of one place, which is told when a process that it starts serves."""

    def __init__(self) -> None:
        super().__init__(Config(), cast("Any", None))
        self.first = FakeWorker()
        self._workers = [cast("_Worker", self.first)]
        self._starts: list[asyncio.Future[_Worker]] = []

    @property
    def kept(self) -> list[object]:
        return [*self._workers]

    async def _start(self) -> _Worker:
        self._starts.append(asyncio.get_running_loop().create_future())
        return await self._starts[-1]

    async def await_starts(self, count: int) -> None:
        """Wait until so many processes were started in all."""
        await until(lambda: len(self._starts) == count)

    def let_serve(self, number: int) -> FakeWorker:
        """Let one of the processes that were started serve."""
        worker = FakeWorker()
        self._starts[number].set_result(cast("_Worker", worker))
        return worker


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0)


@pytest.mark.parametrize(("said", "is_ready"), [(b"hello\n" + READY, True), (b"hello\n", False)])
async def test_what_a_game_prints_when_it_is_imported_is_no_answer(said: bytes, is_ready: bool) -> None:
    heard = asyncio.StreamReader()
    heard.feed_data(said)
    heard.feed_eof()
    process = SimpleNamespace(pid=1, stdin=SimpleNamespace(write=lambda _config: None), stdout=heard)
    assert await _Worker(cast("Any", process))._hear_ready(b"{}\n") is is_ready


@pytest.mark.parametrize("faster", ["the restart", "the minder"])
async def test_a_process_that_dies_while_it_is_replaced_has_one_successor(faster: str) -> None:
    """Both the restart and whoever minds the place start another one; one of the two is kept, and minded."""
    supervisor = SupervisorHarness()
    minding = asyncio.create_task(supervisor._mind(0))
    supervisor.first.die()
    await supervisor.await_starts(1)
    restarting = asyncio.create_task(supervisor._replace(0))
    await supervisor.await_starts(2)
    if faster == "the restart":
        kept = supervisor.let_serve(1)
        await restarting
        surplus = supervisor.let_serve(0)
    else:
        surplus = supervisor.let_serve(0)
        await until(lambda: supervisor.kept == [surplus])
        kept = supervisor.let_serve(1)
        await restarting
    await until(lambda: surplus.has_ended)
    assert supervisor.kept == [kept]
    assert not kept.has_ended
    kept.die()
    await supervisor.await_starts(3)
    last = supervisor.let_serve(2)
    await until(lambda: supervisor.kept == [last])
    minding.cancel()
    await asyncio.gather(minding, return_exceptions=True)
    assert not last.has_ended
