"""Moves: played once, refused clearly, and never told before they are stored."""

import asyncio
from random import Random
from typing import Any

import pytest

from ludotheque.core.errors import Conflict, OutcomeUnknown, StoreError
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.store.store import PlyRow
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_a_whole_game_by_messages(harness: TableHarness, game: str) -> None:
    table = await harness.open_table(game)
    guests = await harness.sit_all(table)
    spectator = await harness.sit(table, None)
    await play_out(guests, Random(1))
    end = guests[0].position
    assert end["outcome"] == spectator.position["outcome"]
    assert end["actor"] is None
    assert end["moves"] == []
    told = await guests[1].hear_table(lambda told: told["status"] == "over")
    assert told["outcome"] == end["outcome"]
    record = await table.record()
    assert isinstance(record, str)
    proof = verify(parse_record(record))
    assert proof.is_fair
    assert parse_record(record).commitment == told["commitment"]
    assert parse_record(record).seed == told["seed"]


async def test_the_first_messages_are_a_welcome_and_the_position(harness: TableHarness) -> None:
    table = await harness.open_table()
    guest = await harness.sit(table, 0)
    await guest.catch_up()
    assert [message["type"] for message in guest.messages[:2]] == ["welcome", "position"]
    welcome, position = guest.messages[:2]
    assert welcome["protocol"] == 2
    assert welcome["viewer"] == 0
    assert welcome["table"]["mine"] == [0]
    assert welcome["table"]["seed"] is None
    assert len(welcome["table"]["commitment"]) == 64
    assert welcome["material"]
    assert position["ply"] == welcome["table"]["ply"] > 0  # chance has dealt
    assert position["scene"] is None  # nobody asked to draw it
    assert position["clock"] is None


async def test_a_waiting_table_has_no_position_until_it_starts(harness: TableHarness) -> None:
    table = await harness.open_table(seats="po")
    guest = await harness.sit(table, 0)
    await guest.catch_up()
    assert [message["type"] for message in guest.messages] == ["welcome"]
    await table.seating.join(person(1))
    await table.start(person(0))
    assert (await guest.hear("plies"))["ply"] > 0


@pytest.mark.parametrize(("game", "options"), [("tsuro", {}), ("turris", {"first": "white"})])
async def test_who_has_waited_for_the_start_hears_every_ply(
    harness: TableHarness, game: str, options: dict[str, str]
) -> None:
    """What chance dealt at the start is part of the log, as it is for those who come later and ask for it."""
    table = await harness.open_table(game, "po", options=options)
    waited = await harness.sit(table, 0, previews=True)
    await table.seating.join(person(1))
    await table.start(person(0))
    start = await waited.hear("plies")
    assert start["since"] == 0
    assert [ply["ply"] for ply in start["plies"]] == [*range(1, table.log.ply + 1)]
    later = Guest(table, person(0), previews=True)
    harness.guests.append(later)
    await later.connect(since=0, epoch=0)
    assert later.position == start


async def test_moves_are_listed_for_the_seat_that_decides_and_nobody_else(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = [*await harness.sit_all(table), await harness.sit(table, None)]
    actor = table.log.actor
    for number, guest in enumerate(guests):
        position = await guest.hear("position")
        assert bool(position["moves"]) == (number == actor)
        assert position["viewer"] == (number if number < 2 else None)


async def test_previews_say_what_each_move_would_do(harness: TableHarness) -> None:
    table = await harness.open_table("turris")
    actor = table.log.actor
    assert actor is not None
    guest = await harness.sit(table, actor, previews=True)
    plain = await harness.sit(table, actor)
    assert guest.position["scene"]["views"]
    moves = (await guest.hear("position"))["moves"]
    assert all(move["events"][0]["type"] == "BlockPlaced" for move in moves)
    previews = {"events", "scene"}
    assert [{key: value for key, value in move.items() if key not in previews} for move in moves] == (
        await plain.hear("position")
    )["moves"]
    ply = table.log.ply
    await guest.play(moves[3]["move"])
    told = await plain.hear("plies")
    assert told["plies"][0]["events"] == moves[3]["events"]
    await guest.hear_position(ply)
    assert guest.position["scene"] == moves[3]["scene"]


async def test_a_move_is_told_to_everybody_with_its_events_and_acknowledged(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    actor = table.log.actor or 0
    ply = table.log.ply
    assert await guests[actor].play(id="x1") == {"type": "played", "id": "x1", "ply": ply + 1}
    told = await guests[1 - actor].hear("plies")
    assert told["since"] == ply
    assert [entry["ply"] for entry in told["plies"]] == list(range(ply + 1, told["ply"] + 1))
    assert told["plies"][0]["actor"] == actor
    assert told["plies"][0]["events"][0]["type"] == "MarkerPlaced"
    assert "move" not in told["plies"][0]


async def test_a_move_sent_twice_is_applied_once_and_acknowledged_twice(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    actor = table.log.actor or 0
    ply = table.log.ply
    move = guests[actor].position["moves"][0]["move"]
    request = {"type": "play", "id": "same", "ply": ply, "epoch": 0, "move": move}
    await asyncio.gather(*(guests[actor].send(**request) for _ in range(5)))
    answers = [await guests[actor].hear("played") for _ in range(5)]
    assert answers == [{"type": "played", "id": "same", "ply": ply + 1}] * 5
    assert [row.actor for row in table.log.rows[ply:]].count(actor) == 1


async def test_the_last_move_of_a_game_sent_again_is_acknowledged_again(harness: TableHarness) -> None:
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(2))
    last = table.log.rows[-1]
    guest = guests[last.actor]
    await guest.send(type="play", ply=last.ply - 1, move=last.move)
    assert (await guest.hear("played"))["ply"] == last.ply


async def test_refusals_have_a_code_and_change_nothing(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    spectator, stranger = await harness.sit(table, None), await harness.sit(table, 7)
    actor = table.log.actor or 0
    ply, log = table.log.ply, list(table.log.rows)
    here, there = guests[actor], guests[1 - actor]
    move = here.position["moves"][0]["move"]
    play = {"type": "play", "id": "r", "ply": ply, "move": move}
    assert await spectator.refused(**play) == "not_seated"
    assert await stranger.refused(**play) == "not_seated"
    assert await here.refused(**{**play, "seat": 1 - actor}) == "not_seated"
    assert await there.refused(**play) == "out_of_turn"
    assert await here.refused(**{**play, "ply": ply - 1}) == "stale"
    assert await here.refused(**{**play, "ply": ply + 1}) == "stale"
    assert await here.refused(**play, epoch=1) == "stale"
    assert await here.refused(**{**play, "move": "?!"}) == "malformed"
    assert await here.refused(**{**play, "move": ""}) == "malformed"
    assert await here.refused(type="hint", id="r", ply=ply) == "not_allowed"
    assert table.log.rows == log
    assert harness.tables.live[table.id].log.match is not None
    assert table.log.match is not None
    assert table.log.match.ply == ply
    assert (await here.play())["type"] == "played"


async def test_an_illegal_move_is_refused_with_the_reason_of_the_rules(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    actor = table.log.actor or 0
    first, ply = guests[actor].position["moves"][0]["move"], table.log.ply
    await guests[actor].play(first)
    await guests[1 - actor].hear_position(ply)
    log = list(table.log.rows)
    answer = await guests[1 - actor].play(first)  # where the other marker stands
    assert answer["code"] == "illegal"
    assert "There is a marker" in answer["message"]
    assert table.log.rows == log


async def test_no_moves_before_the_start_and_after_the_end(harness: TableHarness) -> None:
    waiting = await harness.open_table(seats="po")
    guest = await harness.sit(waiting, 0)
    assert await guest.refused(type="play", ply=0, move="a1") == "not_started"
    assert await guest.refused(type="take_back") == "not_started"
    over = await harness.open_table("turris")
    guests = await harness.sit_all(over)
    await play_out(guests, Random(3))
    assert await guests[0].refused(type="play", ply=over.log.ply, move="a1") == "over"
    assert await guests[0].refused(type="take_back") == "over"


@pytest.mark.parametrize(
    "frame",
    [
        None,
        "",
        "garbage",
        "[]",
        "null",
        "{}",
        '{"type":"dance"}',
        '{"type":"play"}',
        '{"type":"play","ply":"1","move":"a1"}',
        '{"type":"play","ply":-1,"move":"a1"}',
        '{"type":"play","ply":99999999999,"move":"a1"}',
        '{"type":"play","ply":1,"move":"a1","sneaky":1}',
        '{"type":"play","ply":1,"move":["a1"]}',
        '{"type":"play","ply":1.5,"move":"a1"}',
        '{"type":"chat","text":""}',
        '{"type":"chat","text":"' + "x" * 501 + '"}',
        '{"type":"ping","id":"' + "x" * 65 + '"}',
        '{"type":"ping","id":' + "[" * 5000 + "]" * 5000 + "}",
        '{"type":"chat","text":"' + "x" * 20_000 + '"}',
        '{"type":"chat","text":"\ud800"}',
        '{"type":"play","ply":1,"move":"a1"} trailing',
    ],
)
async def test_malformed_frames_are_refused(harness: TableHarness, frame: str | None) -> None:
    table = await harness.open_table()
    guest = await harness.sit(table, 0)
    await guest.handler.handle(frame)
    assert (await guest.hear("refused"))["code"] == "malformed"


async def test_ping_is_answered_with_its_id(harness: TableHarness) -> None:
    guest = await harness.sit(await harness.open_table(), 0)
    await guest.send(type="ping", id="p")
    assert await guest.hear("pong") == {"type": "pong", "id": "p"}


# ── Store, then tell ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_nobody_hears_of_a_move_before_it_is_stored(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    real, may_store = harness.store.append, asyncio.Event()

    async def append(*arguments: Any) -> None:
        await may_store.wait()
        await real(*arguments)

    monkeypatch.setattr(harness.store, "append", append)
    actor = table.log.actor or 0
    ply = table.log.ply
    playing = asyncio.create_task(guests[actor].play())
    for _ in range(20):
        await asyncio.sleep(0)
    assert all(guest.position["ply"] == ply for guest in guests)
    assert table.describe(None)["ply"] == ply
    assert table.describe(None)["actor"] == actor
    connecting = asyncio.create_task(harness.sit(table, None))  # a newcomer waits until it is known what is true
    await asyncio.sleep(0.01)
    assert not connecting.done()
    may_store.set()
    assert (await playing)["type"] == "played"
    assert (await (await connecting).hear("position"))["ply"] > ply


@pytest.mark.parametrize(("error", "code"), [(StoreError("disk full"), "not_stored"), (Conflict("slower"), "stale")])
async def test_a_move_that_cannot_be_stored_has_not_happened(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    real = harness.store.append

    async def fail(*_: Any) -> None:
        raise error

    actor = table.log.actor or 0
    ply = table.log.ply
    monkeypatch.setattr(harness.store, "append", fail)
    assert (await guests[actor].play())["code"] == code
    monkeypatch.setattr(harness.store, "append", real)
    assert await harness.store.list_plies(table.id) == table.log.rows
    assert all(guest.position["ply"] == ply for guest in guests)
    assert (await guests[actor].play())["type"] == "played"
    assert table.log.match is not None
    assert table.log.match.ply == table.log.ply


@pytest.mark.parametrize("is_stored", [True, False])
async def test_nobody_is_told_that_a_move_has_not_happened_when_that_is_not_known(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """The answer of the database was lost. A moment later the table looks again, and everybody hears what is stored."""
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    real = harness.store.append

    async def lose(*arguments: Any) -> None:
        if is_stored:
            await real(*arguments)
        raise OutcomeUnknown("no answer")

    actor = table.log.actor or 0
    ply = table.log.ply
    monkeypatch.setattr(harness.store, "append", lose)
    assert (await guests[actor].play())["code"] == "not_known"
    monkeypatch.setattr(harness.store, "append", real)
    assert all(guest.position["ply"] == ply for guest in guests)
    await harness.tables.check_deadline(table.id)  # which is what the table has scheduled
    assert await harness.store.list_plies(table.id) == table.log.rows
    assert (table.log.ply > ply) == is_stored
    if is_stored:
        assert [(await guest.hear("plies"))["ply"] for guest in guests] == [table.log.ply] * len(guests)


async def test_a_move_whose_storing_was_cancelled_is_found_in_the_log(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is told to stop while a move is on its way to the disk: nobody knows, so the log is asked."""
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    real = harness.store.append

    async def store_and_cancel(*arguments: Any) -> None:
        await real(*arguments)
        raise asyncio.CancelledError

    actor = table.log.actor or 0
    ply = table.log.ply
    move = guests[actor].position["moves"][0]["move"]
    monkeypatch.setattr(harness.store, "append", store_and_cancel)
    with pytest.raises(asyncio.CancelledError):
        await guests[actor].send(type="play", ply=ply, move=move)
    monkeypatch.setattr(harness.store, "append", real)
    await guests[actor].send(type="play", id="again", ply=ply, move=move)
    assert await guests[actor].hear("played") == {"type": "played", "id": "again", "ply": ply + 1}
    assert (await guests[1 - actor].hear("plies"))["since"] == ply


@pytest.mark.parametrize("kind", ["play", "chat", "take_back"])
async def test_what_was_begun_is_finished_and_told_although_its_sender_has_gone(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    spectator = await harness.sit(table, None)
    actor, ply = table.log.actor or 0, table.log.ply
    if kind == "take_back":
        await guests[actor].play()
        await spectator.hear_position(ply)
        await guests[actor].send(type="take_back")
        await guests[1 - actor].hear("take_back")
    move = "" if kind == "take_back" else guests[actor].position["moves"][0]["move"]
    cases: dict[str, tuple[dict[str, Any], str, str]] = {
        "play": ({"type": "play", "ply": ply, "move": move}, "append", "plies"),
        "chat": ({"type": "chat", "text": "Farewell"}, "add_chat", "chat"),
        "take_back": ({"type": "answer", "agree": True}, "truncate", "position"),
    }
    request, name, told = cases[kind]
    sender = guests[1 - actor if kind == "take_back" else actor]
    real, has_begun, may_store = getattr(harness.store, name), asyncio.Event(), asyncio.Event()

    async def store(*arguments: Any) -> None:
        has_begun.set()
        await may_store.wait()
        await real(*arguments)

    monkeypatch.setattr(harness.store, name, store)
    await spectator.catch_up()
    sending = asyncio.create_task(sender.send(**request))
    await asyncio.wait_for(has_begun.wait(), PATIENCE)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    may_store.set()
    await spectator.hear(told)
    assert not table.log.is_stale


async def test_what_another_process_has_written_is_told_too(harness: TableHarness) -> None:
    """Two processes over one store: the slower one loads what the faster one wrote."""
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    move = guests[actor].position["moves"][0]["move"]
    await harness.store.append(table.id, [PlyRow(ply + 1, actor, move, 5, harness.now())], 0)
    # The same seat decides differently here; the log says that it has decided.
    assert (await guests[actor].play(guests[actor].position["moves"][1]["move"]))["code"] == "stale"
    harness.tables._services.bus.publish(
        table.id, {"what": "stored", "epoch": 0, "ply": ply + 1, "version": table.log.row.version}
    )
    told = await guests[1 - actor].hear("plies")
    assert (told["since"], told["ply"]) == (ply, ply + 1)
