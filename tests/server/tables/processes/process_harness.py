"""Tables as several processes have them, people who promise nonces there, and processes that die."""

import asyncio
from collections.abc import Callable
from typing import Any

from ludotheque.bus.postgres_peers import PostgresPeers
from ludotheque.core.fairness import hash_nonce
from ludotheque.server.table.table import Table
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person

NONCES = ["0a" * 32, "0b" * 32]


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def meet(one: TableHarness, two: TableHarness, *args: Any, **settings: Any) -> tuple[Table, Table]:
    """Give a table as each of the processes has it in memory; the first owns it."""
    table = await one.open_table(*args, **settings)
    return table, await two.tables.find(table.id)


async def play_one(guests: list[Guest]) -> int:
    decider = next(guest for guest in guests if guest.position["moves"])
    ply: int = decider.position["ply"]
    assert (await decider.play())["type"] == "played"
    for guest in guests:
        await guest.hear_position(ply)
    return guests.index(decider)


async def commit(guests: list[Guest]) -> None:
    for guest, nonce in zip(guests, NONCES, strict=True):
        await guest.send(type="commit", hash=hash_nonce(nonce))
    for guest in guests:
        await guest.hear_table(lambda table: len(table["nonces"]) == 2)


async def meet_with_nonces(one: TableHarness, two: TableHarness) -> tuple[list[Table], list[Guest]]:
    """Give a table as each process has it, and two who have promised nonces, one at each."""
    tables = [*await meet(one, two, "tsuro", "po")]
    await tables[0].seating.join(person(1), 1)
    guests = [await one.sit(tables[0], 0, nonces=True), await two.sit(tables[1], 1, nonces=True)]
    await commit(guests)
    await wait_until(lambda: all(table.subscribers.contributes(person(seat).id) for table in tables for seat in (0, 1)))
    return tables, guests


def fall_silent(harness: TableHarness) -> PostgresPeers:
    """Let a process say nothing any more to others, not even that it lives."""
    peers = harness.peers
    assert isinstance(peers, PostgresPeers)
    assert peers._beating is not None
    peers._beating.cancel()
    assert harness.bus is not None
    harness.bus._is_closing = True  # type: ignore[attr-defined] # it is a PostgresBus
    harness.bus.publish = lambda topic, message: None  # type: ignore[method-assign] # on purpose
    return peers


async def die(harness: TableHarness) -> None:
    """Let a process fall silent, and its lease be over."""
    peers = fall_silent(harness)
    peers._owns_until = 0.0
    await peers._pool.execute("UPDATE processes SET expires_at = clock_timestamp() WHERE id = $1", peers.id)
