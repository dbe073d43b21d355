"""Deleting a table that concerns nobody else: it is gone for good, from every list, for everybody."""

import asyncio
from random import Random

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import MoveClock
from tests.server.tables.table_harness import TableHarness, person, play_out


@pytest.mark.parametrize("seats", ["pb", "bb", "po", "mm"])
async def test_who_is_alone_at_a_table_deletes_it(harness: TableHarness, seats: str) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", seats, visibility="public", watch="anyone")
    guest, spectator = await harness.sit(table, 0), await harness.sit(table, None)
    await harness.tables.delete(person(0), table.id)
    for viewer in (guest, spectator):
        assert (await viewer.hear("closing"))["why"] == "not_allowed"
    for lists in (harness.tables.lists.list_mine(person(0)), harness.tables.lists.list_open(person(0))):
        assert await lists == []
    for request in (
        harness.tables.find(table.id),
        harness.tables.find_code(table.log.row.code),
        harness.tables.delete(person(0), table.id),
        table.seating.leave(person(0)),
        table.say(person(0), "Hello?"),
    ):
        with pytest.raises(Refused) as caught:
            await request
        assert caught.value.code == "no_such_table"
    assert await harness.store.find_table(table.id) is None


@pytest.mark.parametrize("seats", ["pp", "ppb"])
async def test_a_table_of_several_people_cannot_be_deleted(harness: TableHarness, seats: str) -> None:
    table = await harness.open_table("tsuro", seats)
    for number in (0, 1, 5):
        with pytest.raises(Refused, match="Leave it or resign") as caught:
            await harness.tables.delete(person(number), table.id)
        assert caught.value.code == "not_alone"
    await table.resign(person(1))  # it is still in their list
    with pytest.raises(Refused, match="Leave it or resign"):
        await harness.tables.delete(person(0), table.id)
    assert await harness.tables.find(table.id) is table


async def test_nobody_deletes_the_table_of_another_host(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "bo")
    await table.seating.join(person(1))
    with pytest.raises(Refused) as caught:
        await harness.tables.delete(person(1), table.id)
    assert caught.value.code == "not_alone"


async def test_a_finished_game_is_deleted_with_its_replay(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "mm")
    await play_out([await harness.sit(table, 0)], Random(1))
    await harness.tables.replay(table.id)
    await harness.tables.delete(person(0), table.id)
    with pytest.raises(Refused) as caught:
        await harness.tables.replay(table.id)
    assert caught.value.code == "no_such_table"


async def test_neither_a_bot_nor_a_clock_acts_at_a_deleted_table(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "pb", clock=MoveClock(10), options={"first": "black"})
    await harness.sit(table, 0)
    assert table._bot_player.is_busy
    await harness.tables.delete(person(0), table.id)
    assert not table._bot_player.is_busy
    assert table.id not in harness.tables._services.timings
    harness.bots.may_answer.set()
    harness.now.pass_seconds(60)
    await asyncio.sleep(0)
    assert await harness.store.list_plies(table.id) == []
    assert caplog.messages == []


async def test_another_rematch_is_made_if_the_first_one_was_deleted(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pb")
    await table.resign(person(0))
    first = await harness.tables.rematch(person(0), table.id)
    await harness.tables.delete(person(0), first.id)
    second = await harness.tables.rematch(person(0), table.id)
    assert second.id != first.id
    assert table.log.row.rematch == second.id
