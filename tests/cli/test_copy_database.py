"""That a club moves from SQLite to PostgreSQL and back without a difference, or not at all."""

import asyncio
import re
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque.store import copy
from ludotheque.store.address import make_lock, make_store
from ludotheque.store.copy import RELATIONS, Relation, Rows
from ludotheque.store.migrations import MIGRATIONS
from tests.cli.conftest import Run
from tests.postgres_harness import Postgres
from tests.server.tables.table_harness import open_harness, play_out
from tests.store.rows import chat, credential, player, ply, review, table
from tests.store.test_migrations import OLD_FILES, restore, version


async def fill(folder: Path) -> None:
    """Let people play: games that are over, one that goes on with plies taken back, one of rules that nobody knows."""
    async with open_harness(folder) as harness:
        for game in ("tsuro", "turris"):
            opened = await harness.open_table(game=game)
            await play_out(await harness.sit_all(opened), Random(1))
        store = harness.store
        await store.add_player(player(), credential(), b"cookie \0\xff")
        await store.add_link(b"link", player().id, expires_at=600)
        await store.add_table(table("going", settings={"watch": "anyone", "note": "é \N{SNOWMAN} \\ \" '"}))
        await store.append("going", [ply(1), ply(2), ply(3)], 0, table("going", status="playing", version=1))
        await store.truncate("going", 1, table("going", status="playing", epoch=1, version=2))
        await store.append("going", [ply(2, -1, "draws “é” 7\\")], 1)
        await store.add_chat("going", chat(1, "ça va? \N{SNOWMAN}"))
        await store.save_review(review("going", b"\x1f\x8b\x00", is_complete=False))
        await store.add_table(table("strange", game="chess", status="playing"))
        await store.append("strange", [ply(1)], 0, table("strange", game="chess", status="over", version=1))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    asyncio.run(fill(tmp_path))
    return tmp_path / "tables.sqlite"


def dump(path: Path) -> dict[str, list[Any]]:
    """Give everything in a file, what follows from other rows included."""
    connection = sqlite3.connect(path)
    names = [*(relation.name for relation in RELATIONS), "members"]
    found = {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    found["schema"] = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
    connection.close()
    return found


@pytest.mark.parametrize("page", [copy._PAGE, 2])
def test_a_club_moves_to_postgresql_and_back_without_a_difference(
    run: Run, club: Path, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    """All of it fits into one page, and takes many small ones: the last of them full, or not."""
    monkeypatch.setattr(copy, "_PAGE", page)
    database, again = postgres.make_database(), tmp_path / "again.sqlite"
    for source, target in ((f"sqlite:///{club}", database), (database, f"sqlite:///{again}")):
        ran = run("copy-database", source, target)
        assert ran.code == 0, ran.err
        assert "4 tables" in ran.out
        assert "every row is the same" in ran.out
        assert "2 records of finished games are the same to the byte, and verified." in ran.out
        assert "Table strange is the same, but this version cannot verify it: " in ran.out
    assert dump(again) == dump(club)


async def go_on(database: str) -> None:
    """Play and say something more, as a server does that is started on the copy."""
    store = make_store(database)
    await store.open()
    assert await store.find_player(b"cookie \0\xff") == (player(), credential())
    assert [row.id for row in await store.list_player_tables("player-ann")] == ["going", "strange"]
    assert len(await store.list_open_tables()) == 0
    await store.append("going", [ply(3)], 1)
    with pytest.raises(Exception, match="follow"):
        await store.append("going", [ply(5)], 1)
    await store.add_chat("going", chat(2))
    await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_copy_is_used_as_any_other_database(
    run: Run, club: Path, tmp_path: Path, postgres: Postgres, kind: str
) -> None:
    target = f"sqlite:///{tmp_path / 'copy.sqlite'}" if kind == "sqlite" else postgres.make_database()
    assert run("copy-database", f"sqlite:///{club}", target).code == 0
    asyncio.run(go_on(target))


def test_a_target_that_is_not_empty_is_refused_and_left_alone(
    run: Run, club: Path, tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.make_database()
    assert run("copy-database", f"sqlite:///{club}", database).code == 0
    ran = run("copy-database", f"sqlite:///{club}", database)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ludotheque: The database to copy to has players already; name an empty one.\n"
    before = dump(club)
    assert "name an empty one" in run("copy-database", database, f"sqlite:///{club}").err
    assert dump(club) == before


def test_what_cannot_be_copied_from_or_to_is_one_clear_line(run: Run, club: Path, tmp_path: Path) -> None:
    here, new = f"sqlite:///{club}", f"sqlite:///{tmp_path / 'new.sqlite'}"
    for source, target, reason in (
        (here, here, "not copied to itself"),
        (here, f"sqlite:///{club.parent / '.' / '..' / club.parent.name / club.name}", "not copied to itself"),
        (new, here, "There is no database .*; name the one to copy from"),
        (here, "nowhere", "is no address of a database"),
        (here, "postgresql://ann:secret@/x?host=/nowhere", "see that PostgreSQL runs"),
    ):
        ran = run("copy-database", source, target)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert re.search(reason, ran.err), ran.err
    assert not (tmp_path / "new.sqlite").exists()


def test_nothing_is_copied_while_a_server_has_the_database_open(run: Run, club: Path, tmp_path: Path) -> None:
    with make_lock(f"sqlite:///{club}"):
        ran = run("copy-database", f"sqlite:///{club}", f"sqlite:///{tmp_path / 'new.sqlite'}")
    assert ran.code == 2
    assert "is in use by a server" in ran.err


def test_a_source_of_an_older_version_is_brought_up_to_date(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "old" / "club.sqlite", tmp_path / "new.sqlite"
    restore(OLD_FILES[0], source)
    assert version(source) < len(MIGRATIONS)
    ran = run("copy-database", f"sqlite:///{source}", f"sqlite:///{target}")
    assert ran.code == 0, ran.err
    assert version(source) == version(target) == len(MIGRATIONS)
    assert dump(target) == dump(source)


def test_a_row_that_postgresql_cannot_hold_leaves_the_target_empty(run: Run, club: Path, postgres: Postgres) -> None:
    connection = sqlite3.connect(club)
    connection.execute("UPDATE chat SET text = 'a' || char(0) || 'b'")
    connection.commit()
    connection.close()
    database = postgres.make_database()
    ran = run("copy-database", f"sqlite:///{club}", database)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.endswith("nothing was copied.\n")
    name = database.split("/")[3].partition("?")[0]
    assert postgres.execute("SELECT count(*) FROM players", name) == "0"


def test_a_copy_with_a_difference_is_taken_back(
    run: Run, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = copy._SqliteSide.add

    async def spoil(side: copy._SqliteSide, relation: Relation, rows: Rows) -> None:
        if relation.name == "plies":
            rows = [(*row[:-1], row[-1] + 1) if row[1] == 7 else row for row in rows]
        await real(side, relation, rows)

    monkeypatch.setattr(copy._SqliteSide, "add", spoil)
    target = tmp_path / "new.sqlite"
    ran = run("copy-database", f"sqlite:///{club}", f"sqlite:///{target}")
    assert ran.code == 2
    assert "is not the same in both databases; nothing was copied." in ran.err
    found = dump(target)
    assert not any(found[relation.name] for relation in RELATIONS)
    assert found["schema"] == dump(club)["schema"]
