"""That a file of any released schema becomes one of today's, whole."""

import sqlite3
from pathlib import Path

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.store.migrations import MIGRATIONS, migrate
from ludotheque.store.sqlite import SqliteStore
from tests.store.rows import chat, credential, player, ply, table

OLD_FILES = sorted((Path(__file__).parent / "old_files").glob("*.sql"))


def version(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        [number] = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(number)


def restore(dump: Path, path: Path) -> None:
    """Make the database file that a dump was taken of."""
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()


def test_there_is_an_old_file_of_every_schema() -> None:
    """`python -m tests.store.old_files` writes the one of today; it must be kept when the schema moves on."""
    assert [dump.stem for dump in OLD_FILES] == [f"schema_{number}" for number in range(1, len(MIGRATIONS) + 1)]


@pytest.mark.parametrize("dump", OLD_FILES, ids=lambda dump: dump.stem)
async def test_an_old_file_is_brought_up_to_date_and_nothing_in_it_is_lost(dump: Path, path: Path) -> None:
    restore(dump, path)
    assert version(path) == int(dump.stem.removeprefix("schema_"))
    store = SqliteStore(path)
    await store.open()
    assert await store.find_player(b"cookie") == (player(), credential())
    assert await store.use_link(b"link", now=1) == player()
    found = await store.find_table("t1")
    assert found
    assert found == table("t1", status="playing", epoch=1, version=found.version)
    assert [row.id for row in await store.list_player_tables(player().id)] == ["t1", "t2"]
    assert await store.list_plies("t1") == [ply(1), ply(2, -1)]
    assert await store.list_chat("t1") == [chat(1)]
    await store.append("t1", [ply(3)], 1)
    await store.close()
    assert version(path) == len(MIGRATIONS)


async def test_an_old_file_ends_with_the_schema_of_a_new_one(path: Path, tmp_path: Path) -> None:
    def schema(file: Path) -> list[tuple[str, str]]:
        connection = sqlite3.connect(file)
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").fetchall()
        connection.close()
        return rows

    new = tmp_path / "new.sqlite"
    restore(OLD_FILES[0], path)
    for file in (path, new):
        store = SqliteStore(file)
        await store.open()
        await store.close()
    assert schema(path) == schema(new)


def test_only_the_steps_that_a_file_lacks_are_taken_and_each_once(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "file.sqlite", isolation_level=None)
    first, second = ("CREATE TABLE one (a)",), ("CREATE TABLE two (a)", "INSERT INTO two VALUES (2)")
    for steps in [(first,), (first, second), (first, second)]:
        migrate(connection, steps)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
    assert connection.execute("SELECT a FROM two").fetchall() == [(2,)]
    connection.close()


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "file.sqlite", isolation_level=None)
    first = ("CREATE TABLE one (a)",)
    migrate(connection, (first,))
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (first, ("CREATE TABLE two (a)", "INSERT INTO three VALUES (1)")))
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("one",)]
    connection.close()


async def test_a_file_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, (*MIGRATIONS, ("CREATE TABLE tomorrow (a)",)))
    connection.close()
    with pytest.raises(StoreError, match=r"has schema \d+, but .* up to \d+; use the newer"):
        await SqliteStore(path).open()
    assert version(path) == len(MIGRATIONS) + 1
