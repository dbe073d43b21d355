"""Seats at tables that wait for players: how many anybody may hold, and who loses them by being away."""

import asyncio

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.seats import decisions
from ludotheque.server.table.seats.decisions import SEAT_KEPT
from ludotheque.server.table.settings import NewSeat, NewTable, Settings
from ludotheque.server.table.table import Table
from ludotheque.server.tables.held_seats import MOST_HELD, MOST_HELD_PER_ADDRESS
from ludotheque.server.tables.tables import Tables
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness, person
from tests.server.tables.test_seats import names, refused


async def open_public(harness: TableHarness, host: int, **settings: object) -> Table:
    """Open a table of a host that anybody may join."""
    wishes = Settings(**{"visibility": "public", **settings})  # type: ignore[arg-type] # any setting
    return await harness.tables.create(person(host), NewTable("tsuro", {}, (NewSeat("me"), NewSeat("open")), wishes))


# ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_nobody_takes_a_seat_at_every_open_table(harness: TableHarness) -> None:
    tables = [await open_public(harness, 100 + number) for number in range(MOST_HELD + 2)]
    for table in tables[:MOST_HELD]:
        await harness.tables.join(person(1), table.id)
    with pytest.raises(Refused, match="Leave one of them first") as caught:
        await harness.tables.join(person(1), tables[MOST_HELD].id)
    assert caught.value.code == "too_many_seats"
    await refused(harness.tables.join(person(1), tables[0].id), "already_seated")
    await tables[0].seating.leave(person(1))
    await harness.tables.join(person(1), tables[MOST_HELD].id)
    await refused(harness.tables.join(person(1), tables[0].id), "too_many_seats")
    await tables[1].start(person(101))  # what is played is not waited for
    await harness.tables.join(person(1), tables[0].id)
    await harness.tables.join(person(2), tables[MOST_HELD + 1].id)


async def test_many_requests_at_once_do_not_get_around_the_limit(harness: TableHarness) -> None:
    tables = [await open_public(harness, 100 + number) for number in range(20)]
    wishes = [harness.tables.join(person(1), table.id, seat) for table in tables for seat in (0, None)]  # 0 is taken
    answers = await asyncio.gather(*wishes, return_exceptions=True)
    seated = [table for table in tables if "Person 1" in names(table)]
    assert 0 < len(seated) <= MOST_HELD
    assert {answer.code for answer in answers if isinstance(answer, Refused)} <= {"too_many_seats", "seat_taken"}
    for table in tables:
        if table not in seated and len(seated) < MOST_HELD:
            await harness.tables.join(person(1), table.id)
            seated.append(table)
    await refused(harness.tables.join(person(1), tables[-1].id), "too_many_seats")


async def test_players_cost_nothing_so_addresses_are_counted_too(harness: TableHarness) -> None:
    tables = [await open_public(harness, 100 + number) for number in range(MOST_HELD_PER_ADDRESS + 1)]
    for number, table in enumerate(tables[:-1]):
        await harness.tables.join(person(number), table.id, address="192.0.2.1")
    await refused(harness.tables.join(person(50), tables[-1].id, address="192.0.2.1"), "too_many_seats")
    await tables[0].seating.leave(person(0))
    harness.tables.sweep()
    await harness.tables.join(person(50), tables[-1].id, address="192.0.2.1")
    await refused(harness.tables.join(person(51), tables[0].id, address="192.0.2.1"), "too_many_seats")
    await harness.tables.join(person(51), tables[0].id, address="192.0.2.2")


async def test_friends_own_tables_and_rematches_do_not_count(harness: TableHarness) -> None:
    for number in range(MOST_HELD + 2):
        table = await open_public(harness, 100 + number, visibility="link")
        await harness.tables.join(person(1), table.id, address="192.0.2.1")
        again = await open_public(harness, 100 + number, starts_by_itself=True)
        await harness.tables.join(person(1), again.id, address="192.0.2.1")
        await open_public(harness, 1)
    last = await open_public(harness, 99)
    await harness.tables.join(person(1), last.id, address="192.0.2.1")


async def test_after_a_restart_seats_are_still_counted(harness: TableHarness) -> None:
    tables = [await open_public(harness, 100 + number) for number in range(MOST_HELD + 1)]
    for table in tables[:MOST_HELD]:
        await harness.tables.join(person(1), table.id)
    await harness.restart()
    await wait_until_awake(harness, tables[:MOST_HELD])
    await refused(harness.tables.join(person(1), tables[-1].id), "too_many_seats")


async def test_without_limits_nobody_counts(harness: TableHarness) -> None:
    limits = Limits(lambda: 0.0, are_on=False)
    tables = Tables(harness.store, harness.tables._services.bus, harness.bots, harness.now, limits=limits)
    for number in range(MOST_HELD + 2):
        await tables.join(person(1), (await open_public(harness, 100 + number)).id)


# ── Who is gone ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def wait_until_awake(harness: TableHarness, tables: list[Table]) -> None:
    """Wait until a server that has restarted has gone on with tables."""
    async with asyncio.timeout(PATIENCE):
        while any(table.id not in harness.tables.live for table in tables):
            await asyncio.sleep(0.002)


async def test_a_guest_who_never_came_loses_the_seat(harness: TableHarness) -> None:
    table = await open_public(harness, 0)
    host = await harness.sit(table, 0)
    harness.now.pass_seconds(1000)
    await harness.tables.join(person(1), table.id)
    harness.now.pass_seconds(SEAT_KEPT / 1000 - 1)
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "Person 1"]
    harness.now.pass_seconds(1)
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "open"]
    await host.hear_table(lambda told: told["seats"][1]["kind"] == "open")
    await harness.tables.join(person(1), table.id)


async def test_a_guest_who_is_here_keeps_the_seat_and_one_who_went_loses_it(harness: TableHarness) -> None:
    table = await open_public(harness, 0)
    await harness.tables.join(person(1), table.id)
    guest = await harness.sit(table, 1)
    harness.now.pass_seconds(10_000)
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "Person 1"]
    guest.leave()
    harness.now.pass_seconds(SEAT_KEPT / 1000 - 1)
    harness.tables.sweep()
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "Person 1"]
    harness.now.pass_seconds(1)
    harness.tables.sweep()
    assert harness.tables.live[table.id] is table  # until then it is not forgotten, or nobody would know
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "open"]
    harness.now.pass_seconds(1000)
    harness.tables.sweep()
    assert harness.tables.live == {}


async def test_the_deadline_of_a_seat_is_checked_by_itself(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "SEAT_KEPT", 0)
    table = await open_public(harness, 0)
    await harness.tables.join(person(1), table.id)
    async with asyncio.timeout(PATIENCE):
        while names(table) != ["Person 0", "open"]:
            await asyncio.sleep(0.002)
    monkeypatch.setattr(decisions, "SEAT_KEPT", 10**9)
    await harness.tables.join(person(1), table.id)
    guest = await harness.sit(table, 1)
    monkeypatch.setattr(decisions, "SEAT_KEPT", 0)
    guest.leave()
    async with asyncio.timeout(PATIENCE):
        while names(table) != ["Person 0", "open"]:
            await asyncio.sleep(0.002)


async def test_after_a_restart_absence_counts_from_its_beginning(harness: TableHarness) -> None:
    table = await open_public(harness, 0)
    await harness.tables.join(person(1), table.id)
    harness.now.pass_seconds(SEAT_KEPT / 1000 - 1)
    await harness.restart()
    await wait_until_awake(harness, [table])
    again = harness.tables.live[table.id]
    harness.now.pass_seconds(SEAT_KEPT / 1000 - 1)
    await harness.tables.check_deadline(table.id)
    assert names(again) == ["Person 0", "Person 1"]
    harness.now.pass_seconds(1)
    await harness.tables.check_deadline(table.id)
    assert names(again) == ["Person 0", "open"]


@pytest.mark.parametrize("settings", [{"visibility": "link"}, {"starts_by_itself": True}], ids=["friends", "rematch"])
async def test_friends_keep_their_seats(harness: TableHarness, settings: dict[str, object]) -> None:
    table = await open_public(harness, 0, **settings)
    await harness.tables.join(person(1), table.id)
    harness.now.pass_seconds(24 * 3600)
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "Person 1"]
    harness.now.pass_seconds(61)
    harness.tables.sweep()
    assert harness.tables.live == {}


async def test_a_host_keeps_the_seat(harness: TableHarness) -> None:
    table = await open_public(harness, 0)
    await harness.tables.join(person(1), table.id)
    await harness.sit(table, 1)
    harness.now.pass_seconds(24 * 3600)
    await harness.tables.check_deadline(table.id)
    assert names(table) == ["Person 0", "Person 1"]
