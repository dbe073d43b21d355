"""That the server says when nothing can be stored, whatever the reason, and does not start on a damaged file."""

import asyncio
import resource
import signal
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette

from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.monitoring import health
from ludotheque.server.monitoring.health import Health
from ludotheque.store import sqlite
from ludotheque.store.sqlite import SqliteStore
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture is used by its name
from tests.patience import PATIENCE
from tests.server.server_harness import Process, Visitor, refusal
from tests.store.rows import chat, ply, table


async def is_healthy(checked: Health) -> bool:
    try:
        await checked.check()
    except Refused as refused:
        return refused.code != "not_stored"
    return True


class FakeStore(SqliteStore):
    """A store that is as well as it is told to be."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.checks = 0
        self.error: Exception | None = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def check(self) -> None:
        self.checks += 1
        await self.may_answer.wait()
        if self.error is not None:
            raise self.error


async def test_however_many_ask_the_store_is_asked_once_a_second(caplog: pytest.LogCaptureFixture) -> None:
    store, now = FakeStore(), [0.0]
    checked = Health(store, lambda: now[0])
    assert await asyncio.gather(*(is_healthy(checked) for _ in range(100))) == [True] * 100
    store.error = StoreError("disk full")
    assert await is_healthy(checked)
    assert store.checks == 1
    now[0] = 1.0
    assert await asyncio.gather(*(is_healthy(checked) for _ in range(100))) == [False] * 100
    now[0] = 2.0
    assert not await is_healthy(checked)
    store.error = None
    now[0] = 3.0
    assert await is_healthy(checked)
    assert store.checks == 4
    assert caplog.messages == ["The store does not work: disk full", "The store works again"]


async def test_a_disk_that_hangs_stores_nothing_and_is_asked_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TIMEOUT_SECONDS", 0.01)
    store, now = FakeStore(), [0.0]
    checked = Health(store, lambda: now[0])
    store.may_answer.clear()
    for now[0] in (0.0, 10.0, 20.0):
        assert not await is_healthy(checked)
    assert store.checks == 1
    monkeypatch.setattr(health, "TIMEOUT_SECONDS", PATIENCE)
    store.may_answer.set()
    assert await is_healthy(checked)


async def test_a_store_that_works_has_written_and_read(app: Starlette, stranger: Visitor) -> None:
    store = app.state.dependencies.health._store
    writes = store.requests
    assert (await stranger.get("/healthz")).json()["status"] == "ok"
    assert store.requests == writes + 1


@pytest.mark.parametrize("what", ["write", "read", "room"])
async def test_a_store_that_fails_is_told_and_the_process_still_lives(
    app: Starlette, stranger: Visitor, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    store: SqliteStore = app.state.dependencies.health._store

    class Failing:
        in_transaction = False

        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        if what == "write":
            patch.setattr(store._writer, "_connection", Failing())
        elif what == "read":
            patch.setattr(store, "_reading", Failing())
        else:
            full = SimpleNamespace(free=0)
            patch.setattr(sqlite.shutil, "disk_usage", lambda _path: full)  # type: ignore[attr-defined] # a module
        answer = await stranger.get("/healthz")
        assert refusal(answer) == (503, "not_stored")
        assert "sqlite" not in answer.text  # nor does it say where the file is
        assert (await stranger.get("/livez")).json()["status"] == "ok"


def test_a_server_whose_disk_is_full_says_so_until_there_is_room(tmp_path: Path) -> None:
    """Its files may grow no more, which to the process is a disk that is full."""
    server = Process(tmp_path / "x.sqlite")
    try:
        with server.client() as client:
            client.timeout = PATIENCE
            assert client.get("/healthz").status_code == 200
            _, most = resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE)
            largest = (tmp_path / "x.sqlite-wal").stat().st_size
            resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE, (largest, most))
            _await_status(client, 503)
            assert client.post("/api/players").status_code == 503
            assert client.get("/livez").status_code == 200
            resource.prlimit(server.popen.pid, resource.RLIMIT_FSIZE, (most, most))
            _await_status(client, 200)
            assert client.post("/api/players").status_code == 201
    finally:
        assert server.end(signal.SIGTERM) == 0
    told = [line["what"] for line in server.read_log() if "The store" in line["what"]]
    assert [line.partition(":")[0] for line in told] == ["The store does not work", "The store works again"]


def _await_status(client: Any, status: int) -> None:
    patience = time.monotonic() + PATIENCE
    while client.get("/healthz").status_code != status:
        assert time.monotonic() < patience
        time.sleep(0.05)


# ── Damaged files ────────────────────────────────────────────────────────────────────────────────────────────────────


async def fill(path: Path) -> None:
    """Make a file with enough in it that a page in the middle holds data."""
    store = SqliteStore(path)
    await store.open()
    for number in range(20):
        await store.add_table(table(f"t{number}"))
        await store.append(f"t{number}", [ply(each) for each in range(1, 101)], 0)
        await store.add_chat(f"t{number}", chat(1, "hello " * 50))
    await store.close()


def damage(path: Path) -> None:
    """Overwrite a page in the middle."""
    page = 4096
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // page // 2 * page)
        file.write(b"\xa5" * page)


async def test_a_server_does_not_start_on_a_damaged_file(run: Run, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "x.sqlite"
    await fill(path)
    damage(path)
    before = path.read_bytes()
    ran = await asyncio.to_thread(run, "serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"ludotheque: {path} is damaged (")
    assert ran.err.endswith("; restore a backup as docs/server.md says, or name another file.\n")
    assert ran.err.count("\n") == 1
    assert path.read_bytes() == before


async def test_a_file_too_large_to_be_looked_through_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "x.sqlite"
    await fill(path)

    class Impatient(sqlite3.Connection):
        def execute(self, statement: str, *more: Any) -> sqlite3.Cursor:
            if "quick_check" in statement:
                raise sqlite3.OperationalError("interrupted")
            return super().execute(statement, *more)

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: real(*given, **more, factory=Impatient))
    store = SqliteStore(path)
    await store.open()
    assert len(await store.list_plies("t7")) == 100
    await store.close()
    assert any("too large to be looked through" in line for line in caplog.messages)
