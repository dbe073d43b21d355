"""All tables together: finding, listing, forgetting, closing."""

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest

from ludotheque.core.records.record import parse_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.settings import decode_settings
from ludotheque.server.tables.listing import LISTED
from tests.server.tables.table_harness import TableHarness, person, play_out


async def test_a_table_is_found_by_its_id_and_by_its_code(harness: TableHarness) -> None:
    table = await harness.open_table()
    assert await harness.tables.find(table.id) is table
    code = table.log.row.code
    assert await harness.tables.find_code(f" {code.upper()} ") == table.id
    with pytest.raises(Refused, match="no such table"):
        await harness.tables.find("nowhere")
    with pytest.raises(Refused, match="no table with this code"):
        await harness.tables.find_code("nocode")


async def test_tables_are_listed_by_who_may_see_them(harness: TableHarness) -> None:
    public = await harness.open_table("tsuro", "po", visibility="public")
    await harness.open_table("tsuro", "po")
    shown = await harness.open_table("turris", "pp", watch="anyone")
    await harness.open_table("turris", "pp", watch="nobody")

    def ids(tables: list[dict[str, object]]) -> set[object]:
        return {table["id"] for table in tables}

    assert ids(await harness.tables.lists.list_open()) == {public.id}
    assert ids(await harness.tables.lists.list_live()) == {shown.id}
    assert len(await harness.tables.lists.list_mine(person(0))) == 4
    assert len(await harness.tables.lists.list_mine(person(1))) == 2
    mine = next(table for table in await harness.tables.lists.list_mine(person(1)) if table["id"] == shown.id)
    assert mine["mine"] == [1]
    assert mine["actor"] == shown.log.actor


async def test_a_list_is_not_empty_because_much_else_has_changed_since(harness: TableHarness) -> None:
    joinable = await harness.open_table("tsuro", "po", visibility="public")
    shown = await harness.open_table("turris", "pp", watch="anyone")
    full = await harness.open_table("tsuro", "po", visibility="public")
    await full.seating.join(person(1))
    hidden = await harness.open_table("turris", "pp")
    harness.now.pass_seconds(1)
    for number in range(4 * LISTED):
        for row in (full.log.row, hidden.log.row):
            other = f"{row.status}{number}"
            await harness.store.add_table(replace(row, id=other, code=other, changed_at=harness.now()))
    assert [table["id"] for table in await harness.tables.lists.list_open()] == [joinable.id]
    assert [table["id"] for table in await harness.tables.lists.list_live()] == [shown.id]


async def test_lists_do_not_load_what_nobody_plays(harness: TableHarness) -> None:
    waiting = await harness.open_table("tsuro", "po", visibility="public")
    playing = await harness.open_table("turris", "pp", watch="anyone")
    await harness.restart()
    assert len(await harness.tables.lists.list_open()) == 1
    assert waiting.id not in harness.tables.live
    (listed,) = await harness.tables.lists.list_live()
    assert listed["actor"] is not None
    assert playing.id in harness.tables.live


async def test_idle_tables_are_forgotten_and_loaded_again(harness: TableHarness) -> None:
    table = await harness.open_table("tao")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), 5)
    harness.now.pass_seconds(61)
    harness.tables.sweep()
    assert table.id in harness.tables.live  # people are here
    for guest in guests:
        guest.leave()
    harness.tables.sweep()
    assert table.id in harness.tables.live  # they were here a moment ago
    harness.now.pass_seconds(61)
    harness.tables.sweep()
    assert harness.tables.live == {}
    again = await harness.tables.find(table.id)
    assert again is not table
    assert again.log.rows == table.log.rows
    assert again.log.match is not None
    assert table.log.match is not None
    assert again.log.match.state == table.log.match.state


async def test_a_table_that_waits_for_players_in_vain_is_closed_after_a_week(harness: TableHarness) -> None:
    abandoned = await harness.open_table("tsuro", "po", visibility="public")
    awaited = await harness.open_table("tsuro", "po", visibility="public")
    played = await harness.open_table("turris")
    old = replace(abandoned.log.row, id="old", code="old", rules_version=0)
    await harness.store.add_table(old)
    await harness.sit(awaited, 0)
    harness.now.pass_seconds(6 * 24 * 3600)
    await harness.tables.close_abandoned()
    assert len(await harness.tables.lists.list_open()) == 2
    harness.now.pass_seconds(2 * 24 * 3600)
    await harness.tables.close_abandoned()
    assert [table["id"] for table in await harness.tables.lists.list_open()] == [awaited.id]
    assert abandoned.log.row.status == "over"
    assert [row.id for row in await harness.store.list_tables("waiting")] == [awaited.id]
    assert played.log.row.status == "playing"


async def test_a_table_where_a_bot_thinks_is_not_idle(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "bb")
    (await harness.sit(table, 0)).leave()  # what a bot has begun to think about it plays
    harness.now.pass_seconds(100)
    harness.tables.sweep()
    assert table.id in harness.tables.live


async def test_a_table_asked_for_many_times_at_once_is_loaded_once(harness: TableHarness) -> None:
    table = await harness.open_table()
    await harness.restart()
    found = await asyncio.gather(*(harness.tables.find(table.id) for _ in range(10)))
    assert all(one is found[0] for one in found)


async def test_after_closing_nothing_is_taken_on(harness: TableHarness) -> None:
    table = await harness.open_table()
    guests = await harness.sit_all(table)
    await harness.tables.close()
    with pytest.raises(Refused, match="about to restart"):
        await harness.tables.find(table.id)
    await guests[0].catch_up()
    assert guests[0].messages[-1] == {"type": "closing", "why": "shutdown"}
    assert guests[0].connection.code == 1012


async def test_a_table_begun_under_other_rules_is_refused(harness: TableHarness) -> None:
    table = await harness.open_table()
    await harness.store.add_table(replace(table.log.row, id="old", code="old", rules_version=0))
    with pytest.raises(Refused) as caught:
        await harness.tables.find("old")
    assert caught.value.code == "wrong_rules"
    assert len(await harness.tables.lists.list_mine(person(0))) == 1


async def test_nobody_may_watch_a_table_that_says_so(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "po", watch="nobody")
    early = await harness.sit(table, None)
    await table.seating.join(person(1))
    await table.start(person(0))
    await early.catch_up()
    assert early.connection.code == 1008
    assert [message["type"] for message in early.messages if message["type"] in {"position", "plies"}] == []
    assert early.messages[-1] == {"type": "closing", "why": "not_allowed"}
    for number in (None, 5):
        with pytest.raises(Refused, match="Nobody may watch"):
            await harness.sit(table, number)
    assert (await harness.sit(table, 1)).position["viewer"] == 1


async def test_the_record_is_for_nobody_before_the_end(harness: TableHarness) -> None:
    table = await harness.open_table("tao")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), 4)
    with pytest.raises(Refused, match="for nobody before"):
        await table.record()
    await play_out(guests, Random(2))
    assert parse_record(await table.record()).plies


async def test_the_history_of_a_seat_tells_the_plies_as_it_was_told_them(harness: TableHarness) -> None:
    table = await harness.open_table("tao")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1), 4)
    history = await (await table.history(person(1), HistoryRequest(seat=1))).write(asyncio.Semaphore())
    seen = [{name: position[name] for name in ("ply", "actor", "events")} for position in history["positions"][1:]]
    assert [ply["ply"] for ply in seen] == list(range(1, table.log.ply + 1))
    told = [ply for message in guests[1].messages for ply in message.get("plies", ())]
    assert json.loads(json.dumps(seen))[-len(told) :] == told
    for player in (None, person(5), person(0)):
        with pytest.raises(Refused, match=r"Seat 2 is not yours|do not sit"):
            await table.history(player, HistoryRequest(seat=1))


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_a_game_that_is_over_can_be_looked_at_again(harness: TableHarness, game: str) -> None:
    table = await harness.open_table(game)
    guests = await harness.sit_all(table)
    spectator = await harness.sit(table, None, previews=True)
    with pytest.raises(Refused, match="when it is over"):
        await table.replay()
    await play_out(guests, Random(1))
    positions = json.loads((await harness.tables.replay(table.id)).plain)["positions"]
    assert [position["ply"] for position in positions] == list(range(table.log.ply + 1))
    assert positions[0]["events"] == []
    told = [ply for message in spectator.messages for ply in message.get("plies", ())]
    shown = [{key: position[key] for key in ("ply", "actor", "events")} for position in positions]
    assert shown[-len(told) :] == told
    last = positions[-1]
    assert (last["observation"], last["scene"]) == (spectator.position["observation"], spectator.position["scene"])


@pytest.mark.parametrize(
    "settings",
    [
        {"clock": {"kind": "move"}},
        {"clock": {"kind": "move", "seconds": 0}},
        {"clock": {"kind": "total", "seconds": 10**9}},
        {"clock": {"kind": "sundial"}},
        {"watch": "everyone"},
        {"timeout": "explode"},
        {"colour": "red"},
        {"hints": "yes"},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(Refused, match="These settings cannot be used"):
        decode_settings(settings)


async def test_what_another_process_tells_of_a_table_that_has_just_been_unloaded_does_no_harm(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    table = await harness.open_table("turris", "mm")
    table.elsewhere.hear({"what": "pace", "pace": 0, "process": "another"})
    table.unload()
    del harness.tables.live[table.id], table
    for _ in range(10):
        await asyncio.sleep(0)
    assert [record.message for record in caplog.records] == []
