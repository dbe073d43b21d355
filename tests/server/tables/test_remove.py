"""A host removes players from a table, and bans them: from seats, from the chat, from watching, from a rematch."""

from random import Random

import pytest

from ludotheque.server.table.clock import TotalClock
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.seats import decisions
from ludotheque.server.table.table import Table
from tests.server.tables.table_harness import TableHarness, person, play_out
from tests.server.tables.test_seats import names, refused

CLOSING = {"type": "closing", "why": "not_allowed"}


async def test_a_host_removes_a_player_from_a_waiting_table_who_may_sit_down_again(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo")
    await table.seating.join(person(1))
    guest, watcher = await harness.sit(table, 1), await harness.sit(table, None)
    await table.seating.remove(person(0), person(1).id, ban=False)
    assert names(table) == ["Person 0", "open", "open"]
    await watcher.hear_table(lambda told: told["seats"][1]["kind"] == "open")
    await guest.hear_table(lambda told: told["mine"] == [])
    assert guest.connection.code is None
    await table.seating.join(person(1))
    assert names(table) == ["Person 0", "Person 1", "open"]


async def test_a_banned_player_is_shown_out_at_once_and_can_do_nothing_here(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo")
    await table.seating.join(person(1))
    guests = [await harness.sit(table, 1), await harness.sit(table, 1)]
    other = await harness.sit(table, 2)
    await table.seating.remove(person(0), person(1).id, ban=True)
    for guest in guests:
        await guest.hear("closing")
        assert guest.messages[-1] == CLOSING
        assert guest.connection.code == 1008
    assert names(table) == ["Person 0", "open", "open"]
    assert other.connection.code is None
    await refused(table.seating.join(person(1)), "banned")
    await refused(harness.sit(table, 1), "banned")
    await refused(table.say(person(1), "Let me in!"), "banned")
    assert table.log.row.banned == (person(1).id,)
    await harness.restart()
    again = await harness.tables.find(table.id)
    await refused(again.seating.join(person(1)), "banned")


async def test_in_a_game_a_bot_plays_on_for_who_is_removed(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    await table.seating.remove(person(0), person(1).id, ban=False)
    assert table.log.seats[1].substitute == "medium"
    assert guests[1].connection.code is None
    await table.seating.come_back(person(1))
    await table.seating.remove(person(0), person(1).id, ban=True)
    assert table.log.seats[1].substitute == "medium"
    await guests[1].hear("closing")
    for action in (
        table.seating.come_back(person(1)),
        table.history(person(1), HistoryRequest()),
        table.seating.replace(person(1), 0),
    ):
        await refused(action, "banned")
    await refused(harness.sit(table, 1), "banned")
    assert table.log.row.status == "playing"


async def test_a_spectator_who_talks_can_be_banned(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    spectator = await harness.sit(table, 5)
    await spectator.send(type="chat", text="What a blunder!")
    said = await guests[0].hear("chat")
    await refused(table.seating.remove(person(0), said["player"], ban=False), "not_seated")
    await table.seating.remove(person(0), said["player"], ban=True)
    await spectator.hear("closing")
    await refused(harness.sit(table, 5), "banned")
    assert all(seat.substitute is None for seat in table.log.seats)


async def test_a_host_lets_somebody_come_back(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "pp")
    await table.seating.remove(person(0), person(1).id, ban=True)
    await refused(table.seating.unban(person(1), person(1).id), "not_host")
    await table.seating.unban(person(0), person(1).id)
    await table.seating.unban(person(0), "nobody")
    assert table.log.row.banned == ()
    await harness.sit(table, 1)
    await table.seating.come_back(person(1))
    assert table.log.seats[1].substitute is None


async def test_only_the_host_removes_anybody_and_not_themself(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pppo")
    await refused(table.seating.remove(person(1), person(2).id, ban=True), "not_host")
    await refused(table.seating.remove(person(0), person(0).id, ban=True), "not_allowed")
    await refused(table.seating.remove(person(0), "nobody", ban=False), "not_seated")
    assert names(table) == ["Person 0", "Person 1", "Person 2", "open"]


async def test_only_so_many_can_be_banned(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MOST_BANNED", 2)
    table = await harness.open_table("tsuro", "po")
    for number in (1, 2, 2):
        await table.seating.remove(person(0), person(number).id, ban=True)
    await refused(table.seating.remove(person(0), person(3).id, ban=True), "too_many_banned")
    await table.seating.unban(person(0), person(1).id)
    await table.seating.remove(person(0), person(3).id, ban=True)
    assert table.log.row.banned == (person(2).id, person(3).id)


async def end_at_once(harness: TableHarness, table: Table, seats: int) -> None:
    """Let all players but the first run out of time, one after the other."""
    for _ in range(seats):
        if table.log.row.status == "playing":
            harness.now.pass_seconds(10)
            await harness.tables.check_deadline(table.id)


async def test_a_rematch_has_the_bans_of_the_game_before_it(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp", clock=TotalClock(10), timeout="out")
    await harness.sit_all(table)
    await end_at_once(harness, table, 2)
    assert table.log.row.status == "over"
    await table.seating.remove(person(0), person(1).id, ban=True)
    assert table.log.seats[1].player == person(1).id  # the game was theirs
    await refused(harness.tables.rematch(person(1), table.id), "banned")
    rematch = await harness.tables.rematch(person(0), table.id)
    assert names(rematch) == ["open", "Person 0"]
    await harness.sit(rematch, 0)
    assert rematch.log.row.status == "waiting"
    await refused(rematch.seating.join(person(1)), "banned")
    await rematch.seating.join(person(2))
    assert names(rematch) == ["Person 2", "Person 0"]


async def test_who_is_banned_is_not_asked_about_a_take_back(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "ppp")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(5), 6)
    harness.bots.may_answer.clear()
    await table.seating.remove(person(0), person(2).id, ban=True)
    await guests[0].send(type="take_back")
    assert (await guests[1].hear("take_back"))["waiting"] == [1]
