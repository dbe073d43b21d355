"""Two servers over one database, which no lock keeps apart here: whatever they do at once, the rows stay true.

Neither hears of what the other does: each has a bus of its own. The servers in processes/ do.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.table import Table
from ludotheque.store.store import TableRow
from tests.server.tables.table_harness import TableHarness, open_harness, person


@pytest.fixture
async def other(harness: TableHarness, tmp_path: Path, database: str) -> AsyncIterator[TableHarness]:
    """The other server."""
    async with open_harness(tmp_path, database) as opened:
        yield opened


async def meet(harness: TableHarness, other: TableHarness, seats: str = "poo") -> tuple[Table, Table]:
    """Give a table as each of the servers has it in memory."""
    table = await harness.open_table("tsuro", seats)
    return table, await other.tables.find(table.id)


async def read_row(harness: TableHarness, table: Table) -> TableRow:
    row = await harness.store.find_table(table.id)
    assert row
    return row


async def refusal(request: Awaitable[object]) -> str | None:
    """Give the code with which a request is refused; None if it is not."""
    try:
        await request
    except Refused as refused:
        return refused.code
    return None


async def test_two_people_never_get_the_same_seat(harness: TableHarness, other: TableHarness) -> None:
    for _ in range(10):
        here, there = await meet(harness, other)
        codes = await asyncio.gather(
            refusal(here.seating.join(person(1), 1)), refusal(there.seating.join(person(2), 1))
        )
        row = await read_row(harness, here)
        assert sorted(codes, key=str) == [None, "seat_taken"]  # the loser is told why, after looking again
        winner = person(1 + codes.index(None))
        assert [seat["player"] for seat in row.seats] == [person(0).id, winner.id, None]
        assert row.version == 1


async def test_whoever_loses_the_race_gets_another_seat_if_any_will_do(
    harness: TableHarness, other: TableHarness
) -> None:
    here, there = await meet(harness, other)
    assert tuple(
        await asyncio.gather(refusal(here.seating.join(person(1))), refusal(there.seating.join(person(2))))
    ) == (None, None)
    row = await read_row(harness, here)
    assert {seat["player"] for seat in row.seats} == {person(0).id, person(1).id, person(2).id}
    assert row.version == 2


async def test_a_game_that_has_started_does_not_wait_again(harness: TableHarness, other: TableHarness) -> None:
    here, there = await meet(harness, other, "pbo")
    await here.seating.join(person(2), 2)
    await here.start(person(0))
    plies = await harness.store.list_plies(here.id)
    assert await refusal(there.seating.join(person(3), 2)) == "started"
    assert await refusal(there.seating.set_seat(person(0), 2, "bot")) == "started"
    row = await read_row(harness, here)
    assert (row.status, row.seats[2]["player"]) == ("playing", person(2).id)
    assert (await harness.store.list_plies(here.id))[: len(plies)] == plies
    assert there.log.row.status == "playing"


async def test_a_game_starts_once(harness: TableHarness, other: TableHarness) -> None:
    for _ in range(5):
        here, there = await meet(harness, other, "ppo")
        await here.seating.join(person(2), 2)
        assert await refusal(there.seating.join(person(2), 2)) == "already_seated"  # and now it knows
        codes = await asyncio.gather(refusal(here.start(person(0))), refusal(there.start(person(0))))
        assert [*codes] == [None, None]  # whoever was slower finds that it has begun
        assert await refusal(there.start(person(0))) == "started"
        assert await refusal(here.start(person(0))) == "started"
        row = await read_row(harness, here)
        assert (row.status, row.version) == ("playing", 3)


async def test_a_move_in_a_game_that_the_other_server_has_ended_is_refused(
    harness: TableHarness, other: TableHarness
) -> None:
    here, there = await meet(harness, other, "pp")
    guest = await other.sit(there, there.log.actor)
    ended = replace(here.log.row, status="over", version=here.log.row.version + 1)
    await harness.store.save_table(ended)
    before = await harness.store.list_plies(here.id)
    assert (await guest.play())["code"] == "stale"
    assert await harness.store.list_plies(here.id) == before
    assert await read_row(harness, here) == ended
