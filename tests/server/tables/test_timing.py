"""What is measured: the date of the machine may jump, tables are forgotten, servers restart, players come late."""

import asyncio

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import GRACE, ClockState, MoveClock, TotalClock
from ludotheque.server.table.table import LiveTable
from tests.server.tables.table_harness import Guest, House, person


def actor_of(table: LiveTable) -> int:
    assert table.ledger.actor is not None
    return table.ledger.actor


def read_clock(table: LiveTable) -> ClockState:
    state = table.ledger.read_clock()
    assert state is not None
    return state


async def find_awake(house: House, table_id: str) -> LiveTable:
    """Wait until a server that has restarted has gone on with a table."""
    async with asyncio.timeout(60):
        while table_id not in house.tables.live:
            await asyncio.sleep(0.002)
    return house.tables.live[table_id]


# ── The date jumps ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jump", [-30, 3600], ids=["back", "forward"])
@pytest.mark.parametrize("clock", [MoveClock(60), TotalClock(60)], ids=["move", "total"])
async def test_nobody_gains_or_loses_time_when_the_date_is_set(
    house: House, clock: MoveClock | TotalClock, jump: int
) -> None:
    table = await house.open_table("turris", clock=clock)
    guests = await house.sit_all(table)
    actor, ply = actor_of(table), table.ledger.ply
    house.now.pass_seconds(20)
    house.now.set_date(jump)
    assert read_clock(table).left[actor] == 40_000
    await house.tables.ring(table.id)
    assert all(seat.substitute is None for seat in table.ledger.seats)
    house.now.pass_seconds(10)
    assert (await guests[actor].play())["type"] == "played"
    assert table.ledger.log[ply].spent == 30_000
    late = actor_of(table)
    house.now.set_date(-jump)
    house.now.pass_seconds(60)
    assert (await guests[late].play())["code"] == "out_of_time"


@pytest.mark.parametrize("jump", [-30, 3600], ids=["back", "forward"])
async def test_a_forgotten_table_charges_what_has_passed_and_not_what_the_date_says(house: House, jump: int) -> None:
    table = await house.open_table("turris", clock=TotalClock(3600))
    await house.show_all(table)
    house.now.pass_seconds(1000)
    house.now.set_date(jump)
    house.tables.sweep()
    assert table.id not in house.tables.live
    house.now.pass_seconds(500)
    again = await house.tables.find(table.id)
    assert again is not table
    assert read_clock(again) == ClockState(
        [2_100_000 if n == actor_of(again) else 3_600_000 for n in (0, 1)], actor_of(again)
    )
    guests = await house.sit_all(again)
    actor, ply = actor_of(again), again.ledger.ply
    house.now.pass_seconds(100)
    await guests[actor].play()
    assert again.ledger.log[ply].spent == 1_600_000


async def test_a_table_that_is_loaded_again_because_storing_failed_goes_on_with_its_turn(house: House) -> None:
    table = await house.open_table("turris", clock=TotalClock(60))
    guests = await house.sit_all(table)
    actor = actor_of(table)
    house.now.pass_seconds(20)
    house.now.set_date(3600)
    table.ledger.is_torn = True
    house.now.pass_seconds(10)
    await house.tables.ring(table.id)
    assert not table.ledger.is_torn
    assert read_clock(table).left[actor] == 30_000
    assert (await guests[actor].play())["type"] == "played"


async def test_what_a_person_had_spent_before_a_bot_took_over_is_charged_although_the_table_is_loaded_again(
    house: House,
) -> None:
    house.thinkers.may_answer.clear()
    table = await house.open_table("turris", clock=TotalClock(60))
    guests = await house.sit_all(table)
    actor, ply = actor_of(table), table.ledger.ply
    house.now.pass_seconds(20)
    await table.leave(person(actor))
    table.ledger.is_torn = True
    await house.tables.ring(table.id)
    house.now.pass_seconds(10)
    house.thinkers.may_answer.set()
    await guests[actor].hear_position(ply)
    assert table.ledger.log[ply].spent == 20_000


async def test_absence_and_rates_are_measured_whatever_the_date_is(house: House) -> None:
    table = await house.open_table("turris", "pp")
    here, away = await house.sit_all(table)
    away.leave()
    house.now.set_date(3600)
    with pytest.raises(Refused, match="a moment ago"):
        await table.replace(person(0), 1)
    for _ in range(5):
        await here.send(type="chat", text="Hello")
    house.now.set_date(3600)
    assert await here.refused(type="chat", text="Hello") == "too_fast"
    house.tables.sweep()
    assert table.id in house.tables.live
    house.now.set_date(-10_000)
    house.now.pass_seconds(60)
    await table.replace(person(0), 1)


# ── Restarts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jump", [-30, 7200], ids=["back", "two hours down"])
async def test_the_time_that_the_server_was_down_is_not_charged(house: House, jump: int) -> None:
    table = await house.open_table("turris", clock=TotalClock(3600))
    guests = await house.sit_all(table)
    first = actor_of(table)
    house.now.pass_seconds(600)
    await guests[first].play()
    second = actor_of(table)
    before = read_clock(table).left
    house.now.set_date(jump)
    await house.restart()
    again = await find_awake(house, table.id)
    assert read_clock(again) == ClockState(before, None)
    await house.sit_all(again)
    assert read_clock(again) == ClockState(before, second)
    house.now.pass_seconds(5)
    assert read_clock(again).left[second] == before[second] - 5000


async def test_after_a_restart_a_clock_waits_for_its_player_but_not_for_ever(house: House) -> None:
    house.thinkers.may_answer.clear()
    table = await house.open_table("turris", clock=MoveClock(60))
    await house.sit_all(table)
    await house.restart()
    again = await find_awake(house, table.id)
    actor = actor_of(again)
    house.now.pass_seconds(GRACE / 1000 - 1)
    await house.tables.ring(table.id)
    assert read_clock(again) == ClockState([60_000, 60_000], None)
    house.now.pass_seconds(11)
    assert read_clock(again).left[actor] == 50_000
    house.now.pass_seconds(50)
    await house.tables.ring(table.id)
    assert again.ledger.seats[actor].substitute is not None


# ── A clock starts when its player has been seen ─────────────────────────────────────────────────────────────────────


async def begin_with_one_away(house: House, clock: MoveClock | TotalClock) -> tuple[LiveTable, Guest, int]:
    """Begin a game of two whose first player has never connected; give the table, the other one, and the first."""
    table = await house.open_table("turris", "po", clock=clock, options={"first": "black"})
    await table.join(person(1))
    await table.start(person(0))
    first = actor_of(table)
    return table, await house.sit(table, 1 - first), first


@pytest.mark.parametrize(
    "clock", [MoveClock(10), TotalClock(60), MoveClock(3 * 24 * 3600)], ids=["move", "total", "days"]
)
async def test_the_clock_of_a_player_who_has_not_come_does_not_run(house: House, clock: MoveClock | TotalClock) -> None:
    table, other, first = await begin_with_one_away(house, clock)
    full = 1000 * clock.seconds
    assert other.position["clock"] == {"left": [full, full], "running": None}
    house.now.pass_seconds(100)
    await house.tables.ring(table.id)
    assert table.ledger.seats[first].substitute is None
    guest = await house.sit(table, first)
    assert guest.position["clock"] == {"left": [full, full], "running": first}
    await other.catch_up()
    assert other.position["clock"] == {"left": [full, full], "running": first}
    ply = table.ledger.ply
    house.now.pass_seconds(5)
    await guest.play()
    assert table.ledger.log[ply].spent == 5000


async def test_having_been_seen_once_is_enough(house: House) -> None:
    table, _, first = await begin_with_one_away(house, MoveClock(60))
    guest = await house.sit(table, first)
    guest.leave()
    house.now.pass_seconds(20)
    assert read_clock(table).left[first] == 40_000
    await house.sit(table, first)
    assert read_clock(table).left[first] == 40_000


async def test_who_was_here_at_the_beginning_has_been_seen(house: House) -> None:
    table = await house.open_table("turris", "po", clock=MoveClock(60), options={"first": "black"})
    await table.join(person(1))
    guests = await house.sit_all(table)
    await table.start(person(0))
    for guest in guests:
        guest.leave()
    house.now.pass_seconds(20)
    assert read_clock(table) == ClockState(
        [40_000 if n == actor_of(table) else 60_000 for n in (0, 1)], actor_of(table)
    )


async def test_who_was_here_only_before_the_beginning_has_not_been_seen(house: House) -> None:
    table = await house.open_table("turris", "po", clock=MoveClock(60), options={"first": "black"})
    await table.join(person(1))
    await house.show_all(table)
    await table.start(person(0))
    house.now.pass_seconds(20)
    assert read_clock(table) == ClockState([60_000, 60_000], None)


async def test_nobody_blocks_the_others_for_ever(house: House) -> None:
    house.thinkers.may_answer.clear()
    table, other, first = await begin_with_one_away(house, MoveClock(10))
    await other.catch_up()
    house.now.pass_seconds(GRACE / 1000)
    await house.tables.ring(table.id)
    assert (await other.hear("position"))["clock"] == {"left": [10_000, 10_000], "running": first}
    house.now.pass_seconds(10)
    await house.tables.ring(table.id)
    assert table.ledger.seats[first].substitute is not None
    house.thinkers.may_answer.set()
    while table.ledger.actor != 1 - first:
        await other.hear_position(table.ledger.ply - 1)
        await asyncio.sleep(0)
    await table.come_back(person(first))
    await other.play()
    # The grace is for the whole game: the next turn of who has never come is charged from its beginning.
    while table.ledger.actor != first:
        await other.play()
    house.now.pass_seconds(4)
    assert read_clock(table).left[first] == 6000


async def test_a_forgotten_table_remembers_who_has_been_seen(house: House) -> None:
    table, other, first = await begin_with_one_away(house, MoveClock(3600))
    other.leave()
    house.now.pass_seconds(100)
    house.tables.sweep()
    assert table.id not in house.tables.live
    again = await house.tables.find(table.id)
    assert read_clock(again).running is None
    (await house.sit(again, first)).leave()
    house.now.pass_seconds(100)
    house.tables.sweep()
    assert again.id not in house.tables.live
    last = await house.tables.find(table.id)
    assert read_clock(last).running == first
    assert read_clock(last).left[first] == 3_500_000


async def test_the_timing_of_a_game_is_forgotten_when_it_is_over(house: House) -> None:
    table = await house.open_table("turris", clock=MoveClock(10), timeout="out")
    await house.sit_all(table)
    timings = table.ledger._services.timings
    assert set(timings) == {table.id}
    house.now.pass_seconds(10)
    await house.tables.ring(table.id)
    assert table.ledger.row.status == "over"
    assert timings == {}


async def test_a_rematch_does_not_charge_who_has_not_come(house: House) -> None:
    """Also if its host does not wait until it begins by itself."""
    table = await house.open_table("turris", clock=TotalClock(10), timeout="out")
    await house.sit_all(table)
    house.now.pass_seconds(10)
    await house.tables.ring(table.id)
    assert table.ledger.row.status == "over"
    rematch = await house.tables.rematch(person(0), table.id)
    here = await house.sit(rematch, 0)
    await rematch.start(person(0))
    assert rematch.ledger.row.status == "playing"
    await here.hear_position()
    while rematch.ledger.seats[actor_of(rematch)].player == person(0).id:
        await here.play()
        await here.hear_position(rematch.ledger.ply - 1)
    away = actor_of(rematch)
    house.now.pass_seconds(100)
    await house.tables.ring(rematch.id)
    assert rematch.ledger.row.status == "playing"
    assert read_clock(rematch).running is None
    assert read_clock(rematch).left[away] == 10_000
