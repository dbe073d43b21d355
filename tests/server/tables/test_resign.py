"""Giving a game up: it ends at once where nobody is left to play on, and otherwise whoever resigned is ranked last."""

import asyncio

import pytest

from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import TotalClock
from ludotheque.server.table.table import Table
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness, person


async def check_record(table: Table, forfeits: str) -> None:
    """See that the record names who has forfeited, and can be verified."""
    record = await table.record()
    assert isinstance(record, str)
    parsed = parse_record(record)
    assert parsed.tags["Forfeit"] == forfeits
    assert verify(parsed).is_fair


async def test_who_resigns_a_game_of_two_has_lost_it(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    await guests[table.log.actor or 0].play()
    await table.resign(person(1))
    for guest in guests:
        told = await guest.hear_table(lambda told: told["status"] == "over")
        assert told["outcome"] == {"ranks": [1, 2], "shares": [1.0, 0.0], "scores": None, "reason": "resigned"}
        assert guest.position["outcome"] == told["outcome"]
        assert [seat["resigned"] for seat in told["seats"]] == [False, True]
    await check_record(table, "2")
    assert harness.bots.asked == []
    assert await guests[0].refused(type="play", ply=table.log.ply, move="x") == "over"


async def test_who_resigns_a_larger_game_is_ranked_last_and_a_bot_plays_on(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "ppp")
    guests = await harness.sit_all(table)
    await table.resign(person(1))
    assert table.log.row.status == "playing"
    assert (table.log.seats[1].substitute, table.log.seats[1].has_resigned) == ("medium", True)
    for request in (table.seating.come_back(person(1)), table.seating.come_back(person(1))):
        with pytest.raises(Refused, match="You have resigned") as caught:
            await request
        assert caught.value.code == "resigned"
    version = table.log.row.version
    await table.resign(person(1))  # once more changes nothing
    assert table.log.row.version == version
    others = [guests[0], guests[2]]
    async with asyncio.timeout(PATIENCE):
        while table.log.row.status == "playing":
            ply = table.log.ply
            decider = next((guest for guest in others if guest.position["moves"]), None)
            if decider is not None and decider.position["ply"] == ply:
                await decider.play()
            await asyncio.sleep(0)
    outcome = table.log.row.outcome
    assert outcome is not None
    assert outcome["reason"] != "resigned"
    assert outcome["ranks"][1] == 3
    await check_record(table, "2")


async def test_when_all_others_have_resigned_the_last_one_has_won(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tsuro", "ppp")
    await table.resign(person(0))
    await table.resign(person(2))
    assert table.log.row.outcome == {
        "ranks": [2, 1, 2],
        "shares": [0.0, 1.0, 0.0],
        "scores": None,
        "reason": "resigned",
    }
    await check_record(table, "1 3")


async def test_bots_do_not_play_on_among_themselves(harness: TableHarness) -> None:
    """Nobody waits for the end of a game that no person plays any more: whoever did not resign shares the win."""
    table = await harness.open_table("tsuro", "pbbb")
    await table.resign(person(0))
    assert table.log.row.outcome is not None
    assert table.log.row.outcome["ranks"] == [4, 1, 1, 1]
    await check_record(table, "1")


async def test_who_has_only_left_may_still_come_back_so_the_game_goes_on(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tsuro", "ppb")
    await table.seating.leave(person(1))
    await table.resign(person(0))
    assert table.log.row.status == "playing"
    await table.seating.come_back(person(1))
    await table.resign(person(1))
    assert table.log.row.outcome is not None
    assert table.log.row.outcome["ranks"] == [2, 2, 1]


async def test_a_team_has_lost_when_both_partners_have_resigned(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tao", "pppp", options={"teams": "on"})
    await table.resign(person(0))
    assert table.log.row.status == "playing"
    await table.resign(person(2))
    assert table.log.row.outcome is not None
    assert table.log.row.outcome["ranks"] == [3, 1, 3, 1]


async def test_only_players_resign_and_only_during_the_game(harness: TableHarness) -> None:
    waiting = await harness.open_table("turris", "po")
    playing = await harness.open_table("turris", "pp")
    over = await harness.open_table("turris", "pp")
    await over.resign(person(0))
    for table, who, code in ((waiting, 0, "not_started"), (playing, 5, "not_seated"), (over, 1, "over")):
        with pytest.raises(Refused) as caught:
            await table.resign(person(who))
        assert caught.value.code == code


async def test_resigning_stops_the_clock_and_survives_a_restart(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tsuro", "ppp", clock=TotalClock(60))
    await harness.show_all(table)
    actor = table.log.actor or 0
    await table.resign(person(actor))
    assert not table.clock.is_running
    await harness.restart()
    again = await harness.tables.find(table.id)
    assert again.log.seats[actor].has_resigned
    with pytest.raises(Refused, match="You have resigned"):
        await again.seating.come_back(person(actor))


async def test_a_rematch_forgets_who_has_resigned(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pb")
    await table.resign(person(0))
    rematch = await harness.tables.rematch(person(0), table.id)
    assert [(seat.substitute, seat.has_resigned) for seat in rematch.log.seats] == [(None, False), (None, False)]
