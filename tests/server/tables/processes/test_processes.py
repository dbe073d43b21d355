"""Several processes on one PostgreSQL: whoever is connected wherever sees the same, and everything happens once.

Each process here is a store, a bus and tables of its own; only the operating system's process is shared. Real ones are
in tests/server/test_killed.py.
"""

import asyncio
import json
import re
from random import Random
from time import monotonic
from typing import Any

import asyncpg
import pytest

from ludotheque.bus.postgres import CHANNEL
from ludotheque.bus.postgres_peers import MARGIN, PostgresPeers
from ludotheque.client import NONCES_SINCE, _Nonces
from ludotheque.core import registry
from ludotheque.core.errors import StoreError
from ludotheque.core.fairness import hash_nonce
from ludotheque.server.errors import Refused, TooFast
from ludotheque.server.identity.auth import Identity, hash_secret
from ludotheque.server.rate_limits import Limit, Limits, Rate
from ludotheque.server.table import elsewhere
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.table.start.nonces import REVEAL_WITHIN
from ludotheque.server.tables.held_seats import MOST_HELD
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres
from tests.server.tables.processes.process_harness import (
    NONCES,
    commit,
    die,
    fall_silent,
    meet,
    meet_with_nonces,
    play_one,
    wait_until,
)
from tests.server.tables.table_harness import LEASE, Guest, TableHarness, open_process, person, play_out
from tests.server.tables.test_reviews import FakeReviewer, make_reviews, play_a_game


async def test_a_process_that_hears_news_while_it_ends_ends(one: TableHarness) -> None:
    peers = one.peers
    assert isinstance(peers, PostgresPeers)
    await wait_until(lambda: not peers._is_due.is_set())
    peers._is_due.set()
    await asyncio.sleep(0)  # the waiting task has its news, and has not gone on
    async with asyncio.timeout(PATIENCE):
        await peers.close()


# ── Seeing the same ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_players_at_different_processes_play_a_whole_game(
    one: TableHarness, two: TableHarness, game: str
) -> None:
    here, there = await meet(one, two, game, "pp")
    guests = [await one.sit(here, 0), await two.sit(there, 1), await two.sit(there, None)]
    await play_out(guests[:2], Random(1))
    await guests[2].hear_position(guests[0].position["ply"] - 1)
    assert here.log.rows == there.log.rows == await one.store.list_plies(here.id)
    for guest in guests:
        plies = [ply["ply"] for message in guest.messages if message["type"] == "plies" for ply in message["plies"]]
        first = next(message for message in guest.messages if message["type"] == "position")["ply"]
        assert plies == list(range(first + 1, here.log.ply + 1))
    assert guests[0].position["outcome"] == guests[1].position["outcome"] is not None


async def test_everybody_sees_who_is_connected_wherever(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two)
    ann = await one.sit(here, 0)
    ben, spectator = await two.sit(there, 1), await two.sit(there, None)
    for guest in (ann, ben):
        await guest.hear_table(lambda table: all(seat["connected"] for seat in table["seats"]))
        await guest.hear_table(lambda table: table["spectators"] == 1)
    ben.leave()
    spectator.leave()
    await ann.hear_table(lambda table: not table["seats"][1]["connected"] and table["spectators"] == 0)
    await two.tables.find(here.id)


async def test_what_is_said_is_heard_everywhere_in_order(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two)
    ann, ben = await one.sit(here, 0), await two.sit(there, 1)
    await ann.send(type="chat", text="one")
    await ben.send(type="chat", text="two")
    await ann.send(type="chat", text="three")
    for guest in (ann, ben):
        heard = [await guest.hear("chat") for _ in range(3)]
        assert [said["number"] for said in heard] == [1, 2, 3]
        assert {said["text"] for said in heard} == {"one", "two", "three"}


async def test_a_seat_that_is_taken_at_one_process_is_seen_at_the_other(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two, "tsuro", "po")
    ann = await one.sit(here, 0)
    await there.seating.join(person(1))
    await ann.hear_table(lambda table: table["seats"][1]["player"] == person(1).id)
    await here.seating.remove(person(0), person(1).id, ban=True)
    ben = Guest(there, person(1))
    two.guests.append(ben)
    await wait_until(lambda: person(1).id in there.log.row.banned or there.log.is_stale)
    with pytest.raises(Exception, match="removed you"):
        await ben.connect()


# ── Taking back ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_who_sits_at_another_process_agrees_to_a_take_back(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two)
    guests = [await one.sit(here, 0), await two.sit(there, 1)]
    mover = await play_one(guests)
    await guests[mover].send(type="take_back")
    asked = await guests[1 - mover].hear("take_back")
    assert (asked["by"], asked["waiting"]) == (mover, [1 - mover])
    await guests[1 - mover].send(type="answer", agree=True)
    for guest in guests:
        async with asyncio.timeout(PATIENCE):
            while guest.position["epoch"] == 0:
                await guest.hear("position")
    assert here.log.row == there.log.row


async def test_a_refusal_is_heard_everywhere_and_counts_everywhere(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two)
    guests = [await one.sit(here, 0), await two.sit(there, 1)]
    mover = await play_one(guests)
    for _ in range(2):
        await guests[mover].send(type="take_back")
        while (await guests[1 - mover].hear("take_back"))["by"] is None:
            pass
        await guests[1 - mover].send(type="answer", agree=False)
        while (await guests[mover].hear("take_back"))["by"] is not None:
            pass
    assert await guests[mover].refused(type="take_back") == "too_fast"


async def test_two_who_agree_at_once_at_different_processes_are_both_heard(
    one: TableHarness, two: TableHarness
) -> None:
    here, there = await meet(one, two, "tsuro", "ppp")
    guests = [await one.sit(here, 0), await one.sit(here, 1), await two.sit(there, 2)]
    mover = await play_one(guests)
    while mover != 0:
        mover = await play_one(guests)
    await guests[0].send(type="take_back")
    for guest in guests[1:]:
        await guest.hear("take_back")
    await asyncio.gather(*(guest.send(type="answer", agree=True) for guest in guests[1:]))
    await wait_until(lambda: here.log.row.epoch == there.log.row.epoch == 1)


async def test_who_comes_to_a_process_later_hears_what_is_asked(one: TableHarness, two: TableHarness) -> None:
    table = await one.open_table()
    guests = await one.sit_all(table)
    mover = await play_one(guests)
    await guests[mover].send(type="take_back")
    there = await two.tables.find(table.id)
    later = await two.sit(there, 1 - mover)
    assert (await later.hear("take_back"))["by"] == mover
    await later.send(type="answer", agree=True)
    await wait_until(lambda: table.log.row.epoch == 1)


# ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("starter", [0, 1])
async def test_nonces_are_asked_for_and_revealed_at_whichever_process_somebody_is(
    one: TableHarness, two: TableHarness, starter: int
) -> None:
    tables, guests = await meet_with_nonces(one, two)
    starting = asyncio.create_task(tables[starter].start(person(0)))
    for guest, nonce in zip(guests, NONCES, strict=True):
        assert (await guest.hear("reveal"))["hashes"] == [*map(hash_nonce, NONCES)]
        await guest.send(type="reveal", nonce=nonce)
    await starting
    row = await one.store.find_table(tables[0].id)
    assert row is not None
    assert [each["nonce"] for each in row.nonces] == NONCES
    for guest in guests:
        await guest.hear_table(lambda table: table["status"] == "playing")
    async with asyncio.timeout(PATIENCE):  # they are removed when the game has begun and everybody knows
        while await one.tables._services.peers.list_nonces(row.id):
            await asyncio.sleep(0.01)


async def test_a_game_that_is_started_at_two_processes_at_once_has_the_nonces_of_both(
    one: TableHarness, two: TableHarness
) -> None:
    tables, guests = await meet_with_nonces(one, two)
    starts = [asyncio.create_task(table.start(person(0))) for table in tables]
    for guest, nonce in zip(guests, NONCES, strict=True):
        await guest.hear("reveal")
        await guest.send(type="reveal", nonce=nonce)
    async with asyncio.timeout(PATIENCE):  # nobody's time passes: both have begun because all nonces were there
        await asyncio.gather(*starts)
    row = await one.store.find_table(tables[0].id)
    assert row is not None
    assert [each["nonce"] for each in row.nonces] == NONCES
    for guest in guests:
        await guest.hear_table(lambda table: table["status"] == "playing")
        assert all(message["hashes"] is not None for message in guest.messages if message["type"] == "reveal")


async def test_a_nonce_counts_even_if_the_note_of_it_was_lost(one: TableHarness, two: TableHarness) -> None:
    tables, guests = await meet_with_nonces(one, two)
    starting = asyncio.create_task(tables[0].start(person(0)))
    for guest in guests:
        await guest.hear("reveal")
    assert two.bus is not None
    assert two.peers is not None
    publish = two.bus.publish
    two.bus.publish = lambda topic, message: (  # type: ignore[method-assign] # on purpose
        None if message.get("what") == "revealed" else publish(topic, message)
    )
    for guest, nonce in zip(guests, NONCES, strict=True):
        await guest.send(type="reveal", nonce=nonce)
    await two.peers.add_nonce(tables[0].id, 1, NONCES[1])  # so that it is there for certain
    one.now.pass_seconds(REVEAL_WITHIN / 1000)
    await tables[0].check_deadline()
    await starting
    assert [each["nonce"] for each in tables[0].log.row.nonces] == NONCES


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "ended"])
async def test_after_a_start_whose_process_has_gone_clients_promise_new_nonces(
    one: TableHarness, two: TableHarness, *, is_killed: bool
) -> None:
    """Those at other processes, too; and they find nothing wrong with the chance of the game that begins later."""
    (here, there), (_ann, ben) = await meet_with_nonces(one, two)
    nonces = _Nonces()
    answering = asyncio.create_task(ben.answer_like_a_client(nonces))
    promised = hash_nonce(nonces._nonce)
    await wait_until(lambda: here.log.seats[1].nonce_hash == promised)
    starting = asyncio.create_task(here.start(person(0)))  # and Ann's client does not answer
    await ben.hear("reveal")
    await wait_until(lambda: bool(nonces._revealed))
    assert await ben.refused(type="commit", hash=hash_nonce("0c" * 32)) == "started"
    if is_killed:
        await die(one)
        two.now.pass_seconds(2 * REVEAL_WITHIN / 1000)
        await there.check_deadline()
    else:
        await one.tables.close()
    await wait_until(lambda: there.log.seats[1].nonce_hash == hash_nonce(nonces._nonce) != promised)
    assert await there._services.peers.list_nonces(there.id) == []
    await wait_until(lambda: not there.subscribers.contributes(person(0).id))
    await there.start(person(0))
    assert [(each["seat"], each["nonce"] is None) for each in there.log.row.nonces] == [(1, False)]
    ended = {**ben.table, "seed": there.log.row.seed.hex(), "nonces": list(there.log.row.nonces)}
    nonces.check(ended)
    starting.cancel()
    answering.cancel()


async def test_a_process_that_waits_for_another_that_starts_a_game_minds_when_it_stops_waiting(
    one: TableHarness, two: TableHarness
) -> None:
    (here, there), (_ann, ben) = await meet_with_nonces(one, two)
    starting = asyncio.create_task(here.start(person(0)))
    await ben.hear("reveal")
    assert not there.is_owner
    assert there.starting.deadline == two.now.monotonic() + 2 * REVEAL_WITHIN
    assert two.tables._deadlines.has(there.id)
    starting.cancel()


async def test_a_process_that_hears_late_of_a_game_that_has_begun_waits_no_longer(
    one: TableHarness, two: TableHarness
) -> None:
    """However it comes to read the table: by the note of the start, or before that."""
    (here, there), (ann, ben) = await meet_with_nonces(one, two)
    starts = [asyncio.create_task(here.start(person(0)))]
    for guest in (ann, ben):
        await guest.hear("reveal")
    starts.append(asyncio.create_task(there.start(person(0))))
    await wait_until(lambda: there.starting.is_pending)
    there._unsubscribe()  # it hears nothing any more
    await ann.send(type="reveal", nonce=NONCES[0])
    await ben.send(type="reveal", nonce=NONCES[1])
    await starts[0]
    there.log.mark_stale()
    await there.catch_up()
    async with asyncio.timeout(PATIENCE):
        await starts[1]
    assert not there.starting.is_pending


async def test_who_starts_a_game_at_a_process_where_nobody_is_connected_hears_that_it_has_begun(
    one: TableHarness, two: TableHarness
) -> None:
    """While another process waits for the nonces, without the time passing after which it is taken for dead."""
    here, there = await meet(one, two, "tsuro", "po")
    await here.seating.join(person(1), 1)
    guests = [await one.sit(here, 0, nonces=True), await one.sit(here, 1, nonces=True)]
    await commit(guests)
    starts = [asyncio.create_task(here.start(person(0)))]
    for guest in guests:
        await guest.hear("reveal")
    starts.append(asyncio.create_task(there.start(person(0))))
    await wait_until(lambda: there.starting.is_pending)
    for guest, nonce in zip(guests, NONCES, strict=True):
        await guest.send(type="reveal", nonce=nonce)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*starts)
    assert not there.starting.is_pending


async def test_a_game_begins_by_itself_after_its_process_has_gone_with_new_nonces_of_all(
    one: TableHarness, two: TableHarness
) -> None:
    """A client that comes from the process that has gone is not passed over before it can promise another one."""
    here, there = await meet(one, two, "tsuro", "po", starts_by_itself=True)
    await here.seating.join(person(1), 1)
    nonces = [_Nonces(), _Nonces()]
    ben = await two.sit(there, 1, nonces=True)
    answering = [asyncio.create_task(ben.answer_like_a_client(nonces[1]))]
    await wait_until(lambda: here.log.seats[1].nonce_hash is not None)
    ann = await one.sit(here, 0, nonces=True)
    promise = nonces[0].answer({**await ann.hear("welcome"), "protocol": NONCES_SINCE})
    assert promise is not None
    await ann.send(**promise)
    await wait_until(lambda: bool(nonces[1]._revealed))
    assert nonces[0].answer(await ann.hear("reveal"))  # which never arrives
    await one.tables.close()
    ann = await two.sit(there, 0, nonces=True)
    answering.append(asyncio.create_task(ann.answer_like_a_client(nonces[0])))
    await wait_until(lambda: there.log.row.status == "playing")
    assert [each["nonce"] is None for each in there.log.row.nonces] == [False, False]
    for each in nonces:
        each.check({**ben.table, "seed": there.log.row.seed.hex(), "nonces": list(there.log.row.nonces)})
    for task in answering:
        task.cancel()


async def test_a_rematch_begins_when_everybody_has_come_to_whatever_process(
    one: TableHarness, two: TableHarness
) -> None:
    here, there = await meet(one, two)
    guests = [await one.sit(here, 0), await two.sit(there, 1)]
    await here.resign(person(0))
    for guest in guests:
        await guest.hear_table(lambda table: table["status"] == "over")
    again = await one.tables.rematch(person(0), here.id)
    await guests[1].hear_table(lambda table: table["rematch"] == again.id)
    assert (await two.tables.rematch(person(1), there.id)).id == again.id
    await one.sit(again, 1)  # the seats are rotated
    ben = await two.sit(await two.tables.find(again.id), 0)
    await ben.hear_table(lambda table: table["status"] == "playing")


# ── Owning ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_one_process_at_a_time_owns_a_table(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two)
    assert (here.is_owner, there.is_owner) == (True, False)


async def test_bots_of_a_table_play_once_whoever_watches_where(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two, "tsuro", "pb")
    ann = await two.sit(there, 0)  # where the owner is not
    for _ in range(3):
        await wait_until(lambda: bool(ann.position["moves"]) or ann.position["outcome"] is not None)
        if ann.position["outcome"] is not None:
            break
        await play_one([ann])
    await wait_until(lambda: bool(ann.position["moves"]) or ann.position["outcome"] is not None)
    assert one.bots.asked
    assert not two.bots.asked
    assert here.log.rows == there.log.rows


async def test_the_bots_of_a_process_that_died_play_on_in_another(one: TableHarness, two: TableHarness) -> None:
    one.bots.may_answer.clear()  # it dies while its bot thinks
    _, there = await meet(one, two, "tsuro", "pb")
    ann = await two.sit(there, 0)
    while ann.position["moves"]:
        await play_one([ann])
    await wait_until(lambda: bool(one.bots.asked))
    await die(one)
    await wait_until(lambda: bool(ann.position["moves"]) or ann.position["outcome"] is not None)
    assert there.is_owner
    assert two.bots.asked


async def test_a_clock_runs_out_although_the_process_that_minded_it_has_died(
    one: TableHarness, two: TableHarness
) -> None:
    here = await one.open_table(clock=MoveClock(60))
    await one.show_all(here)
    actor = here.log.actor
    assert actor is not None
    await die(one)
    await wait_until(lambda: here.id in two.tables.live and two.tables.live[here.id].is_owner)
    there = two.tables.live[here.id]
    guests = await two.sit_all(there)
    two.now.pass_seconds(61)
    await two.tables.check_deadline(here.id)
    for guest in guests:
        await guest.hear_table(lambda table: table["seats"][actor]["substitute"] is not None)


async def test_nobody_gains_time_by_connecting_to_another_process(one: TableHarness, two: TableHarness) -> None:
    here = await one.open_table(clock=MoveClock(60))
    await one.show_all(here)
    actor = here.log.actor
    assert actor is not None
    one.now.pass_seconds(50)
    guest = await two.sit(await two.tables.find(here.id), actor)
    await wait_until(lambda: guest.position["clock"]["left"][actor] <= 10_000)


async def test_who_connects_before_the_owner_has_answered_hears_the_time_left_later(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "STATE_WITHIN", 0.0)
    here = await one.open_table(clock=MoveClock(60))
    await one.show_all(here)
    actor = here.log.actor
    assert actor is not None
    one.now.pass_seconds(50)
    guest = await two.sit(await two.tables.find(here.id), actor)
    await wait_until(lambda: guest.position["clock"]["left"][actor] <= 10_000)


async def test_a_process_that_cannot_renew_its_lease_owns_nothing_before_others_take_over(
    one: TableHarness, two: TableHarness
) -> None:
    here, there = await meet(one, two)
    peers = fall_silent(one)
    renewed = monotonic()
    peers._now = lambda: renewed + LEASE - MARGIN - 60
    assert here.is_owner
    peers._now = lambda: renewed + LEASE - MARGIN
    assert not here.is_owner
    assert not there.is_owner
    await die(one)
    await wait_until(lambda: there.is_owner)


async def test_a_process_that_ends_leaves_its_tables_at_once(one: TableHarness, database: str) -> None:
    async with open_process(database) as ending:
        table = await ending.open_table(clock=MoveClock(60))
        await one.tables.find(table.id)
        assert not one.tables.live[table.id].is_owner
    await wait_until(lambda: one.tables.live[table.id].is_owner)


# ── Missing something ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_after_a_lost_connection_everything_is_read_again(
    one: TableHarness, two: TableHarness, postgres: Postgres, database: str
) -> None:
    here, there = await meet(one, two)
    ann, ben = await one.sit(here, 0), await two.sit(there, 1)
    bus = two.bus
    assert bus is not None
    bus._on_notification = lambda *_args: None  # type: ignore[attr-defined] # it hears nothing any more
    heard = asyncio.Event()
    bus.on_gap(heard.set)
    listeners = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ludotheque bus'"
    name = database.partition("?")[0].rpartition("/")[2]
    while ann.position["moves"]:
        await play_one([ann])
    await ann.send(type="chat", text="are you there?")
    postgres.execute(f"{listeners} AND datname = '{name}'", "postgres")
    await asyncio.wait_for(heard.wait(), PATIENCE)
    await wait_until(lambda: ben.position["ply"] == ann.position["ply"])
    assert (await ben.hear("chat"))["text"] == "are you there?"


async def test_a_table_that_is_deleted_is_gone_everywhere(one: TableHarness, two: TableHarness) -> None:
    here, there = await meet(one, two, "tsuro", "pb")
    watching = await two.sit(there, None)
    await one.tables.delete(person(0), here.id)
    await watching.hear("closing")
    assert there.is_deleted


async def test_who_is_logged_out_is_logged_out_in_every_process(one: TableHarness, two: TableHarness) -> None:
    assert one.bus is not None
    assert two.bus is not None
    here, there = (Identity(each.store, each.bus, each.now) for each in (one, two) if each.bus is not None)
    login = await here.create("Ann")
    known = await there.find(login.secret, "cookie")
    assert known is not None
    revoked = asyncio.Event()
    there.on_revoked(known, revoked.set)
    await here.log_out(login.player, known.credential.id)
    await asyncio.wait_for(revoked.wait(), PATIENCE)
    missed = asyncio.Event()
    there.on_revoked(known, missed.set)  # it was revoked before, and no note of it comes any more
    there._on_gap()
    await asyncio.wait_for(missed.wait(), PATIENCE)


async def test_a_gap_that_cannot_be_read_up_at_once_is_read_up_later(
    one: TableHarness, two: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "LOOK_AGAIN", 1)
    here, there = await meet(one, two)
    ann, ben = await one.sit(here, 0), await two.sit(there, 1)
    there._unsubscribe()  # what is said is not heard
    await ann.send(type="chat", text="Hello")
    failed = asyncio.Event()

    async def fail(*_: Any) -> Any:
        failed.set()
        raise StoreError("the database cannot be reached")

    with monkeypatch.context() as broken:
        broken.setattr(two.store, "list_chat", fail)
        refreshing = asyncio.create_task(there.elsewhere.refresh())
        await failed.wait()
    await refreshing
    assert (await ben.hear("chat"))["text"] == "Hello"


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_rare_is_counted_at_all_processes_together(one: TableHarness, two: TableHarness) -> None:
    rate = Rate("things", 3, 0.001)
    limits = [Limits(lambda: 0.0), Limits(lambda: 0.0)]
    for each, harness in zip(limits, (one, two), strict=True):
        each.peers = harness.tables._services.peers
        each._limits[rate] = Limit(rate, lambda: 0.0)
    for each in (limits[0], limits[1], limits[0]):
        await each.take_shared(rate, "ann")
    for each in limits:
        with pytest.raises(TooFast):
            await each.take_shared(rate, "ann")
    await limits[1].take_shared(rate, "ben")
    await limits[0].give_back_shared(rate, "ann")
    await limits[1].take_shared(rate, "ann")


async def test_nobody_holds_more_seats_by_taking_them_at_several_processes(
    one: TableHarness, two: TableHarness
) -> None:
    tables = [await one.open_table("tsuro", "po", visibility="public") for _ in range(MOST_HELD + 1)]
    for number, table in enumerate(tables[:-1]):
        await (one, two)[number % 2].tables.join(person(1), table.id)
    for harness in (one, two):
        with pytest.raises(Refused, match="You hold seats"):
            await harness.tables.join(person(1), tables[-1].id)


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS = {
    *("stored", "said", "deleted", "revealed", "asked", "answered", "pace", "presence", "state"),
    *("reviews", "revoked"),
    *("tables", "processes", "players", "gap"),
}


def list_leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in list_leaves(each)]
    if isinstance(value, list):
        return [leaf for each in value for leaf in list_leaves(each)]
    return [value]


async def test_a_note_holds_nothing_but_ids_and_numbers(one: TableHarness, two: TableHarness, database: str) -> None:
    """Whatever is done at a table, whoever listens to the bus learns only that there is something to read."""
    payloads: list[str] = []
    listening = await asyncpg.connect(database)
    await listening.add_listener(CHANNEL, lambda *args: payloads.append(str(args[3])))
    for game in ("tsuro", "tao", "turris"):
        here, there = await meet(one, two, game, "po", clock=MoveClock(600))
        await there.seating.join(person(1), 1)
        guests = [await one.sit(here, 0, nonces=True, address="192.0.2.7"), await two.sit(there, 1, nonces=True)]
        await commit(guests)
        await wait_until(lambda: here.subscribers.contributes(person(1).id))  # noqa: B023 - called at once
        starting = asyncio.create_task(here.start(person(0)))
        for guest, nonce in zip(guests, NONCES, strict=True):
            await guest.hear("reveal")
            await guest.send(type="reveal", nonce=nonce)
        await starting
        for guest in guests:
            await guest.hear_position()
        mover = await play_one(guests)
        await guests[mover].send(type="take_back")
        await guests[1 - mover].hear("take_back")
        await guests[1 - mover].send(type="answer", agree=False)
        await guests[0].send(type="chat", text="something that nobody else should read")
        await guests[1].hear("chat")
        one.bots.may_answer.clear()  # they might end the game before the pace is set, or before the other process looks
        await there.seating.leave(person(1))
        await here.seating.leave(person(0))
        await one.sit(here, None)
        await here.set_pace(person(0), "calm")
        await wait_until(lambda: there.log.is_left_to_bots)  # noqa: B023 - the same
        one.bots.may_answer.set()
    await one.tables.forget(person(1), ["nowhere"])
    await wait_until(lambda: "players" in "".join(payloads))
    await listening.close()
    ids = {person(0).id, person(1).id, *one.tables.live, "nowhere"}
    assert isinstance(one.peers, PostgresPeers)
    assert isinstance(two.peers, PostgresPeers)
    ids |= {one.peers.id, two.peers.id}
    for payload in payloads:
        for leaf in list_leaves(json.loads(payload)):
            assert leaf is None or isinstance(leaf, int) or leaf in WORDS | ids, payload
    told = {note[1]["what"] for payload in payloads for note in json.loads(payload)[1] if "what" in note[1]}
    assert told >= {"stored", "said", "revealed", "asked", "answered", "pace", "presence", "state", "deleted"}
    secrets = [registry.find(name).title for name in ("tsuro",)]  # not even what is played
    assert not re.search("|".join([*NONCES, *map(hash_nonce, NONCES), *secrets, "192.0.2"]), "".join(payloads))


async def test_notes_of_reviews_and_credentials_hold_nothing_but_ids_and_numbers(
    one: TableHarness, two: TableHarness, database: str
) -> None:
    """Neither what a review has found, nor a secret, a name or an address is told to whoever listens to the bus."""
    payloads: list[str] = []
    listening = await asyncpg.connect(database)
    await listening.add_listener(CHANNEL, lambda *args: payloads.append(str(args[3])))
    assert one.bus is not None
    assert two.bus is not None
    identity = Identity(one.store, one.bus, one.now)
    login = await identity.create("Ann Nonymous")
    [device] = await identity.list_devices(login.player)
    token = await identity.make_token(login.player, "some label")
    await identity.revoke_token(login.player, token.credential.id)
    await identity.log_out(login.player, device.id)
    worker = FakeReviewer()
    here, there = make_reviews(one, worker), make_reviews(two, FakeReviewer())
    await here.open()
    await there.open()
    table = await play_a_game(one)
    await here.start(table.id, person(0), "192.0.2.7")
    await wait_until(lambda: len(worker.told) == 1)
    worker.tell(0.5, '{"found": "something"}')
    while (await there.show(table.id, None)).revision == 0:
        await asyncio.sleep(0.01)
    await there.start(table.id, person(1), "192.0.2.8")  # wanted there, too
    await there.cancel(table.id, person(1))
    worker.tell(1, '{"found": "everything"}')
    await wait_until(lambda: '"wanted":0' in "".join(payloads))
    await here.close()
    await there.close()
    topics = {f"credential:{device.id}", f"credential:{token.credential.id}"}
    await wait_until(lambda: all(topic in "".join(payloads) for topic in topics))
    await listening.close()
    assert isinstance(one.peers, PostgresPeers)
    assert isinstance(two.peers, PostgresPeers)
    known = WORDS | topics | {person(0).id, person(1).id, table.id, one.peers.id, two.peers.id}
    for payload in payloads:
        for leaf in list_leaves(json.loads(payload)):
            assert leaf is None or isinstance(leaf, int) or leaf in known, payload
    secret = [login.secret, token.secret, hash_secret(login.secret).hex(), "Nonymous", "label", "found", "192.0.2"]
    assert not re.search("|".join(map(re.escape, secret)), "".join(payloads))
