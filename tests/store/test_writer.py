"""That writes go in groups, and that nobody suffers for others in the group."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from ludotheque.core.errors import Conflict, StoreError
from ludotheque.store.sqlite import SqliteStore
from ludotheque.store.store import ChatRow
from tests.store.rows import chat, ply, table

TABLES = [f"t{number}" for number in range(40)]


@pytest.fixture
async def tables(store: SqliteStore) -> list[str]:
    await asyncio.gather(*(store.add_table(table(name)) for name in TABLES))
    return TABLES


def trace(store: SqliteStore) -> list[str]:
    """Let SQLite itself say which statements are done, values and all; the list grows."""
    statements: list[str] = []
    store._writer._connection.set_trace_callback(statements.append)
    return statements


async def test_what_waits_together_is_one_statement_and_one_transaction(store: SqliteStore, tables: list[str]) -> None:
    requests, transactions = store.requests, store.transactions
    statements = trace(store)
    await asyncio.gather(*(store.append(name, [ply(1), ply(2, -1)], 0) for name in tables))
    assert store.requests - requests == len(tables)
    assert store.transactions - transactions == 1
    assert len(set(statements)) == 1  # it is named again for every row that sets off a trigger
    for name in tables:
        assert await store.list_plies(name) == [ply(1), ply(2, -1)]


async def test_what_comes_while_a_transaction_is_under_way_goes_into_the_next(
    store: SqliteStore, tables: list[str]
) -> None:
    begun, transactions = asyncio.Event(), store.transactions

    async def first() -> None:
        begun.set()
        await store.append(tables[0], [ply(1)], 0)

    async def later(name: str) -> None:
        await begun.wait()
        await asyncio.sleep(0)
        await store.append(name, [ply(1)], 0)

    await asyncio.gather(first(), *(later(name) for name in tables[1:]))
    assert store.transactions - transactions in {1, 2}


async def test_changes_of_all_kinds_share_a_transaction_in_the_order_in_which_they_were_asked_for(
    store: SqliteStore,
) -> None:
    transactions = store.transactions
    await asyncio.gather(
        store.add_table(table("t1")),
        store.append("t1", [ply(1)], 0),
        store.append("t1", [ply(2), ply(3)], 0, table("t1", status="playing", version=1)),
        store.append("t1", [ply(4)], 0),
        store.truncate("t1", 2, table("t1", epoch=1, version=2)),
        store.append("t1", [ply(3, 1)], 1),
        store.add_chat("t1", chat(1)),
    )
    assert store.transactions - transactions == 1
    assert await store.list_plies("t1") == [ply(1), ply(2), ply(3, 1)]
    assert await store.find_table("t1") == table("t1", epoch=1, version=2)


async def test_a_request_that_fails_does_not_fail_its_group(store: SqliteStore, tables: list[str]) -> None:
    await store.append("t3", [ply(1)], 0)
    transactions = store.transactions
    results = await asyncio.gather(
        *(store.append(name, [ply(1), ply(2, -1)], 0) for name in tables), return_exceptions=True
    )
    assert store.transactions - transactions == 1
    assert [name for name, result in zip(tables, results, strict=True) if result is not None] == ["t3"]
    assert isinstance(results[3], Conflict)
    for name in tables:
        assert len(await store.list_plies(name)) == (1 if name == "t3" else 2)


async def test_a_value_that_cannot_be_stored_fails_only_its_own_request(store: SqliteStore) -> None:
    lone_surrogate = ChatRow(2, "player-ann", "Ann", None, "\ud800", 0)
    await store.add_table(table("t1"))
    results = await asyncio.gather(
        store.add_chat("t1", chat(1)), store.add_chat("t1", lone_surrogate), store.add_chat("t1", chat(3)),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(result) for result in results] == [type(None), UnicodeEncodeError, type(None)]
    assert await store.list_chat("t1") == [chat(1), chat(3)]


async def test_whoever_stops_waiting_does_not_disturb_the_others(store: SqliteStore, tables: list[str]) -> None:
    impatient = asyncio.ensure_future(store.append("t0", [ply(1)], 0))
    patient = asyncio.ensure_future(store.append("t1", [ply(1)], 0))
    await asyncio.sleep(0)
    impatient.cancel()
    await patient
    assert await store.list_plies("t1") == [ply(1)]


async def test_when_the_commit_fails_everybody_is_told_and_the_next_group_is_tried_again(
    store: SqliteStore, path: Path
) -> None:
    """Another process that holds the file for too long stands for a disk that does not answer."""
    await store.add_table(table("t1"))
    await store.add_table(table("t2"))
    store._writer._connection.execute("PRAGMA busy_timeout = 10")
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    results = await asyncio.gather(
        store.append("t1", [ply(1)], 0), store.append("t2", [ply(1)], 0), store.add_chat("t1", chat(1)),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(result) for result in results] == [StoreError] * 3
    blocker.execute("ROLLBACK")
    blocker.close()
    assert await store.list_plies("t1") == []
    await store.append("t1", [ply(1)], 0)
    assert await store.list_plies("t1") == [ply(1)]
