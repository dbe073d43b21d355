"""Clocks, by a time that stands still until it is moved: the server is the referee, the log knows what was spent."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core.game import Outcome
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import Clock, ClockKind, ClockState, MoveClock, NoClock, TotalClock
from ludotheque.server.table.seats.forfeit import rank_forfeits_last
from ludotheque.server.table.seats.seats import SeatState
from ludotheque.server.table.table import Table
from ludotheque.store.store import PlyRow
from tests.server.tables.table_harness import FakeTime, Guest, TableHarness, open_harness, person, play_out

# ── The clock alone ──────────────────────────────────────────────────────────────────────────────────────────────────


def spent(actor: int, milliseconds: int) -> PlyRow:
    return PlyRow(1, actor, "", milliseconds, 0)


def make_clock(
    kind: ClockKind, rows: Sequence[PlyRow] = (), *, actor: int | None, flagged: int | None = None
) -> tuple[Clock, FakeTime]:
    """Make the clock of a game of two people who are connected, where a turn begins now."""
    now = FakeTime()
    seats = tuple(SeatState("person", f"player{seat}", is_flagged=seat == flagged) for seat in range(2))
    row = SimpleNamespace(id="x", epoch=0, status="playing")
    log: Any = SimpleNamespace(row=row, seats=seats, rows=rows, ply=len(rows), actor=actor, match=object())
    clock = Clock(kind, now.monotonic, {}, lambda _: True)
    clock.follow(log)
    return clock, now


def test_no_clock_shows_nothing_and_never_ends() -> None:
    clock, now = make_clock(NoClock(), actor=0)
    now.pass_seconds(10**12)
    assert clock.read() is None
    assert clock.deadline is None
    assert not clock.is_over


def test_a_move_clock_gives_every_decision_the_same_time() -> None:
    clock, now = make_clock(MoveClock(30), [spent(0, 29_000)], actor=0)
    now.pass_seconds(10)
    assert clock.read() == ClockState([20_000, 30_000], 0)
    now.pass_seconds(19.999)
    assert not clock.is_over
    now.pass_seconds(0.001)
    assert clock.is_over


def test_a_total_clock_takes_off_what_was_spent_and_adds_the_increment_after_each_decision() -> None:
    rows = [spent(-1, 0), spent(0, 10_000), spent(1, 1000), spent(0, 20_000)]
    clock, now = make_clock(TotalClock(60, 5), rows, actor=1)
    assert clock.deadline == now.monotonic() + 64_000
    now.pass_seconds(4)
    assert clock.read() == ClockState([40_000, 60_000], 1)


def test_a_stopped_clock_does_not_run() -> None:
    clock, now = make_clock(TotalClock(60), actor=None)
    now.pass_seconds(10**6)
    assert clock.read() == ClockState([60_000, 60_000], None)
    assert clock.deadline is None


def test_a_flag_that_fell_shows_zero() -> None:
    clock, _ = make_clock(TotalClock(60, 5), [spent(0, 60_000)], actor=None, flagged=0)
    assert clock.read() == ClockState([0, 60_000], None)


def test_who_is_out_is_ranked_behind_all_others() -> None:
    assert rank_forfeits_last(Outcome((1, 2, 3, 4), "x"), [0]).ranks == (4, 1, 2, 3)
    assert rank_forfeits_last(Outcome((1, 2, 2, 4), "x"), [1]).ranks == (1, 4, 2, 3)
    assert rank_forfeits_last(Outcome((3, 1, 2, 1), "x"), [1, 3]).ranks == (2, 3, 1, 3)
    assert rank_forfeits_last(Outcome((1, 1), "x"), []).ranks == (1, 1)


# ── Clocks at a table ────────────────────────────────────────────────────────────────────────────────────────────────


def actor_of(table: Table) -> int:
    assert table.log.actor is not None
    return table.log.actor


async def test_the_clock_is_shown_with_every_position_and_the_time_spent_is_logged(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=TotalClock(60, 2))
    guests = await harness.sit_all(table)
    actor = actor_of(table)
    assert guests[0].position["clock"] == {"left": [60_000, 60_000], "running": actor}
    harness.now.pass_seconds(10)
    await guests[actor].play()
    told = await guests[1 - actor].hear("plies")
    assert told["clock"]["left"][actor] == 52_000
    assert told["clock"]["running"] == actor_of(table)
    assert table.log.rows[-1].spent == 10_000


async def test_at_zero_a_move_is_refused_and_a_bot_plays_on(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=TotalClock(10))
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    harness.now.pass_seconds(10)
    assert (await guests[actor].play())["code"] == "out_of_time"
    await guests[1 - actor].hear_position(ply)
    await guests[1 - actor].hear_table(lambda told: told["seats"][actor]["flagged"])
    assert guests[1 - actor].table["seats"][actor]["substitute"] == "medium"
    assert harness.bots.asked[0][0] == "medium"
    assert guests[1 - actor].position["clock"]["left"][actor] == 0
    with pytest.raises(Exception, match="Your time is up"):
        await table.seating.come_back(person(actor))
    await play_to_the_end(harness, table, 1 - actor)
    assert table.log.row.outcome is not None
    assert table.log.row.outcome["reason"] != "timeout"


async def play_to_the_end(harness: TableHarness, table: Table, person_number: int) -> None:
    guest = next(guest for guest in harness.guests if guest.player == person(person_number))
    while guest.position["outcome"] is None:
        ply = guest.position["ply"]
        if guest.position["moves"]:
            await guest.play()
        await guest.hear_position(ply)


async def test_nothing_happens_when_a_deadline_is_checked_too_early(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=MoveClock(10))
    await harness.sit_all(table)
    harness.now.pass_seconds(9.9)
    await harness.tables.check_deadline(table.id)
    assert all(seat.substitute is None for seat in table.log.seats)
    harness.now.pass_seconds(0.1)
    await harness.tables.check_deadline(table.id)
    assert table.log.seats[actor_of(table)].substitute or table.log.bot_turn is None


async def test_after_a_move_clock_ran_out_the_player_may_come_back(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=MoveClock(10))
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    harness.now.pass_seconds(11)
    await harness.tables.check_deadline(table.id)
    await guests[actor].hear_position(ply)
    assert table.log.rows[ply].spent == 11_000
    await table.seating.come_back(person(actor))
    assert table.log.seats[actor].bot is None
    await guests[1 - actor].play()
    await guests[actor].hear_position(ply + 1)
    if guests[actor].position["actor"] == actor:
        assert guests[actor].position["moves"]


@pytest.mark.parametrize("clock", [MoveClock(10), TotalClock(10)])
async def test_nobody_comes_back_to_a_turn_whose_time_is_up(
    harness: TableHarness, clock: MoveClock | TotalClock
) -> None:
    """Otherwise a late player could return again and again, and the bot would never come to play."""
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=clock)
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    await table.seating.leave(person(actor))
    harness.now.pass_seconds(10)
    with pytest.raises(Refused, match="time for this turn is up") as refused:
        await table.seating.come_back(person(actor))
    assert refused.value.code == "out_of_time"
    assert table.log.seats[actor].bot is not None
    await table.seating.leave(person(1 - actor))
    await table.seating.come_back(person(1 - actor))  # whose turn it is not
    harness.bots.may_answer.set()
    await guests[actor].hear_position(ply)
    await table.seating.come_back(person(actor))
    assert table.log.seats[actor].bot is None


async def test_who_was_late_does_not_come_back_before_the_bot_has_played(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=MoveClock(10))
    await harness.sit_all(table)
    actor = actor_of(table)
    harness.now.pass_seconds(11)
    await harness.tables.check_deadline(table.id)
    with pytest.raises(Refused, match="time for this turn is up"):
        await table.seating.come_back(person(actor))
    assert table.log.bot_turn is not None


async def test_leaving_and_coming_back_gains_no_time(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=TotalClock(60))
    guests = await harness.sit_all(table)
    actor = actor_of(table)
    harness.now.pass_seconds(50)
    await table.seating.leave(person(actor))
    assert guests[actor].position["clock"] is not None
    await table.seating.come_back(person(actor))
    await guests[actor].catch_up()
    assert guests[actor].position["clock"]["left"][actor] == 10_000
    assert guests[actor].position["moves"]
    harness.now.pass_seconds(11)
    assert (await guests[actor].play())["code"] == "out_of_time"


async def test_who_runs_out_of_time_in_a_game_of_two_has_lost_it(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=MoveClock(10), timeout="out")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), decisions=3)
    actor = actor_of(table)
    harness.now.pass_seconds(11)
    await harness.tables.check_deadline(table.id)
    await guests[0].hear_table(lambda told: told["status"] == "over")
    end = guests[0].position["outcome"]
    assert end["reason"] == "timeout"
    assert end["ranks"][actor] == 2
    assert end["shares"][1 - actor] == 1.0
    record = await table.record()
    assert isinstance(record, str)
    parsed = parse_record(record)
    assert parsed.tags["Forfeit"] == str(actor + 1)
    assert parsed.ranks is None  # by the rules of the game it is not over, and a record tells nothing else
    assert verify(parsed).is_fair
    assert harness.bots.asked == []
    assert await guests[1 - actor].refused(type="play", ply=table.log.ply, move="x") == "over"


async def test_who_runs_out_of_time_in_a_larger_game_is_ranked_last_and_a_bot_plays_on(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "ppp", clock=MoveClock(10), timeout="out")
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    harness.now.pass_seconds(11)
    await harness.tables.check_deadline(table.id)
    await guests[actor].hear_position(ply)
    with pytest.raises(Exception, match="Your time is up"):
        await table.seating.come_back(person(actor))
    others = [guest for number, guest in enumerate(guests) if number != actor]
    while table.log.row.status == "playing":
        ply = table.log.ply
        for guest in others:
            if guest.position["moves"] and guest.position["ply"] == ply:
                await guest.play()
        for guest in others:
            if table.log.row.status == "playing":
                await guest.hear_position(ply)
    outcome = table.log.row.outcome
    assert outcome is not None
    assert outcome["ranks"][actor] == 3
    assert outcome["shares"][actor] == 0
    assert sorted(outcome["ranks"]) in ([1, 1, 3], [1, 2, 3])
    record = await table.record()
    assert isinstance(record, str)
    assert parse_record(record).tags["Forfeit"] == str(actor + 1)
    assert verify(parse_record(record)).is_fair


async def test_when_all_others_are_out_of_time_the_last_one_has_won(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tsuro", "ppp", clock=MoveClock(10), timeout="out")
    await harness.sit_all(table)
    late = []
    for _ in range(2):
        late.append(actor_of(table))
        harness.now.pass_seconds(11)
        await harness.tables.check_deadline(table.id)
        harness.bots.may_answer.set()
        while table.log.row.status == "playing" and table.log.actor in late:
            await asyncio.sleep(0.001)
    outcome = table.log.row.outcome
    assert outcome is not None
    assert outcome["reason"] == "timeout"
    assert [rank for seat, rank in enumerate(outcome["ranks"]) if seat not in late] == [1]


async def test_a_bot_has_no_clock(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "bb", clock=MoveClock(1))
    harness.now.pass_seconds(1000)
    await harness.tables.check_deadline(table.id)
    assert table.log.row.status == "playing"
    assert table.clock.deadline is None
    assert all(seat.substitute is None for seat in table.log.seats)


# ── Restarts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_after_a_restart_spent_time_is_spent_and_the_running_turn_begins_anew(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=TotalClock(60))
    guests = await harness.sit_all(table)
    first = actor_of(table)
    harness.now.pass_seconds(20)
    await guests[first].play()
    second = actor_of(table)
    harness.now.pass_seconds(50)
    await harness.restart()
    again = await harness.tables.find(table.id)
    await harness.sit_all(again)
    harness.now.pass_seconds(1)
    state = again.clock.read()
    assert state is not None
    assert state.left[first] == (40_000 if first != second else 39_000)
    assert state.left[second] == (59_000 if first != second else 39_000)
    assert state.running == second


async def test_forgetting_a_table_gives_nobody_more_time(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=MoveClock(3600))
    await harness.show_all(table)
    harness.now.pass_seconds(1000)
    harness.tables.sweep()
    assert table.id not in harness.tables.live
    again = await harness.tables.find(table.id)
    state = again.clock.read()
    assert state is not None
    assert state.left[actor_of(again)] == 2_600_000


async def test_after_a_take_back_the_turn_begins_anew_also_if_the_table_is_forgotten(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "mm", options={"first": "black"}, clock=MoveClock(600))
    guest = await harness.sit(table, 0)
    for _ in range(2):
        harness.now.pass_seconds(500)
        ply = table.log.ply
        await guest.play()
        await guest.hear_position(ply)
    await guest.send(type="take_back")
    await guest.hear("position")
    guest.leave()
    harness.now.pass_seconds(200)
    harness.tables.sweep()
    again = await harness.tables.find(table.id)
    assert again is not table
    state = again.clock.read()
    assert state is not None
    assert state.left[actor_of(again)] == 400_000


@pytest.mark.parametrize("is_taken_back", [False, True])
async def test_a_new_name_gives_nobody_more_time(harness: TableHarness, *, is_taken_back: bool) -> None:
    """Neither before the first ply nor after a take-back, when the last ply does not say when the turn began."""
    table = await harness.open_table("turris", "mm", options={"first": "black"}, clock=MoveClock(600))
    await harness.show_all(table)
    assert table.log.ply == 0
    if is_taken_back:
        guest = await harness.sit(table, 0)
        await guest.play()
        harness.now.pass_seconds(500)
        await guest.send(type="take_back")
        await guest.hear("position")
        guest.leave()
    harness.now.pass_seconds(300)
    renamed = Guest(table, replace(person(0), name="Nobody Else"))
    await renamed.connect()
    assert table.log.row.changed_at == harness.now()
    renamed.leave()
    harness.now.pass_seconds(100)
    harness.tables.sweep()
    again = await harness.tables.find(table.id)
    assert again is not table
    state = again.clock.read()
    assert state is not None
    assert state.left[actor_of(again)] == 200_000


async def test_a_forgotten_table_is_brought_back_by_its_clock(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=MoveClock(3600))
    await harness.show_all(table)
    harness.now.pass_seconds(1000)
    harness.tables.sweep()
    harness.now.pass_seconds(2600)
    await harness.tables.check_deadline(table.id)
    again = harness.tables.live[table.id]
    assert again is not table
    assert again.log.bot_turn is not None


async def test_the_deadline_of_a_real_clock_is_checked_by_itself(tmp_path: Path) -> None:
    """The only test here with real time: the event loop schedules the deadline, a second ahead."""
    async with open_harness(tmp_path, is_time_real=True) as harness:
        table = await harness.open_table("turris", clock=MoveClock(1))
        guest = await harness.sit(table, actor_of(table))
        ply = table.log.ply
        await guest.hear_position(ply)
        assert table.log.rows[ply].spent >= 1000
