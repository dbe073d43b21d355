"""Looking back during a game: each viewer gets the positions as they saw them, cheaply, and nothing else."""

import asyncio
import json
from random import Random
from typing import Any

import msgspec
import pytest

from ludotheque.core.game import AnyGame
from ludotheque.server.errors import Refused
from ludotheque.server.table.history import history
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.table import Table
from ludotheque.testing.subjects import name_game
from tests.server.tables.table_harness import TableHarness, person, play_out
from tests.server.tables.test_leaks import twist
from tests.strategies import all_games

EVERYTHING = HistoryRequest()


async def look_back(
    harness: TableHarness, table: Table, number: int | None, request: HistoryRequest = EVERYTHING
) -> dict[str, Any]:
    """Ask for the history as the person of a seat, or as a spectator."""
    body = await harness.tables.history(table.id, None if number is None else person(number), request)
    content: dict[str, Any] = json.loads(body.plain)
    return content


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_everybody_can_look_back_at_what_they_saw(harness: TableHarness, game: str) -> None:
    table = await harness.open_table(game, watch="anyone")
    guests = [await harness.sit(table, number, previews=True) for number in (0, 1, None)]
    await play_out(guests, Random(5), decisions=8)
    for guest, number in zip(guests, (0, 1, None), strict=True):
        past = await look_back(harness, table, number)
        assert (past["viewer"], past["epoch"]) == (number, 0)
        positions = past["positions"]
        assert [position["ply"] for position in positions] == list(range(table.log.ply + 1))
        for message in guest.messages:
            if message["type"] == "plies":
                position = positions[message["ply"]]
                assert position["observation"] == message["observation"]
                assert position["scene"] == message["scene"]
                for ply in message["plies"]:
                    assert ply.items() <= positions[ply["ply"]].items()


@pytest.mark.parametrize("game", all_games(), ids=name_game)
async def test_no_byte_of_a_history_depends_on_what_its_viewer_cannot_know(
    harness: TableHarness, game: AnyGame
) -> None:
    rng = Random(name_game(game))
    table = await harness.open_table(game.id, "p" * game.seats, options=game.options.format(), watch="anyone")
    guests = await harness.sit_all(table)
    for decisions in (12, 1000):
        await play_out(guests, rng, decisions)
        for viewer in (None, rng.randrange(game.seats)):
            player = None if viewer is None else person(viewer)
            real = await (await table.history(player, EVERYTHING)).write(asyncio.Semaphore())
            other = history.read_history(twist(table, viewer, 0, rng), player, EVERYTHING)
            assert msgspec.json.encode(await other.write(asyncio.Semaphore())) == msgspec.json.encode(real)
            if guests[0].position["outcome"] is None:
                assert table.log.row.seed.hex() not in json.dumps(real)


async def test_the_law_finds_a_leak(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "view_observation", lambda _game, state, _viewer: {"hands": state.hands})
    table = await harness.open_table("tsuro")
    real = await (await table.history(person(0), EVERYTHING)).write(asyncio.Semaphore())
    other = history.read_history(twist(table, 0, 0, Random(1)), person(0), EVERYTHING)
    assert await other.write(asyncio.Semaphore()) != real


async def test_who_has_seen_a_part_is_sent_the_rest(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), decisions=3)
    seen = table.log.ply
    await play_out(guests, Random(1), decisions=2)
    rest = await look_back(harness, table, 0, HistoryRequest(since=seen, epoch=0))
    assert [position["ply"] for position in rest["positions"]] == [seen + 1, seen + 2]
    nothing = await look_back(harness, table, 0, HistoryRequest(since=table.log.ply, epoch=0))
    assert nothing["positions"] == []
    for request in (HistoryRequest(since=table.log.ply + 1), HistoryRequest(since=seen, epoch=1)):
        everything = await look_back(harness, table, 0, request)
        assert len(everything["positions"]) == table.log.ply + 1
    await table.log.take_back(seen)
    again = await look_back(harness, table, 0, HistoryRequest(since=seen, epoch=0))
    assert (again["epoch"], len(again["positions"])) == (1, seen + 1)


async def test_a_player_with_two_seats_looks_back_through_the_eyes_of_one(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "mm")
    actor = table.log.actor
    assert (await look_back(harness, table, 0))["viewer"] == actor
    for seat in (0, 1):
        past = await look_back(harness, table, 0, HistoryRequest(seat=seat))
        assert {position["observation"]["viewer"] for position in past["positions"]} == {seat}


async def test_who_may_not_watch_may_not_look_back(harness: TableHarness) -> None:
    async def refuse(table: Table, number: int | None, request: HistoryRequest = EVERYTHING) -> str:
        with pytest.raises(Refused) as refused:
            await look_back(harness, table, number, request)
        return refused.value.code

    waiting = await harness.open_table("tsuro", "po")
    assert await refuse(waiting, 0) == "not_started"
    table = await harness.open_table("tsuro", "ppp", options={"players": "3"}, watch="nobody")
    assert await refuse(table, None) == "not_allowed"
    assert await refuse(table, 7) == "not_allowed"
    assert await refuse(table, 0, HistoryRequest(seat=1)) == "not_seated"
    await table.seating.remove(person(0), person(2).id, ban=True)
    assert await refuse(table, 2) == "banned"


async def test_a_history_is_written_once_for_all_who_see_the_same(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.open_table("tsuro", watch="anyone")
    written: list[int | None] = []
    write = history.History.write

    async def count(past: history.History, long_work: asyncio.Semaphore) -> dict[str, Any]:
        written.append(past.viewer)
        return await write(past, long_work)

    monkeypatch.setattr(history.History, "write", count)
    bodies = await asyncio.gather(*(harness.tables.history(table.id, None, EVERYTHING) for _ in range(10)))
    assert written == [None]
    assert all(body is bodies[0] for body in bodies)
    assert bodies[0].compressed is not None
    mine = await harness.tables.history(table.id, person(0), EVERYTHING)
    assert written == [None, 0]
    assert mine.compressed is None  # it holds a secret
