"""That a copy of a database is whole, private and made in one go, whatever is being written meanwhile."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.store import backup
from ludotheque.store.backup import back_up
from ludotheque.store.sqlite import SqliteStore
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture is used by its name
from tests.store.rows import ply, table


@pytest.fixture
def wide_open() -> Iterator[None]:
    """Let new files be readable by everybody who may."""
    before = os.umask(0)
    yield
    os.umask(before)


async def open_copy(copy: Path) -> SqliteStore:
    store = SqliteStore(copy)
    await store.open()
    return store


@pytest.mark.usefixtures("wide_open")
async def test_a_copy_is_made_while_much_is_written_and_holds_all_that_was_acknowledged(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """Writing does not stop before the copy is there; a copy that began again with every write would never be."""
    tables = [f"t{number}" for number in range(8)]
    written = dict.fromkeys(tables, 0)
    for name in tables:
        await store.add_table(table(name))
    is_done = asyncio.Event()

    async def write(name: str) -> None:
        while not is_done.is_set():
            await store.append(name, [ply(written[name] + 1)], 0)
            written[name] += 1

    writers = [asyncio.create_task(write(name)) for name in tables]
    while min(written.values()) < 20:
        await asyncio.sleep(0)
    for number in range(3):
        copy, acknowledged = tmp_path / f"copy{number}.sqlite", dict(written)
        made = await asyncio.to_thread(back_up, path, copy)
        assert made.size == copy.stat().st_size
        at_least = {name: count + 1 for name, count in written.items()}
        while any(written[name] < count for name, count in at_least.items()):  # the writers write on
            await asyncio.sleep(0)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        connection = sqlite3.connect(copy)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
        opened = await open_copy(copy)
        for name in tables:
            plies = await opened.list_plies(name)
            assert len(plies) >= acknowledged[name]
            assert plies == [ply(each) for each in range(1, len(plies) + 1)]
        await opened.close()
    is_done.set()
    await asyncio.gather(*writers)
    assert not [*tmp_path.glob("*.part"), *tmp_path.glob(".*.part")]


@pytest.mark.usefixtures("wide_open")
async def test_nobody_else_may_read_a_copy_at_any_moment(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.add_table(table())
    folder = tmp_path / "copies"
    folder.mkdir()
    modes: set[int] = set()
    real_copy, real_check = backup._copy, backup._check_copy

    def note() -> None:
        modes.update(stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir())

    def copy(database: Path, part: Path) -> None:
        note()
        real_copy(database, part)
        note()

    def check(part: Path) -> None:
        real_check(part)
        note()
        assert [file.name for file in folder.iterdir()] == [part.name]  # not under its name yet, and nothing beside it

    monkeypatch.setattr(backup, "_copy", copy)
    monkeypatch.setattr(backup, "_check_copy", check)
    back_up(path, folder / "copy.sqlite")
    note()
    assert modes == {0o600}
    assert [file.name for file in folder.iterdir()] == ["copy.sqlite"]


async def test_nothing_is_overwritten_unless_it_may_be(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_text("precious", encoding="utf-8")
    with pytest.raises(StoreError, match="exists already; name another file, or add --overwrite"):
        back_up(path, copy)
    with pytest.raises(StoreError, match="exists already"):
        backup._put_in_place(path, copy, overwrite=False)  # it has come meanwhile
    assert copy.read_text(encoding="utf-8") == "precious"
    await store.add_table(table())
    back_up(path, copy, overwrite=True)
    opened = await open_copy(copy)
    assert await opened.find_table("t1") == table()
    with pytest.raises(StoreError, match="is a database in use"):
        back_up(path, copy, overwrite=True)
    await opened.close()


async def test_a_database_is_not_copied_over_itself(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(StoreError, match="is the database itself"):
            back_up(path, name, overwrite=True)
    await store.add_table(table())


def test_what_cannot_be_copied_is_said_in_a_sentence_and_leaves_nothing_behind(tmp_path: Path) -> None:
    letter, copy = tmp_path / "letter.txt", tmp_path / "copy.sqlite"
    with pytest.raises(StoreError, match=r"There is no database .*letter\.txt"):
        back_up(letter, copy)
    letter.write_text("Dear Ann, " * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match=r"could not be copied .* not a database"):
        back_up(letter, copy)
    with pytest.raises(StoreError, match=r"cannot be written \(No such file or directory\)"):
        back_up(letter, tmp_path / "nowhere" / "copy.sqlite")
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


async def test_a_damaged_database_gives_no_copy(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    for number in range(100):
        await store.add_table(table(f"t{number}", options={"long": "x" * 500}))
    await store.close()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 4096 // 2 * 4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(StoreError, match="could not be copied"):
        back_up(path, tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()


async def test_a_disk_without_hard_links_will_do(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    await store.add_table(table())
    monkeypatch.setattr("os.link", refuse)
    back_up(path, tmp_path / "copy.sqlite")
    assert [file.name for file in tmp_path.glob("*copy*")] == ["copy.sqlite"]


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_command_copies_the_database_of_the_settings(
    run: Run,  # noqa: F811 - the fixture
    store: SqliteStore,
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await store.add_table(table())
    settings = tmp_path / "settings.toml"
    settings.write_text(f'database = "sqlite:///{path}"\nport = 9000\n', encoding="utf-8")
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", f"sqlite:///{path}")
    named: list[list[object]] = [["--database", f"sqlite:///{path}"], ["--config", settings], []]
    for number, flags in enumerate(named):
        ran = run("admin", "backup", tmp_path / f"copy{number}.sqlite", *flags)
        assert (ran.code, ran.err) == (0, "")
        assert f"copy{number}.sqlite: 0.1 MB in " in ran.out
        opened = await open_copy(tmp_path / f"copy{number}.sqlite")
        assert await opened.find_table("t1") == table()
        await opened.close()
    ran = run("admin", "backup", tmp_path / "copy0.sqlite")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"ludotheque: {tmp_path}/copy0.sqlite exists already; ")
    assert run("admin", "backup", "--overwrite", tmp_path / "copy0.sqlite").code == 0
