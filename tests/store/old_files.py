"""Writes the file of today's schema that tests of later schemas will want: `python -m tests.store.old_files`."""

import asyncio
import sqlite3
import tempfile
from pathlib import Path

from ludotheque.store.migrations import MIGRATIONS
from ludotheque.store.sqlite import SqliteStore
from tests.store.rows import chat, credential, player, ply, review, table

FOLDER = Path(__file__).parent / "old_files"


async def fill(path: Path) -> None:
    """Store a little of everything."""
    store = SqliteStore(path)
    await store.open()
    await store.add_player(player(), credential(), b"cookie")
    await store.add_link(b"link", player().id, expires_at=600)
    await store.add_table(table("t1"))
    await store.append("t1", [ply(1), ply(2), ply(3)], 0, table("t1", status="playing", version=1))
    await store.truncate("t1", 1, table("t1", status="playing", epoch=1, version=2))
    await store.append("t1", [ply(2, -1)], 1)
    await store.add_table(table("t2", status="over", outcome={"ranks": [1, 2]}))
    await store.add_chat("t1", chat(1))
    await store.save_review(review("t2"))
    await store.close()


def dump(path: Path) -> str:
    """Give a file as SQL."""
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return "\n".join([*lines, f"PRAGMA user_version = {len(MIGRATIONS)};"]) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file.sqlite"
        asyncio.run(fill(file))
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"schema_{len(MIGRATIONS)}.sql").write_text(dump(file), encoding="utf-8")
