"""How many tables somebody has opened that are not over: too many for people are refused, against bots none ever is."""

from dataclasses import replace

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.tables import unfinished
from tests.server.tables.table_harness import TableHarness, person


async def list_mine(harness: TableHarness) -> set[str]:
    return {table["id"] for table in await harness.tables.lists.list_mine(person(0))}


async def test_nobody_has_more_than_so_many_unfinished_tables_for_people(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 2)
    harness.bots.may_answer.clear()
    waiting, playing = await harness.open_table("turris", "po"), await harness.open_table("turris", "pp")
    with pytest.raises(Refused, match="2 tables") as caught:
        await harness.open_table("turris", "po")
    assert caught.value.code == "too_many_tables"
    for seats in ("pb", "bb", "mm"):  # not for people
        await harness.open_table("turris", seats)
    await playing.seating.leave(person(0))  # Person 1 plays on, so it counts
    with pytest.raises(Refused, match="2 tables"):
        await harness.open_table("turris", "po")
    await playing.seating.leave(person(1))  # nobody does: the bots wait for somebody to come, so it may never be over
    again = await harness.open_table("turris", "po")
    with pytest.raises(Refused, match="2 tables"):
        await harness.open_table("turris", "po")
    await harness.tables.delete(person(0), waiting.id)
    await again.seating.leave(person(0))  # nobody is left, so it is over
    await harness.open_table("turris", "pp")


async def test_however_many_tables_of_others_somebody_is_at_their_own_are_counted(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists are pages of a hundred, the last changed first."""
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 1)
    row = (await harness.open_table("turris", "po")).log.row
    for number in range(101):
        other = replace(row, id=f"other{number}", code=f"other{number}", host="", changed_at=row.changed_at + 1)
        await harness.store.add_table(other)
    with pytest.raises(Refused, match="1 tables"):
        await harness.open_table("turris", "po")


async def test_for_another_game_against_bots_the_one_abandoned_longest_is_deleted(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 4)
    harness.bots.may_answer.clear()
    people = await harness.open_table("turris", "po")
    tables = []
    for seats in ("pb", "pb", "bb", "mm"):
        harness.now.pass_seconds(1)
        tables.append(await harness.open_table("turris", seats, options={"first": "white"}))
    used, played, abandoned, late = [table.id for table in tables]
    await harness.sit(await harness.tables.find(used), 0)
    harness.now.pass_seconds(10)
    player = await harness.sit(await harness.tables.find(played), 0)
    await player.play()
    player.leave()
    harness.now.pass_seconds(10)
    kept = {people.id, used, played, late}
    first = await harness.open_table("turris", "pb")
    assert await list_mine(harness) == {*kept, first.id}
    kept.remove(late)
    second = await harness.open_table("turris", "pb")
    assert await list_mine(harness) == {*kept, first.id, second.id}
    await harness.restart()  # when it was last played is found in the store, too
    harness.now.pass_seconds(10)
    third = await harness.open_table("turris", "pb")
    assert await list_mine(harness) == {people.id, played, first.id, second.id, third.id}
    assert not {abandoned, late, used} & await list_mine(harness)


async def test_a_rematch_against_bots_is_not_refused_either(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 1)
    over = await harness.open_table("turris", "pb")
    await over.resign(person(0))
    harness.now.pass_seconds(1)
    old = await harness.open_table("turris", "pb")
    rematch = await harness.tables.rematch(person(0), over.id)
    assert await list_mine(harness) == {over.id, rematch.id}
    assert old.is_deleted


async def test_a_table_that_cannot_be_read_is_not_in_the_way(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 1)
    table = await harness.open_table("turris", "pb")
    await harness.store.save_table(table.log.row.change(rules_version=0))
    await harness.restart()
    again = await harness.open_table("turris", "pb")
    assert await list_mine(harness) == {again.id}
    assert await harness.store.find_table(table.id) is not None  # for a newer server


async def test_without_limits_anybody_has_as_many_tables_as_they_like(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MOST_UNFINISHED", 1)
    harness.tables._services.limits.are_on = False
    for seats in ("po", "po", "pb", "pb"):
        await harness.open_table("turris", seats)
    assert len(await list_mine(harness)) == 4
