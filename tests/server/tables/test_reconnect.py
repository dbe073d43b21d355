"""Connecting again: exactly the missing plies, in several tabs, after a restart and after being too slow."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from ludotheque.core.game import AnyGame
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.table.feed.views import view_moves
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.log import KEPT_PLIES
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out


def told_plies(guest: Guest) -> list[dict[str, Any]]:
    return [ply for message in guest.messages if message["type"] == "plies" for ply in message["plies"]]


async def test_with_the_last_ply_seen_exactly_the_missing_plies_come(harness: TableHarness) -> None:
    table = await harness.open_table("tao")
    guests = await harness.sit_all(table)
    watcher = await harness.sit(table, 1)
    await play_out(guests, Random(1), 5)
    seen = watcher.position["ply"]
    watcher.leave()
    await play_out(guests, Random(2), 5)
    back = Guest(table, person(1))
    harness.guests.append(back)
    await back.connect(since=seen, epoch=0)
    missed = back.messages[1]
    assert missed["type"] == "plies"
    assert missed["since"] == seen
    assert missed["plies"] == [ply for ply in told_plies(guests[1]) if ply["ply"] > seen]
    for field in ("ply", "epoch", "viewer", "actor", "observation", "scene", "moves", "outcome"):
        assert missed[field] == guests[1].position[field]


async def test_what_the_table_has_dropped_from_memory_is_told_all_the_same(harness: TableHarness) -> None:
    """States of what everybody was sent are dropped, and worked out again for whoever needs them."""
    table = await harness.open_table("turris", options={"first": "black"})
    guests = await harness.sit_all(table)
    kept = []
    for _ in range(20):
        await play_out(guests, Random(3), 1)
        assert table.log.match is not None
        kept.append(len(table.log.match.plies))
    assert max(kept) < 2 * KEPT_PLIES
    assert table.log.ply == 20
    back = Guest(table, person(1))
    harness.guests.append(back)
    await back.connect(since=0, epoch=0)
    assert back.messages[1]["plies"] == told_plies(guests[1])
    assert back.messages[1]["observation"] == guests[1].position["observation"]
    await play_out(guests, Random(3), 1)
    assert table.log.match is not None
    assert len(table.log.match.plies) < 2 * KEPT_PLIES
    first = table.log.rows[0]
    player = guests[first.actor]
    await player.send(type="play", ply=0, epoch=0, move=first.move)
    assert (await player.hear("played"))["ply"] == 1
    assert await player.refused(type="play", ply=0, epoch=0, move="nonsense") == "stale"
    history = await (await table.history(None, HistoryRequest())).write(asyncio.Semaphore(1))
    assert [position["ply"] for position in history["positions"]] == list(range(22))
    await play_out(guests, Random(3), 1)
    await table.log.take_back(2)
    assert (table.log.ply, table.log.match.ply) == (2, 2)


async def test_who_has_seen_everything_gets_no_plies_but_the_position(harness: TableHarness) -> None:
    table = await harness.open_table()
    guest = Guest(table, person(0))
    harness.guests.append(guest)
    await guest.connect(since=table.log.ply, epoch=0)
    assert guest.messages[1]["type"] == "plies"
    assert guest.messages[1]["plies"] == []
    assert guest.messages[1]["observation"]


async def test_a_since_that_cannot_be_used_gives_the_position(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pm", options={"first": "black"})
    first = await harness.sit(table, 0)
    await first.play()
    await first.send(type="take_back")
    await first.hear("position")
    for since, epoch in ((999, 1), (1, 0), (1, 7), (1, None)):
        guest = Guest(table, person(0))
        harness.guests.append(guest)
        await guest.connect(since=since, epoch=epoch)
        assert guest.messages[1]["type"] == "position"


async def test_several_tabs_of_one_player_see_and_do_the_same(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    actor = table.log.actor or 0
    tab = await harness.sit(table, actor)
    assert tab.position == guests[actor].position
    ply = table.log.ply
    await tab.play()
    await guests[actor].hear_position(ply)
    assert guests[actor].position == tab.position
    assert not [message for message in guests[actor].messages if message["type"] == "played"]
    tab.leave()
    assert table.subscribers.has(person(actor).id)


async def test_a_restart_is_only_a_reconnect(harness: TableHarness) -> None:
    table = await harness.open_table("tao")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), 7)
    seen = guests[0].position
    await harness.restart()
    assert all(guest.connection.code == 1012 for guest in guests)
    assert all(guest.messages[-1] == {"type": "closing", "why": "shutdown"} for guest in guests)
    again = await harness.tables.find(table.id)
    back = []
    for number in range(2):
        guest = Guest(again, person(number))
        harness.guests.append(guest)
        back.append(await guest.connect(since=guests[number].position["ply"], epoch=0))
    assert back[0].messages[1]["plies"] == []
    for field in ("ply", "actor", "observation", "scene", "moves"):
        assert back[0].position[field] == seen[field]
    await play_out(back, Random(2))
    assert back[0].position["outcome"] is not None


async def test_who_is_connected_is_told(harness: TableHarness) -> None:
    table = await harness.open_table(seats="po")
    guest = await harness.sit(table, 0)
    await table.seating.join(person(1))
    await guest.hear_table(lambda told: told["seats"][1]["kind"] == "person")
    assert [seat["connected"] for seat in guest.table["seats"]] == [True, False]
    other = await harness.sit(table, 1)
    spectator = await harness.sit(table, None)
    await guest.hear_table(lambda told: told["spectators"] == 1)
    assert [seat["connected"] for seat in guest.table["seats"]] == [True, True]
    assert other.table["mine"] == [1]
    assert spectator.table["mine"] == []
    other.leave()
    spectator.leave()
    told = await guest.hear_table(lambda told: told["spectators"] == 0)
    assert [seat["connected"] for seat in told["seats"]] == [True, False]


async def test_a_position_is_written_once_however_many_come_to_see_it(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, bool]] = []

    def count_moves(game: AnyGame, state: Any, seat: int, *, previews: bool) -> list[dict[str, Any]]:
        told.append((seat, previews))
        return view_moves(game, state, seat, previews=previews)

    monkeypatch.setattr("ludotheque.server.table.feed.feed.view_moves", count_moves)
    table = await harness.open_table("tsuro", "pp", clock=MoveClock(600))
    actor = table.log.actor or 0
    guests = [await harness.sit(table, actor, previews=True) for _ in range(20)]
    assert told == [(actor, True)]
    assert len({json.dumps(guest.position) for guest in guests}) == 1
    await harness.sit(table, actor)
    await harness.sit(table, None, previews=True)
    assert told == [(actor, True), (actor, False)]
    harness.now.pass_seconds(5)
    late = Guest(table, person(actor), previews=True)
    harness.guests.append(late)
    await late.connect(since=0, epoch=0)
    assert len(told) == 2
    assert late.position["clock"]["left"][actor] == guests[0].position["clock"]["left"][actor] - 5_000
    for field in ("ply", "epoch", "viewer", "actor", "observation", "scene", "moves", "outcome"):
        assert late.position[field] == guests[0].position[field]


async def test_a_position_is_written_anew_when_anything_has_changed(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp", options={"first": "black"})
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    first = guests[actor].position
    await guests[actor].play()
    played = await guests[actor].hear_position(ply)
    assert (played["moves"], played["ply"]) == ([], ply + 1)
    assert (await harness.sit(table, actor)).position["observation"] == played["observation"]
    harness.bots.may_answer.clear()
    await table.seating.leave(person(1 - actor))  # a bot decides there now
    assert (await harness.sit(table, 1 - actor)).position["moves"] == []
    await table.seating.come_back(person(1 - actor))
    assert (await harness.sit(table, 1 - actor)).position["moves"]
    await guests[actor].send(type="take_back")
    await guests[1 - actor].send(type="answer", agree=True)
    late = (await harness.sit(table, actor)).position
    assert (late["epoch"], late["moves"], late["observation"]) == (1, first["moves"], first["observation"])
