"""What is measured: the date of the machine may jump, tables are forgotten, servers restart, players come late."""

import asyncio

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import GRACE, ClockState, MoveClock, TotalClock
from ludotheque.server.table.table import Table
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person


def actor_of(table: Table) -> int:
    assert table.log.actor is not None
    return table.log.actor


def read_clock(table: Table) -> ClockState:
    state = table.clock.read()
    assert state is not None
    return state


async def find_awake(harness: TableHarness, table_id: str) -> Table:
    """Wait until a server that has restarted has gone on with a table."""
    async with asyncio.timeout(PATIENCE):
        while table_id not in harness.tables.live:
            await asyncio.sleep(0.002)
    return harness.tables.live[table_id]


# ── The date jumps ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jump", [-30, 3600], ids=["back", "forward"])
@pytest.mark.parametrize("clock", [MoveClock(60), TotalClock(60)], ids=["move", "total"])
async def test_nobody_gains_or_loses_time_when_the_date_is_set(
    harness: TableHarness, clock: MoveClock | TotalClock, jump: int
) -> None:
    table = await harness.open_table("turris", clock=clock)
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    harness.now.pass_seconds(20)
    harness.now.set_date(jump)
    assert read_clock(table).left[actor] == 40_000
    await harness.tables.check_deadline(table.id)
    assert all(seat.substitute is None for seat in table.log.seats)
    harness.now.pass_seconds(10)
    assert (await guests[actor].play())["type"] == "played"
    assert table.log.rows[ply].spent == 30_000
    late = actor_of(table)
    harness.now.set_date(-jump)
    harness.now.pass_seconds(60)
    assert (await guests[late].play())["code"] == "out_of_time"


@pytest.mark.parametrize("jump", [-30, 3600], ids=["back", "forward"])
async def test_a_forgotten_table_charges_what_has_passed_and_not_what_the_date_says(
    harness: TableHarness, jump: int
) -> None:
    table = await harness.open_table("turris", clock=TotalClock(3600))
    await harness.show_all(table)
    harness.now.pass_seconds(1000)
    harness.now.set_date(jump)
    harness.tables.sweep()
    assert table.id not in harness.tables.live
    harness.now.pass_seconds(500)
    again = await harness.tables.find(table.id)
    assert again is not table
    assert read_clock(again) == ClockState(
        [2_100_000 if n == actor_of(again) else 3_600_000 for n in (0, 1)], actor_of(again)
    )
    guests = await harness.sit_all(again)
    actor, ply = actor_of(again), again.log.ply
    harness.now.pass_seconds(100)
    await guests[actor].play()
    assert again.log.rows[ply].spent == 1_600_000


async def test_a_table_that_is_loaded_again_because_storing_failed_goes_on_with_its_turn(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=TotalClock(60))
    guests = await harness.sit_all(table)
    actor = actor_of(table)
    harness.now.pass_seconds(20)
    harness.now.set_date(3600)
    table.log.is_stale = True
    harness.now.pass_seconds(10)
    await harness.tables.check_deadline(table.id)
    assert not table.log.is_stale
    assert read_clock(table).left[actor] == 30_000
    assert (await guests[actor].play())["type"] == "played"


async def test_what_a_person_had_spent_before_a_bot_took_over_is_charged_although_the_table_is_loaded_again(
    harness: TableHarness,
) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=TotalClock(60))
    guests = await harness.sit_all(table)
    actor, ply = actor_of(table), table.log.ply
    harness.now.pass_seconds(20)
    await table.seating.leave(person(actor))
    table.log.is_stale = True
    await harness.tables.check_deadline(table.id)
    harness.now.pass_seconds(10)
    harness.bots.may_answer.set()
    await guests[actor].hear_position(ply)
    assert table.log.rows[ply].spent == 20_000


async def test_absence_and_rates_are_measured_whatever_the_date_is(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    here, away = await harness.sit_all(table)
    away.leave()
    harness.now.set_date(3600)
    with pytest.raises(Refused, match="a moment ago"):
        await table.seating.replace(person(0), 1)
    for _ in range(5):
        await here.send(type="chat", text="Hello")
    harness.now.set_date(3600)
    assert await here.refused(type="chat", text="Hello") == "too_fast"
    harness.tables.sweep()
    assert table.id in harness.tables.live
    harness.now.set_date(-10_000)
    harness.now.pass_seconds(60)
    await table.seating.replace(person(0), 1)


# ── Restarts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jump", [-30, 7200], ids=["back", "two hours down"])
async def test_the_time_that_the_server_was_down_is_not_charged(harness: TableHarness, jump: int) -> None:
    table = await harness.open_table("turris", clock=TotalClock(3600))
    guests = await harness.sit_all(table)
    first = actor_of(table)
    harness.now.pass_seconds(600)
    await guests[first].play()
    second = actor_of(table)
    before = read_clock(table).left
    harness.now.set_date(jump)
    await harness.restart()
    again = await find_awake(harness, table.id)
    assert read_clock(again) == ClockState(before, None)
    await harness.sit_all(again)
    assert read_clock(again) == ClockState(before, second)
    harness.now.pass_seconds(5)
    assert read_clock(again).left[second] == before[second] - 5000


async def test_after_a_restart_a_clock_waits_for_its_player_but_not_for_ever(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=MoveClock(60))
    await harness.sit_all(table)
    await harness.restart()
    again = await find_awake(harness, table.id)
    actor = actor_of(again)
    harness.now.pass_seconds(GRACE / 1000 - 1)
    await harness.tables.check_deadline(table.id)
    assert read_clock(again) == ClockState([60_000, 60_000], None)
    harness.now.pass_seconds(11)
    assert read_clock(again).left[actor] == 50_000
    harness.now.pass_seconds(50)
    await harness.tables.check_deadline(table.id)
    assert again.log.seats[actor].substitute is not None


# ── A clock starts when its player has been seen ─────────────────────────────────────────────────────────────────────


async def begin_with_one_away(harness: TableHarness, clock: MoveClock | TotalClock) -> tuple[Table, Guest, int]:
    """Begin a game of two whose first player has never connected; give the table, the other one, and the first."""
    table = await harness.open_table("turris", "po", clock=clock, options={"first": "black"})
    await table.seating.join(person(1))
    await table.start(person(0))
    first = actor_of(table)
    return table, await harness.sit(table, 1 - first), first


@pytest.mark.parametrize(
    "clock", [MoveClock(10), TotalClock(60), MoveClock(3 * 24 * 3600)], ids=["move", "total", "days"]
)
async def test_the_clock_of_a_player_who_has_not_come_does_not_run(
    harness: TableHarness, clock: MoveClock | TotalClock
) -> None:
    table, other, first = await begin_with_one_away(harness, clock)
    full = 1000 * clock.seconds
    assert other.position["clock"] == {"left": [full, full], "running": None}
    harness.now.pass_seconds(100)
    await harness.tables.check_deadline(table.id)
    assert table.log.seats[first].substitute is None
    guest = await harness.sit(table, first)
    assert guest.position["clock"] == {"left": [full, full], "running": first}
    await other.catch_up()
    assert other.position["clock"] == {"left": [full, full], "running": first}
    ply = table.log.ply
    harness.now.pass_seconds(5)
    await guest.play()
    assert table.log.rows[ply].spent == 5000


async def test_having_been_seen_once_is_enough(harness: TableHarness) -> None:
    table, _, first = await begin_with_one_away(harness, MoveClock(60))
    guest = await harness.sit(table, first)
    guest.leave()
    harness.now.pass_seconds(20)
    assert read_clock(table).left[first] == 40_000
    await harness.sit(table, first)
    assert read_clock(table).left[first] == 40_000


async def test_who_was_here_at_the_beginning_has_been_seen(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "po", clock=MoveClock(60), options={"first": "black"})
    await table.seating.join(person(1))
    guests = await harness.sit_all(table)
    await table.start(person(0))
    for guest in guests:
        guest.leave()
    harness.now.pass_seconds(20)
    assert read_clock(table) == ClockState(
        [40_000 if n == actor_of(table) else 60_000 for n in (0, 1)], actor_of(table)
    )


async def test_who_was_here_only_before_the_beginning_has_not_been_seen(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "po", clock=MoveClock(60), options={"first": "black"})
    await table.seating.join(person(1))
    await harness.show_all(table)
    await table.start(person(0))
    harness.now.pass_seconds(20)
    assert read_clock(table) == ClockState([60_000, 60_000], None)


async def test_nobody_blocks_the_others_for_ever(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table, other, first = await begin_with_one_away(harness, MoveClock(10))
    await other.catch_up()
    harness.now.pass_seconds(GRACE / 1000)
    await harness.tables.check_deadline(table.id)
    assert (await other.hear("position"))["clock"] == {"left": [10_000, 10_000], "running": first}
    harness.now.pass_seconds(10)
    await harness.tables.check_deadline(table.id)
    assert table.log.seats[first].substitute is not None
    harness.bots.may_answer.set()
    while table.log.actor != 1 - first:
        await other.hear_position(table.log.ply - 1)
        await asyncio.sleep(0)
    await table.seating.come_back(person(first))
    await other.play()
    # The grace is for the whole game: the next turn of who has never come is charged from its beginning.
    while table.log.actor != first:
        await other.play()
    harness.now.pass_seconds(4)
    assert read_clock(table).left[first] == 6000


async def test_a_forgotten_table_remembers_who_has_been_seen(harness: TableHarness) -> None:
    table, other, first = await begin_with_one_away(harness, MoveClock(3600))
    other.leave()
    harness.now.pass_seconds(100)
    harness.tables.sweep()
    assert table.id not in harness.tables.live
    again = await harness.tables.find(table.id)
    assert read_clock(again).running is None
    (await harness.sit(again, first)).leave()
    harness.now.pass_seconds(100)
    harness.tables.sweep()
    assert again.id not in harness.tables.live
    last = await harness.tables.find(table.id)
    assert read_clock(last).running == first
    assert read_clock(last).left[first] == 3_500_000


async def test_the_timing_of_a_game_is_forgotten_when_it_is_over(harness: TableHarness) -> None:
    table = await harness.open_table("turris", clock=MoveClock(10), timeout="out")
    await harness.sit_all(table)
    timings = table._services.timings
    assert set(timings) == {table.id}
    harness.now.pass_seconds(10)
    await harness.tables.check_deadline(table.id)
    assert table.log.row.status == "over"
    assert timings == {}


async def test_a_rematch_does_not_charge_who_has_not_come(harness: TableHarness) -> None:
    """Also if its host does not wait until it begins by itself."""
    table = await harness.open_table("turris", clock=TotalClock(10), timeout="out")
    await harness.sit_all(table)
    harness.now.pass_seconds(10)
    await harness.tables.check_deadline(table.id)
    assert table.log.row.status == "over"
    rematch = await harness.tables.rematch(person(0), table.id)
    here = await harness.sit(rematch, 0)
    await rematch.start(person(0))
    assert rematch.log.row.status == "playing"
    await here.hear_position()
    while rematch.log.seats[actor_of(rematch)].player == person(0).id:
        await here.play()
        await here.hear_position(rematch.log.ply - 1)
    away = actor_of(rematch)
    harness.now.pass_seconds(100)
    await harness.tables.check_deadline(rematch.id)
    assert rematch.log.row.status == "playing"
    assert read_clock(rematch).running is None
    assert read_clock(rematch).left[away] == 10_000
