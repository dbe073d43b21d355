"""What every bus promises, within a process and between processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from ludotheque.bus.bus import Bus
from ludotheque.bus.local import LocalBus
from ludotheque.bus.postgres import MOST_BYTES, MOST_WAITING, PostgresBus
from ludotheque.core.errors import StoreError
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres, Proxy


@pytest.fixture(params=["local", "postgresql"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    """A bus of each kind."""
    if request.param == "local":
        opened: Bus = LocalBus()
    else:
        opened = PostgresBus(request.getfixturevalue("postgres").make_database(), "one")
    await opened.open()
    yield opened
    await opened.close()


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def test_everybody_who_listens_to_a_table_hears_in_order_and_nobody_else(bus: Bus) -> None:
    heard: list[tuple[str, int]] = []
    for name, table in [("ann", "t1"), ("bob", "t1"), ("cid", "t2")]:
        bus.subscribe(table, lambda message, name=name: heard.append((name, message)))  # type: ignore[misc] # a default
    bus.publish("t1", 1)
    bus.publish("t1", 2)
    bus.publish("t3", 3)
    assert heard == [("ann", 1), ("bob", 1), ("ann", 2), ("bob", 2)]


async def test_whoever_stops_hears_no_more_even_when_stopping_while_hearing(bus: Bus) -> None:
    heard: list[str] = []

    def hear_once(_message: str) -> None:
        heard.append("ann")
        stop()

    stop = bus.subscribe("t1", hear_once)
    bus.subscribe("t1", lambda _message: heard.append("bob"))
    bus.publish("t1", "one")
    bus.publish("t1", "two")
    assert heard == ["ann", "bob", "bob"]
    stop()  # once more does no harm


async def test_after_closing_nobody_hears_anything(bus: Bus) -> None:
    heard: list[str] = []
    bus.subscribe("t1", heard.append)
    await bus.close()
    bus.publish("t1", "late")
    assert heard == []


def test_tables_that_nobody_listens_to_leave_nothing_behind() -> None:
    bus = LocalBus()
    for number in range(3):
        bus.subscribe(f"t{number}", print)()
    assert bus._listeners == {}


# ── Between processes ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def pair(postgres: Postgres) -> AsyncIterator[tuple[PostgresBus, PostgresBus]]:
    """The buses of two processes."""
    database = postgres.make_database()
    buses = PostgresBus(database, "one"), PostgresBus(database, "two")
    for each in buses:
        await each.open()
    yield buses
    for each in buses:
        await each.close()


async def test_another_process_hears_everything_once_in_order(pair: tuple[PostgresBus, PostgresBus]) -> None:
    here, there = pair
    heard: list[Any] = []
    own: list[Any] = []
    there.subscribe("t1", heard.append)
    here.subscribe("t1", own.append)
    for number in range(2000):  # more than one notification can carry
        here.publish("t1", {"what": "stored", "ply": number})
    await wait_until(lambda: len(heard) >= 2000)
    assert [note["ply"] for note in heard] == list(range(2000))
    assert own == heard


async def test_what_was_published_before_closing_is_heard(pair: tuple[PostgresBus, PostgresBus]) -> None:
    here, there = pair
    heard: list[Any] = []
    there.subscribe("t1", heard.append)
    here.publish("t1", 1)
    await here.close()
    await wait_until(lambda: heard == [1])


async def test_a_listener_that_fails_does_not_keep_others_from_hearing(pair: tuple[PostgresBus, PostgresBus]) -> None:
    here, there = pair
    heard: list[Any] = []

    def fail(_message: Any) -> None:
        raise RuntimeError("told to fail")

    there.subscribe("t1", fail)
    there.subscribe("t2", heard.append)
    here.publish("t1", 1)
    here.publish("t2", 2)
    await wait_until(lambda: heard == [2])


async def test_after_a_lost_connection_it_says_that_notes_may_be_missing(postgres: Postgres, proxy: Proxy) -> None:
    database = postgres.make_database()
    here, there = PostgresBus(database, "one"), PostgresBus(proxy.through(database), "two")
    heard: list[Any] = []
    gaps: list[bool] = []
    there.on_gap(lambda: gaps.append(True))
    there.subscribe("t1", heard.append)
    here.subscribe("t1", heard.append)
    await here.open()
    await there.open()
    proxy.cut("before", b"lost")
    there.publish("t1", "lost?")  # it waits, and is sent again
    await wait_until(lambda: bool(gaps))
    here.publish("t1", "after")
    await wait_until(lambda: sorted(heard) == ["after", "after", "lost?", "lost?"])
    await here.close()
    await there.close()


async def test_of_too_many_notes_others_hear_that_they_miss_some(pair: tuple[PostgresBus, PostgresBus]) -> None:
    here, there = pair
    gaps: list[bool] = []
    there.on_gap(lambda: gaps.append(True))
    for number in range(MOST_WAITING + 2):
        here.publish("t1", number)
    await wait_until(lambda: bool(gaps))


async def test_a_note_is_small(pair: tuple[PostgresBus, PostgresBus]) -> None:
    with pytest.raises(ValueError, match="more than one can have"):
        pair[0].publish("t1", "x" * MOST_BYTES)


async def test_a_database_that_is_not_there_is_said_in_a_sentence(postgres: Postgres) -> None:
    with pytest.raises(StoreError, match="see that PostgreSQL runs"):
        await PostgresBus(postgres.make_database().replace("/test", "/nothing"), "one").open()
