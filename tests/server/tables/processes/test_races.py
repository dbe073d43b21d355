"""What happens at several processes in the same moment, or while notes, reads and writes are on their way."""

import asyncio
from typing import Any

import asyncpg
import pytest

from ludotheque.bus.postgres import MOST_WAITING, PostgresBus
from ludotheque.bus.postgres_peers import PostgresPeers
from ludotheque.client import _Nonces
from ludotheque.core.errors import StoreError
from ludotheque.core.fairness import hash_nonce
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.table.start.nonces import REVEAL_WITHIN
from ludotheque.server.tables import tables
from ludotheque.store.store import TableRow
from tests.postgres_harness import Postgres
from tests.server.tables.processes.process_harness import NONCES, meet, meet_with_nonces, play_one, wait_until
from tests.server.tables.table_harness import Guest, TableHarness, person

Notes = list[tuple[str, Any]]


def get_bus(harness: TableHarness) -> PostgresBus:
    assert isinstance(harness.bus, PostgresBus)
    return harness.bus


def hold_notes(harness: TableHarness) -> Notes:
    """Let a process tell others nothing; give what it would tell, as it comes."""
    bus, held = get_bus(harness), list[tuple[str, Any]]()

    def publish(topic: str, message: Any) -> None:
        held.append((topic, message))
        bus._local.publish(topic, message)

    bus.publish = publish  # type: ignore[method-assign] # on purpose
    return held


def deliver(notes: Notes, harness: TableHarness) -> None:
    """Let a process hear notes now."""
    for topic, message in notes:
        get_bus(harness)._local.publish(topic, message)


def hold_next_read(
    harness: TableHarness, name: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[asyncio.Event, asyncio.Event]:
    """Let the next read of a kind wait: the first event says that it was asked for, the second lets it go on."""
    is_asked, may_go = asyncio.Event(), asyncio.Event()
    read = getattr(harness.store, name)

    async def wait(*arguments: Any, **more: Any) -> Any:
        if not is_asked.is_set():
            is_asked.set()
            await may_go.wait()
        return await read(*arguments, **more)

    monkeypatch.setattr(harness.store, name, wait)
    return is_asked, may_go


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_move_that_was_too_late_is_told_to_nobody(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if an older note comes while the process reads what was faster."""
    here, there = await meet(one, two, "turris", "pp")
    for harness, table in ((one, here), (two, there)):
        await harness.show_all(table)
    decider = here.log.actor
    assert decider is not None
    at_one, at_two = await one.sit(here, decider), await two.sit(there, decider)
    watcher = await two.sit(there, None)
    faster, slower = (move["move"] for move in at_one.position["moves"][:2])
    one.bots.may_answer.clear()
    notes = hold_notes(one)
    await here.seating.leave(person(1 - decider))
    older = [*notes]
    assert (await at_one.play(faster))["type"] == "played"
    mark = len(watcher.messages)
    is_asked, may_go = hold_next_read(two, "list_plies", monkeypatch)
    playing = asyncio.create_task(at_two.play(slower))
    await is_asked.wait()
    deliver(older, two)
    may_go.set()
    assert (await playing)["code"] == "stale"
    await watcher.hear_position(at_two.position["ply"] - 1)
    [placed] = here.log.game.observe(here.log.state, None).blocks
    told = [message for message in watcher.messages[mark:] if message["type"] in {"position", "plies"}]
    assert told
    assert all(len(message["observation"]["blocks"]) <= 1 for message in told)
    shown = [block["columns"] for message in told for block in message["observation"]["blocks"]]
    assert all(columns == [*placed.columns] for columns in shown)


async def test_a_take_back_is_told_even_if_its_note_comes_while_it_is_read(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await meet(one, two, take_back=True)
    guests = [await one.sit(here, 0), await two.sit(there, 1)]
    for _ in range(2):
        await play_one(guests)
    notes = hold_notes(one)
    async with here.lock:
        await here.log.take_back(here.log.ply - 1)
        here.publish()
    is_asked, may_go = hold_next_read(two, "list_plies", monkeypatch)
    there.log.mark_stale()
    catching_up = asyncio.create_task(there.catch_up())
    await is_asked.wait()  # the row is read, the plies are not
    deliver(notes, two)
    may_go.set()
    await catching_up
    position = await guests[1].hear_position()
    while position["epoch"] == 0:
        position = await guests[1].hear("position")
    assert (position["epoch"], position["ply"], position["actor"]) == (1, here.log.ply, here.log.actor)


async def test_plies_of_another_past_are_not_added_to_this_one(one: TableHarness, two: TableHarness) -> None:
    """Something is taken back and played again between two reads."""
    here, there = await meet(one, two, take_back=True)
    guests = [await one.sit(here, 0), await two.sit(there, 1)]
    await play_one(guests)
    notes = hold_notes(one)
    before = [*there.log.rows]
    async with here.lock:
        await here.log.take_back(here.log.ply - 1)
        here.publish()
    assert here.log.actor is not None
    for _ in range(2):
        async with here.lock:
            seat = here.log.actor
            moves = here.log.game.legal_moves(here.log.state)
            await here.play_move(seat, here.log.game.format_move(here.log.state, moves[-1]))
    stored = await two.store.list_plies(there.id)
    assert len(stored) > len(before)
    assert await two.store.list_plies(there.id, len(before), epoch=0) == []
    there.log.note_stored(0, len(before) + 1, there.log.row.version)  # so much it knows: the row is the same
    await there.catch_up()
    assert there.log.rows == before
    deliver(notes, two)
    await wait_until(lambda: there.log.rows == stored)
    assert there.log.row.epoch == 1


# ── Who is connected ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_after_a_crash_of_postgresql_others_know_again_who_is_connected(
    one: TableHarness, two: TableHarness, postgres: Postgres, database: str
) -> None:
    """A guest who is here does not lose a seat to an absence that never was."""
    here, there = await meet(one, two, "tsuro", "po", visibility="public")
    await there.seating.join(person(1), 1)
    ann, ben = await one.sit(here, 0), await two.sit(there, 1)
    await ann.hear_table(lambda table: table["seats"][1]["connected"])
    await ben.hear_table(lambda table: table["seats"][0]["connected"])
    postgres.stop("immediate")
    postgres.start()
    peers = [one.peers, two.peers]
    connection = await asyncpg.connect(database)
    written = set[str]()
    while written != {each.id for each in peers if each is not None}:
        await asyncio.sleep(0.05)
        written = {row[0] for row in await connection.fetch("SELECT process FROM presence")}
    await connection.close()
    await wait_until(lambda: here.subscribers.has(person(1).id) and there.subscribers.has(person(0).id))
    await wait_until(lambda: here.is_owner or there.is_owner)
    for each in (one, two):
        each.now.pass_seconds(121)
    for each, table in ((one, here), (two, there)):
        await each.tables.check_deadline(table.id)
    assert here.log.seats[1].player == there.log.seats[1].player == person(1).id


async def test_who_leaves_while_the_database_does_not_answer_is_gone_for_others_later(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await meet(one, two)
    ann, ben = await one.sit(here, 0), await two.sit(there, 1)
    await ann.hear_table(lambda table: table["seats"][1]["connected"])
    assert isinstance(two.peers, PostgresPeers)
    pool, failed = two.peers._pool, asyncio.Event()

    class FailingPool:
        def __getattr__(self, name: str) -> Any:
            return getattr(pool, name)

        async def execute(self, *_: Any) -> None:
            failed.set()
            raise ConnectionResetError("told to fail")

    with monkeypatch.context() as broken:
        broken.setattr(two.peers, "_pool", FailingPool())
        ben.leave()
        await failed.wait()
    await ann.hear_table(lambda table: not table["seats"][1]["connected"])


# ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_everybody_is_shown_the_list_that_is_fixed(
    one: TableHarness, two: TableHarness, three: TableHarness
) -> None:
    """Even a process that has not heard of a hash that is in the list."""
    here = await one.open_table("tsuro", "poo", options={"players": "3"})
    for seat in (1, 2):
        await here.seating.join(person(seat), seat)
    there, third = await two.tables.find(here.id), await three.tables.find(here.id)
    ben, nonces = await two.sit(there, 1, nonces=True), _Nonces()
    answering = asyncio.create_task(ben.answer_like_a_client(nonces))
    carl = await three.sit(third, 2, nonces=True)
    await wait_until(lambda: all(table.log.seats[1].nonce_hash for table in (here, there, third)))
    await wait_until(lambda: all(here.subscribers.contributes(person(seat).id) for seat in (1, 2)))
    hold_notes(three)
    await carl.send(type="commit", hash=hash_nonce(NONCES[0]))
    here.log.mark_stale()  # one has read the table for another reason
    starting = asyncio.create_task(here.start(person(0)))
    shown = (await ben.hear("reveal"))["hashes"]
    await wait_until(lambda: here.starting._pending is not None and bool(here.starting._pending._nonces))
    assert shown[2] == hash_nonce(NONCES[0])
    one.now.pass_seconds(REVEAL_WITHIN / 1000)
    await one.tables.check_deadline(here.id)
    await starting
    await ben.hear_table(lambda table: table["status"] == "playing")
    assert [each["hash"] for each in here.log.row.nonces] == shown[1:]
    nonces.check({**ben.table, "seed": here.log.row.seed.hex(), "nonces": [*here.log.row.nonces]})
    answering.cancel()


async def test_who_promises_something_else_again_and_again_does_not_keep_a_game_from_starting(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the list is stored, no process takes another hash, even if it has not heard of it."""
    (here, _), (ann, ben) = await meet_with_nonces(one, two)
    save, lost = one.store.save_table, list[str]()

    async def lose_some(row: TableRow) -> None:
        if len(lost) < 5:
            lost.append(hash_nonce(f"{len(lost):064x}"))
            await ben.send(type="commit", hash=lost[-1])
        await save(row)

    monkeypatch.setattr(one.store, "save_table", lose_some)
    hold_notes(one)
    starting = asyncio.create_task(here.start(person(0)))
    fixed = [hash_nonce(NONCES[0]), hash_nonce(f"{4:064x}")]
    assert (await ann.hear("reveal"))["hashes"] == fixed
    assert await ben.refused(type="commit", hash=hash_nonce(NONCES[1])) == "started"
    assert [message["hashes"] for message in ben.messages if message["type"] == "reveal"] == [fixed]
    await ann.send(type="reveal", nonce=NONCES[0])
    await ben.send(type="reveal", nonce=f"{4:064x}")
    await starting
    assert [each["nonce"] for each in here.log.row.nonces] == [NONCES[0], f"{4:064x}"]


async def test_whoever_changes_a_name_does_not_keep_a_game_from_starting(one: TableHarness, two: TableHarness) -> None:
    """The row has another version then, and the same list."""
    (here, there), (ann, ben) = await meet_with_nonces(one, two)
    starting = asyncio.create_task(here.start(person(0)))
    for guest in (ann, ben):
        await guest.hear("reveal")
    hold_notes(two)
    seats = there.log.seats
    async with there.lock:
        await there.log.save_seats(seats)
    for guest, nonce in zip((ann, ben), NONCES, strict=True):
        await guest.send(type="reveal", nonce=nonce)
    assert two.peers is not None
    await wait_until(lambda: there.log.row.version > here.log.row.version)
    one.now.pass_seconds(REVEAL_WITHIN / 1000)
    await one.tables.check_deadline(here.id)
    await starting
    assert [each["nonce"] for each in here.log.row.nonces] == NONCES


# ── After the game, and beside it ────────────────────────────────────────────────────────────────────────────────────


async def test_two_who_ask_for_a_rematch_at_once_get_the_same_table(one: TableHarness, two: TableHarness) -> None:
    for _ in range(5):
        here, there = await meet(one, two)
        before = len(await one.store.list_player_tables(person(0).id, statuses=("waiting",)))
        await here.resign(person(0))
        await wait_until(lambda: there.log.row.status == "over" or there.log.is_stale)  # noqa: B023 - called at once
        found = await asyncio.gather(one.tables.rematch(person(0), here.id), two.tables.rematch(person(1), there.id))
        assert found[0].id == found[1].id
        assert len(await one.store.list_player_tables(person(0).id, statuses=("waiting",))) == before + 1


async def test_what_many_say_at_once_at_several_processes_is_all_heard(
    one: TableHarness, two: TableHarness, three: TableHarness
) -> None:
    here = await one.open_table("tsuro", "ppp", options={"players": "3"})
    guests: list[Guest] = []
    for number, harness in enumerate((one, two, three)):
        guests.append(await harness.sit(await harness.tables.find(here.id), number))
    for _ in range(5):  # so many may be said at once
        await asyncio.gather(*(guest.send(type="chat", text="Me!") for guest in guests))
    for guest in guests:
        assert [(await guest.hear("chat"))["number"] for _ in range(15)] == [*range(1, 16)]
        assert not any(message["type"] == "refused" for message in guest.messages)


async def test_games_with_clocks_are_resumed_although_the_store_failed_at_first(
    one: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RETRY", 1)
    table = await one.open_table(clock=MoveClock(60))
    one.tables.live.clear()
    read, failures = one.store.list_tables, list[None]()

    async def fail_once(*arguments: Any) -> Any:
        if not failures:
            failures.append(None)
            raise StoreError("told to fail")
        return await read(*arguments)

    monkeypatch.setattr(one.store, "list_tables", fail_once)
    await one.tables._resume()
    assert failures
    assert table.id in one.tables.live


async def test_of_too_many_notes_others_hear_so_even_while_some_are_under_way(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = PostgresBus(database, "one"), PostgresBus(database, "two")
    for each in (here, there):
        await each.open()
    gaps, heard = list[bool](), list[int]()
    there.on_gap(lambda: gaps.append(True))
    there.subscribe("table", heard.append)
    pack = here._pack

    def publish_more(notes: list[bytes]) -> list[str]:
        monkeypatch.setattr(here, "_pack", pack)
        for number in range(1, MOST_WAITING + 1):
            here.publish("table", number)
        return pack(notes)

    monkeypatch.setattr(here, "_pack", publish_more)
    here.publish("table", 0)
    await wait_until(lambda: bool(gaps) or len(heard) > MOST_WAITING)
    for each in (here, there):
        await each.close()
