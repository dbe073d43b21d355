"""What people add to chance: hashes while the table waits, nonces when the game starts, and those who do not answer."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from ludotheque.client import _Nonces
from ludotheque.core.errors import OutcomeUnknown, StoreError
from ludotheque.core.fairness import Contribution, PlySeededDealer, SeededDealer, hash_nonce
from ludotheque.core.match import Match
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.server.errors import Refused
from ludotheque.server.table.start.nonces import HASH_WITHIN, REVEAL_WITHIN
from ludotheque.server.table.table import Table
from ludotheque.store.store import PlyRow
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out

NONCES = [f"{number:02x}" * 32 for number in range(1, 9)]
HASHES = [hash_nonce(nonce) for nonce in NONCES]


async def open_waiting(harness: TableHarness, people: int = 2, bots: int = 0, **settings: Any) -> Table:
    """Open a table where people sit who have not started yet."""
    seats = "p" + "o" * (people - 1) + "b" * bots
    options = {"players": str(people + bots)} if people + bots > 2 else {}
    if people == 1:  # a table that is full would be started
        seats = "o" + "b" * bots
    table = await harness.open_table("tsuro", seats, options=options, **settings)
    for number in range(1 if people > 1 else 0, people):
        await table.seating.join(person(number), number)
    return table


async def sit_all(harness: TableHarness, table: Table, people: int = 2) -> list[Guest]:
    return [await harness.sit(table, number, nonces=True) for number in range(people)]


async def commit(guests: list[Guest]) -> None:
    for number, guest in enumerate(guests):
        await guest.send(type="commit", hash=HASHES[number])


async def until_begun(table: Table) -> None:
    async with asyncio.timeout(PATIENCE):
        while table.log.row.status == "waiting":
            await asyncio.sleep(0)


def stored(table: Table) -> list[tuple[int, str, str | None]]:
    return [(each["seat"], each["hash"], each["nonce"]) for each in table.log.row.nonces]


async def test_everybody_sees_the_hashes_and_nobody_a_nonce_before_all_hashes_are_fixed(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    watcher = await harness.sit(table, None, nonces=True)
    await commit(guests)
    for guest in (*guests, watcher):
        view = await guest.hear_table(lambda table: len(table["nonces"]) == 2)
        assert view["nonces"] == [{"seat": seat, "hash": HASHES[seat], "nonce": None} for seat in range(2)]
        assert view["draws"] is None
    starting = asyncio.create_task(table.start(person(0)))
    for guest in guests:
        assert (await guest.hear("reveal"))["hashes"] == HASHES[:2]
    await guests[0].send(type="reveal", nonce=NONCES[0])
    await guests[1].catch_up()
    assert table.log.row.status == "waiting"
    assert NONCES[0] not in "".join(guests[1].frames + watcher.frames)
    await guests[1].send(type="reveal", nonce=NONCES[1])
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], NONCES[1])]
    for guest in (*guests, watcher):
        view = await guest.hear_table(lambda table: table["status"] == "playing")
        assert view["nonces"] == [{"seat": seat, "hash": HASHES[seat], "nonce": NONCES[seat]} for seat in range(2)]
        assert view["draws"] == 2
        assert view["seed"] is None
    assert not any(message["type"] == "reveal" for message in watcher.messages), "who does not play is not asked"


async def test_the_draws_follow_from_the_seed_and_the_nonces_and_the_record_proves_it(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    for guest, nonce in zip(guests, NONCES, strict=False):
        await guest.hear("reveal")
        await guest.send(type="reveal", nonce=nonce)
    await starting
    contributions = [Contribution(seat, HASHES[seat], NONCES[seat]) for seat in range(2)]
    match = Match(table.log.game, SeededDealer(table.log.row.seed, contributions))
    assert table.log.match is not None
    assert table.log.match.plies == match.plies
    assert match.plies != Match(table.log.game, SeededDealer(table.log.row.seed)).plies
    await table.log.load()
    for guest in guests:
        await guest.hear_position()
    await play_out(guests, Random(1))
    record = await table.record()
    assert isinstance(record, str)
    parsed = parse_record(record)
    assert parsed.contributions == tuple(contributions)
    assert verify(parsed).is_fair


async def test_the_game_is_dealt_from_the_nonces_after_a_restart_too(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    for guest, nonce in zip(guests, NONCES, strict=False):
        await guest.hear("reveal")
        await guest.send(type="reveal", nonce=nonce)
    await starting
    await harness.restart()
    again = await harness.tables.find(table.id)
    assert again.log.match is not None
    assert isinstance(again.log.match.dealer, SeededDealer)
    assert again.log.match.dealer.contributions == (
        Contribution(0, HASHES[0], NONCES[0]),
        Contribution(1, HASHES[1], NONCES[1]),
    )


async def test_a_game_without_hashes_starts_at_once_from_the_seed_alone(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await table.start(person(0))
    assert table.log.row.status == "playing"
    assert (table.log.row.draws, stored(table)) == (2, [])
    assert not any(message["type"] == "reveal" for guest in guests for message in guest.messages)


async def test_after_a_start_that_failed_a_game_begins_by_itself_with_new_nonces_of_all(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_waiting(harness, starts_by_itself=True)
    append = harness.store.append
    failures: list[Any] = []

    async def fail_once(*arguments: Any) -> Any:
        if not failures:
            failures.append(arguments)
            raise StoreError("told to fail")
        return await append(*arguments)

    monkeypatch.setattr(harness.store, "append", fail_once)
    guests, nonces = await sit_all(harness, table), [_Nonces(), _Nonces()]
    answering = [
        asyncio.create_task(guest.answer_like_a_client(each)) for guest, each in zip(guests, nonces, strict=True)
    ]
    await until_begun(table)
    assert failures
    assert all(nonce is not None for _, _, nonce in stored(table))
    for each in nonces:
        assert each.times_asked == 2
        each.check({**guests[0].table, "seed": table.log.row.seed.hex(), "nonces": list(table.log.row.nonces)})
    for task in answering:
        task.cancel()


async def test_who_is_absent_is_not_waited_for(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    guests[1].leave()
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    await guests[0].send(type="reveal", nonce=NONCES[0])
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], None)]


async def test_who_comes_while_the_game_starts_is_asked_too(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    guests[1].leave()
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    again = await harness.sit(table, 1, nonces=True)
    assert (await again.hear("reveal"))["hashes"] == HASHES[:2]
    await again.send(type="reveal", nonce=NONCES[1])
    await guests[0].send(type="reveal", nonce=NONCES[0])
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], NONCES[1])]


async def test_who_refuses_is_waited_for_no_longer_than_a_few_seconds(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    await guests[0].send(type="reveal", nonce=NONCES[0])
    harness.now.pass_seconds(REVEAL_WITHIN / 1000 - 0.001)
    await table.check_deadline()
    assert table.log.row.status == "waiting"
    harness.now.pass_seconds(0.001)
    await table.check_deadline()
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], None)]
    assert await guests[1].refused(type="reveal", nonce=NONCES[1], id="late") == "nothing_asked"


async def test_who_lies_is_refused_and_counts_as_silent(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    for guest in guests:
        await guest.hear("reveal")
    assert await guests[1].refused(type="reveal", nonce=NONCES[5], id="r1") == "nothing_asked"
    assert await guests[1].refused(type="reveal", nonce=NONCES[0], id="r2") == "nothing_asked", "not theirs"
    await guests[0].send(type="reveal", nonce=NONCES[0])
    await guests[0].send(type="reveal", nonce=NONCES[0])
    harness.now.pass_seconds(REVEAL_WITHIN / 1000)
    await table.check_deadline()
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], None)]


async def test_no_hash_changes_after_the_first_nonce_is_asked_for(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    for guest in guests:
        await guest.hear("reveal")
    assert await guests[1].refused(type="commit", hash=HASHES[7], id="c1") == "started"
    for guest, nonce in zip(guests, NONCES, strict=False):
        await guest.send(type="reveal", nonce=nonce)
    await starting
    assert stored(table)[1] == (1, HASHES[1], NONCES[1])
    assert await guests[1].refused(type="commit", hash=HASHES[7], id="c2") == "started"


async def test_a_nonce_is_refused_that_nobody_has_asked_for(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    assert await guests[0].refused(type="reveal", nonce=NONCES[0], id="r") == "nothing_asked"
    watcher = await harness.sit(table, None, nonces=True)
    assert await watcher.refused(type="reveal", nonce=NONCES[0], id="r") == "not_seated"
    assert await watcher.refused(type="commit", hash=HASHES[0], id="c") == "not_seated"


@pytest.mark.parametrize("text", ["", "zz", "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", 7, None])
async def test_a_hash_that_is_none_is_malformed_and_changes_nothing(harness: TableHarness, text: Any) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    version = table.log.row.version
    assert await guests[0].refused(type="commit", hash=text, id=None) == "malformed"
    assert await guests[0].refused(type="reveal", nonce=text, id=None) == "malformed"
    assert table.log.row.version == version


async def test_a_new_hash_replaces_the_last_one(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    [guest, _] = await sit_all(harness, table)
    await guest.send(type="commit", hash=HASHES[0])
    await guest.send(type="commit", hash=HASHES[3])
    view = await guest.hear_table(lambda table: [each["hash"] for each in table["nonces"]] == [HASHES[3]])
    assert len(view["nonces"]) == 1


async def test_somebody_with_several_seats_adds_one_nonce(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "mmo", options={"players": "3"})
    guest = await harness.sit(table, 0, nonces=True)
    await guest.send(type="commit", hash=HASHES[0])
    await table.seating.join(person(2), 2)
    starting = asyncio.create_task(table.start(person(0)))
    await guest.hear("reveal")
    await guest.send(type="reveal", nonce=NONCES[0])
    await starting
    assert stored(table) == [(0, HASHES[0], NONCES[0])]


async def test_a_hash_goes_with_the_seat_and_with_whoever_leaves(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo", options={"players": "3"})
    await table.seating.join(person(1), 1)
    guests = await sit_all(harness, table)
    await commit(guests)
    await table.seating.change_seat(person(1), 2)
    assert [seat.nonce_hash for seat in table.log.seats] == [HASHES[0], None, HASHES[1]]
    await table.seating.leave(person(1))
    assert [seat.nonce_hash for seat in table.log.seats] == [HASHES[0], None, None]


async def test_who_leaves_while_the_game_starts_stops_the_start_and_everybody_is_told(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    await table.seating.leave(person(1))
    await guests[0].send(type="reveal", nonce=NONCES[0])
    harness.now.pass_seconds(REVEAL_WITHIN / 1000)
    with pytest.raises(Refused, match="Somebody has left"):
        await table.check_deadline()
    with pytest.raises(Refused, match="Somebody has left"):
        await starting
    assert (await guests[0].hear("reveal"))["hashes"] is None
    assert (table.log.row.status, stored(table)) == ("waiting", [])
    await guests[0].send(type="commit", hash=HASHES[4])
    await guests[0].hear_table(lambda table: [each["hash"] for each in table["nonces"]] == [HASHES[4]])


async def test_a_start_that_cannot_be_stored_has_not_happened_and_can_be_repeated(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)

    async def fail(*_: Any) -> None:
        raise StoreError("told to fail")

    for attempt in range(2):
        with monkeypatch.context() as patch:
            if attempt == 0:
                patch.setattr(harness.store, "append", fail)
            starting = asyncio.create_task(table.start(person(0)))
            for guest, nonce in zip(guests, NONCES[2 * attempt :], strict=False):
                await guest.hear("reveal")
                await guest.send(type="reveal", nonce=nonce)
            if attempt == 0:
                with pytest.raises(Refused, match="could not be stored"):
                    await starting
                for number, guest in enumerate(guests):
                    assert (await guest.hear("reveal"))["hashes"] is None
                    await guest.send(type="commit", hash=HASHES[2 + number])
            else:
                await starting
    assert stored(table) == [(0, HASHES[2], NONCES[2]), (1, HASHES[3], NONCES[3])]


async def test_a_server_that_dies_before_the_first_ply_leaves_a_table_that_waits(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    await guests[0].send(type="reveal", nonce=NONCES[0])
    await harness.restart()
    with pytest.raises(Refused, match="about to restart"):
        await starting
    again = await harness.tables.find(table.id)
    assert again.log.row.status == "waiting"
    assert NONCES[0] not in json.dumps(again.describe(None))
    guest = await harness.sit(again, 0, nonces=True)
    await guest.send(type="commit", hash=HASHES[4])
    starting = asyncio.create_task(again.start(person(0)))
    assert (await guest.hear("reveal"))["hashes"] == [HASHES[4], None]  # what was revealed before is of no use any more
    await guest.send(type="reveal", nonce=NONCES[4])
    await starting
    assert stored(again) == [(0, HASHES[4], NONCES[4])]


async def test_who_reveals_after_a_start_of_which_it_is_not_known_whether_it_was_stored_is_told_that_it_is_too_late(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    append, revealing = harness.store.append, list[asyncio.Task[str]]()

    async def lose_the_answer(*arguments: Any) -> None:
        await append(*arguments)
        revealing.append(asyncio.create_task(guests[1].refused(type="reveal", nonce=NONCES[1], id="late")))
        while not table.lock._waiters:  # nothing else says that somebody waits
            await asyncio.sleep(0)
        raise OutcomeUnknown("told to fail")

    monkeypatch.setattr(harness.store, "append", lose_the_answer)
    starting = asyncio.create_task(table.start(person(0)))
    await guests[0].hear("reveal")
    await guests[0].send(type="reveal", nonce=NONCES[0])
    harness.now.pass_seconds(REVEAL_WITHIN / 1000)
    with pytest.raises(Refused, match="not known"):
        await table.check_deadline()
    with pytest.raises(Refused, match="not known"):
        await starting
    assert await revealing[0] == "nothing_asked"
    assert table.log.row.status == "playing"
    assert stored(table) == [(0, HASHES[0], NONCES[0]), (1, HASHES[1], None)]


async def test_starting_twice_is_one_start(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starts = [asyncio.create_task(table.start(person(0))) for _ in range(2)]
    for guest, nonce in zip(guests, NONCES, strict=False):
        await guest.hear("reveal")
        await guest.send(type="reveal", nonce=nonce)
    await asyncio.gather(*starts)
    assert sum(message["type"] == "reveal" for message in guests[0].messages) == 1


# ── Games that start by themselves ───────────────────────────────────────────────────────────────────────────────────


async def test_a_game_that_starts_by_itself_waits_for_the_hashes_of_those_who_have_come(harness: TableHarness) -> None:
    table = await open_waiting(harness, people=1, bots=1, starts_by_itself=True)
    guest = await harness.sit(table, 0, nonces=True)
    assert table.log.row.status == "waiting"
    await guest.send(type="commit", hash=HASHES[0])
    await guest.hear("reveal")
    await guest.send(type="reveal", nonce=NONCES[0])
    await until_begun(table)
    assert stored(table) == [(0, HASHES[0], NONCES[0])]


async def test_a_game_that_starts_by_itself_does_not_wait_for_a_hash_that_never_comes(harness: TableHarness) -> None:
    table = await open_waiting(harness, people=1, bots=1, starts_by_itself=True)
    await harness.sit(table, 0, nonces=True)
    harness.now.pass_seconds(HASH_WITHIN / 1000 - 0.001)
    await table.check_deadline()
    assert table.log.row.status == "waiting"
    harness.now.pass_seconds(0.001)
    await table.check_deadline()
    assert (table.log.row.status, stored(table)) == ("playing", [])


async def test_a_game_that_starts_by_itself_does_not_wait_for_clients_that_take_no_part(harness: TableHarness) -> None:
    table = await open_waiting(harness, people=1, bots=1, starts_by_itself=True)
    await harness.sit(table, 0)
    assert table.log.row.status == "playing"


async def test_a_rematch_has_nonces_of_its_own(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    guests = await sit_all(harness, table)
    await commit(guests)
    starting = asyncio.create_task(table.start(person(0)))
    for guest, nonce in zip(guests, NONCES, strict=False):
        await guest.hear("reveal")
        await guest.send(type="reveal", nonce=nonce)
    await starting
    await table.resign(person(0))
    rematch = await harness.tables.rematch(person(0), table.id)
    assert (rematch.log.row.draws, stored(rematch)) == (1, [])
    assert all(seat.nonce_hash is None for seat in rematch.log.seats)


# ── Tables from before ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_game_from_before_nonces_goes_on_by_the_first_function(harness: TableHarness) -> None:
    table = await open_waiting(harness)
    row, match = table.log.row, Match(table.log.game, PlySeededDealer(table.log.row.seed))
    plies = [PlyRow(ply.number, -1, match.game.format_move(ply.before, ply.move), 0, 0) for ply in match.plies]
    await harness.store.append(table.id, plies, 0, row.change(status="playing"))
    await harness.restart()
    table = await harness.tables.find(table.id)
    assert table.log.match is not None
    assert table.log.match.plies == match.plies
    await play_out(await sit_all(harness, table), Random(1))
    record = await table.record()
    assert isinstance(record, str)
    assert "Draws" not in record
    assert verify(parse_record(record)).is_fair
