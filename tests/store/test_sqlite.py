"""What only the store in an SQLite file promises: plans of its queries, damaged rows, and the settings of the file."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.store.sqlite import SqliteStore
from tests.store.rows import table


async def test_a_row_whose_json_is_damaged_takes_no_place_and_is_logged_once(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(6):
        await store.add_table(table(f"t{number}", changed_at=number))
    await store._write("UPDATE tables SET options = '{' WHERE id <> 't0'")
    for _ in range(2):
        assert [row.id for row in await store.list_open_tables(2)] == ["t0"]
        assert [row.id for row in await store.list_player_tables("player-ann", 2)] == ["t0"]
        assert [row.id for row in await store.list_abandoned_tables(9, 2)] == ["t0"]
    logged = [line for line in caplog.messages if "is damaged" in line]
    assert [sum(f"table t{number} " in line for line in logged) for number in range(6)] == [0, 1, 1, 1, 1, 1]
    with pytest.raises(StoreError, match="t3 cannot be read"):
        await store.find_table("t3")


async def test_no_list_looks_at_a_row_that_is_not_in_it(store: SqliteStore) -> None:
    """However many tables there are: a full table, a hidden one or another player's costs a list nothing."""
    assert await explain(store, store.list_open_tables) == ["SCAN tables USING INDEX tables_to_join"]
    assert await explain(store, store.list_watchable_tables) == ["SCAN tables USING INDEX tables_to_watch"]
    assert await explain(store, partial(store.list_player_tables, "player-ann")) == [
        "SEARCH members USING COVERING INDEX members_listed (player=? AND rank>? AND rank<?)",
        "SEARCH tables USING INDEX sqlite_autoindex_tables_1 (id=?)",
    ]
    by_status = "SEARCH tables USING INDEX tables_by_status (status=? AND changed_at"
    assert (await explain(store, partial(store.list_tables, "playing")))[0].startswith(f"{by_status}<?")
    assert (await explain(store, partial(store.list_abandoned_tables, 5)))[0].startswith(f"{by_status}>?")


async def explain(store: SqliteStore, listing: Callable[[], Awaitable[object]]) -> list[str]:
    """Give SQLite's plan of the query behind a list."""
    queries: list[str] = []
    store._reading.set_trace_callback(queries.append)
    await listing()
    store._reading.set_trace_callback(None)
    [query] = queries
    return [row[3] for row in store._reading.execute(f"EXPLAIN QUERY PLAN {query}")]


async def test_a_commit_waits_for_the_disk(store: SqliteStore) -> None:
    """No test can pull the plug; what SQLite does for the power to fail is said by two settings."""
    asked = ["PRAGMA journal_mode", "PRAGMA synchronous"]
    settings = await store._writer.write(lambda connection: [connection.execute(each).fetchone() for each in asked])
    assert settings == [("wal",), (2,)]  # 2 is FULL
