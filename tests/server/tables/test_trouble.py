"""Tables in trouble: what cannot be read or stored costs no other table, and is tried again where that helps."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.tables import tables
from ludotheque.store.sqlite import SqliteStore
from ludotheque.store.store import PlyRow
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness, person
from tests.server.tables.test_bots import finish

# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def find_code(harness: TableHarness, table: str) -> str:
    """Give the code with which a table is refused."""
    with pytest.raises(Refused) as caught:
        await harness.tables.find(table)
    return caught.value.code


@pytest.mark.parametrize("move", ["nonsense", "a1"])
async def test_a_log_that_cannot_be_played_costs_no_other_table(harness: TableHarness, move: str) -> None:
    harness.bots.may_answer.clear()
    whole = await harness.open_table("turris", "bb", watch="anyone", clock=MoveClock(60))
    harness.now.pass_seconds(1)  # the last one is the first to go on
    broken = await harness.open_table("turris", "bb", watch="anyone", clock=MoveClock(60))
    await harness.store.append(broken.id, [PlyRow(broken.log.ply + 1, 7, move, 0, harness.now())], 0)
    await harness.restart()
    async with asyncio.timeout(PATIENCE):
        while whole.id not in harness.tables.live:
            await asyncio.sleep(0.002)
    assert await find_code(harness, broken.id) == "broken"
    assert [table["id"] for table in await harness.tables.lists.list_live()] == [whole.id]
    assert [table["id"] for table in await harness.tables.lists.list_mine(person(0))] == [whole.id]
    harness.bots.may_answer.set()
    await finish(harness, harness.tables.live[whole.id])


@pytest.mark.parametrize(
    "changes",
    [{"game": "chess"}, {"options": {"players": "many"}}, {"settings": {"clock": 1}}, {"seats": [{"kind": "throne"}]}],
    ids=lambda changes: next(iter(changes)),
)
@pytest.mark.parametrize("status", ["waiting", "playing"])
async def test_a_row_that_makes_no_sense_costs_no_other_table(
    harness: TableHarness, changes: dict[str, object], status: str
) -> None:
    harness.bots.may_answer.clear()
    whole = await harness.open_table("tsuro", "pb", clock=MoveClock(60))
    later = harness.now() + 1000
    row = replace(whole.log.row, id="odd", code="odd", status=status, changed_at=later, **changes)  # type: ignore[arg-type] # any field
    await harness.store.add_table(row)
    await harness.restart()
    async with asyncio.timeout(PATIENCE):
        while whole.id not in harness.tables.live:
            await asyncio.sleep(0.002)
    assert await find_code(harness, "odd") == "broken"
    assert [table["id"] for table in await harness.tables.lists.list_mine(person(0))] == [whole.id]


async def test_a_store_that_cannot_be_read_is_a_refusal_and_the_table_is_found_later(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.open_table()
    await harness.restart()

    class Unreadable:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

    if not isinstance(harness.store, SqliteStore):
        pytest.skip("tests/store/test_postgres.py stops a PostgreSQL")
    with monkeypatch.context() as patch:
        patch.setattr(harness.store, "_reading", Unreadable())
        with pytest.raises(StoreError, match="disk I/O error"):
            await harness.store.list_plies(table.id)
        assert await find_code(harness, table.id) == "not_stored"
    assert (await harness.tables.find(table.id)).log.rows == table.log.rows


# ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("error", [StoreError("disk full"), ZeroDivisionError()], ids=["store", "bug"])
async def test_a_clock_at_zero_that_cannot_be_stored_is_checked_again(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(tables, "RETRY", 10)
    table = await harness.open_table("turris", "pp", clock=MoveClock(30))
    await harness.sit_all(table)
    actor = table.log.actor or 0
    harness.bots.may_answer.clear()
    real, fails = harness.store.save_table, iter([True, True])

    async def save(*arguments: object) -> None:
        if next(fails, False):
            raise error
        await real(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(harness.store, "save_table", save)
    harness.now.pass_seconds(31)
    await harness.tables.check_deadline(table.id)
    assert table.log.seats[actor].substitute is None
    async with asyncio.timeout(PATIENCE):
        while table.log.seats[actor].substitute is None:
            await asyncio.sleep(0.002)
