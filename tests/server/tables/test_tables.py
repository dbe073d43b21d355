"""All tables together: finding, listing, forgetting, closing."""

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.settings import decode_settings
from ludotheque.server.table.tables import LISTED
from tests.server.tables.table_harness import House, person, play_out


async def test_a_table_is_found_by_its_id_and_by_its_code(house: House) -> None:
    table = await house.open_table()
    assert await house.tables.find(table.id) is table
    code = table.ledger.row.code
    assert await house.tables.find_code(f" {code.upper()} ") == table.id
    with pytest.raises(Refused, match="no such table"):
        await house.tables.find("nowhere")
    with pytest.raises(Refused, match="no table with this code"):
        await house.tables.find_code("nocode")


async def test_tables_are_listed_by_who_may_see_them(house: House) -> None:
    public = await house.open_table("tsuro", "po", visibility="public")
    await house.open_table("tsuro", "po")
    shown = await house.open_table("turris", "pp", watch="anyone")
    await house.open_table("turris", "pp", watch="nobody")

    def ids(tables: list[dict[str, object]]) -> set[object]:
        return {table["id"] for table in tables}

    assert ids(await house.tables.list_open()) == {public.id}
    assert ids(await house.tables.list_live()) == {shown.id}
    assert len(await house.tables.list_mine(person(0))) == 4
    assert len(await house.tables.list_mine(person(1))) == 2
    mine = next(table for table in await house.tables.list_mine(person(1)) if table["id"] == shown.id)
    assert mine["mine"] == [1]
    assert mine["actor"] == shown.ledger.actor


async def test_a_list_is_not_empty_because_much_else_has_changed_since(house: House) -> None:
    joinable = await house.open_table("tsuro", "po", visibility="public")
    shown = await house.open_table("turris", "pp", watch="anyone")
    full = await house.open_table("tsuro", "po", visibility="public")
    await full.join(person(1))
    hidden = await house.open_table("turris", "pp")
    house.now.pass_seconds(1)
    for number in range(4 * LISTED):
        for row in (full.ledger.row, hidden.ledger.row):
            other = f"{row.status}{number}"
            await house.store.add_table(replace(row, id=other, code=other, changed_at=house.now()))
    assert [table["id"] for table in await house.tables.list_open()] == [joinable.id]
    assert [table["id"] for table in await house.tables.list_live()] == [shown.id]


async def test_lists_do_not_load_what_nobody_plays(house: House) -> None:
    waiting = await house.open_table("tsuro", "po", visibility="public")
    playing = await house.open_table("turris", "pp", watch="anyone")
    await house.restart()
    assert len(await house.tables.list_open()) == 1
    assert waiting.id not in house.tables.live
    (listed,) = await house.tables.list_live()
    assert listed["actor"] is not None
    assert playing.id in house.tables.live


async def test_idle_tables_are_forgotten_and_loaded_again(house: House) -> None:
    table = await house.open_table("tao")
    guests = await house.sit_all(table)
    await play_out(guests, Random(1), 5)
    house.now.pass_seconds(61)
    house.tables.sweep()
    assert table.id in house.tables.live  # people are here
    for guest in guests:
        guest.leave()
    house.tables.sweep()
    assert table.id in house.tables.live  # they were here a moment ago
    house.now.pass_seconds(61)
    house.tables.sweep()
    assert house.tables.live == {}
    again = await house.tables.find(table.id)
    assert again is not table
    assert again.ledger.log == table.ledger.log
    assert again.ledger.match is not None
    assert table.ledger.match is not None
    assert again.ledger.match.state == table.ledger.match.state


async def test_a_table_that_waits_for_players_in_vain_is_closed_after_a_week(house: House) -> None:
    forgotten = await house.open_table("tsuro", "po", visibility="public")
    awaited = await house.open_table("tsuro", "po", visibility="public")
    played = await house.open_table("turris")
    old = replace(forgotten.ledger.row, id="old", code="old", rules_version=0)
    await house.store.add_table(old)
    await house.sit(awaited, 0)
    house.now.pass_seconds(6 * 24 * 3600)
    await house.tables.close_forgotten()
    assert len(await house.tables.list_open()) == 2
    house.now.pass_seconds(2 * 24 * 3600)
    await house.tables.close_forgotten()
    assert [table["id"] for table in await house.tables.list_open()] == [awaited.id]
    assert forgotten.ledger.row.status == "over"
    assert [row.id for row in await house.store.list_tables("waiting")] == [awaited.id]
    assert played.ledger.row.status == "playing"


async def test_a_table_where_a_bot_thinks_is_not_idle(house: House) -> None:
    house.thinkers.may_answer.clear()
    table = await house.open_table("turris", "bb")
    (await house.sit(table, 0)).leave()  # what a bot has begun to think about it plays
    house.now.pass_seconds(100)
    house.tables.sweep()
    assert table.id in house.tables.live


async def test_a_table_asked_for_many_times_at_once_is_loaded_once(house: House) -> None:
    table = await house.open_table()
    await house.restart()
    found = await asyncio.gather(*(house.tables.find(table.id) for _ in range(10)))
    assert all(one is found[0] for one in found)


async def test_after_closing_nothing_is_taken_on(house: House) -> None:
    table = await house.open_table()
    guests = await house.sit_all(table)
    await house.tables.close()
    with pytest.raises(Refused, match="about to restart"):
        await house.tables.find(table.id)
    await guests[0].catch_up()
    assert guests[0].messages[-1] == {"type": "closing", "why": "shutdown"}
    assert guests[0].connection.code == 1012


async def test_a_table_begun_under_other_rules_is_refused(house: House) -> None:
    table = await house.open_table()
    await house.store.add_table(replace(table.ledger.row, id="old", code="old", rules_version=0))
    with pytest.raises(Refused) as caught:
        await house.tables.find("old")
    assert caught.value.code == "wrong_rules"
    assert len(await house.tables.list_mine(person(0))) == 1


async def test_nobody_may_watch_a_table_that_says_so(house: House) -> None:
    table = await house.open_table("tsuro", "po", watch="nobody")
    early = await house.sit(table, None)
    await table.join(person(1))
    await table.start(person(0))
    await early.catch_up()
    assert early.connection.code == 1008
    assert [message["type"] for message in early.messages if message["type"] in {"position", "plies"}] == []
    assert early.messages[-1] == {"type": "closing", "why": "not_allowed"}
    for number in (None, 5):
        with pytest.raises(Refused, match="Nobody may watch"):
            await house.sit(table, number)
    assert (await house.sit(table, 1)).position["viewer"] == 1


async def test_the_record_is_for_players_before_the_end_and_for_everybody_after(house: House) -> None:
    table = await house.open_table("tao")
    guests = await house.sit_all(table)
    await play_out(guests, Random(1), 4)
    seen = await table.record(person(1))
    assert isinstance(seen, dict)
    assert seen["table"]["mine"] == [1]
    assert [ply["ply"] for ply in seen["plies"]] == list(range(1, table.ledger.ply + 1))
    told = [ply for message in guests[1].messages for ply in message.get("plies", ())]
    assert seen["plies"][-len(told) :] == told
    for player in (None, person(5)):
        with pytest.raises(Refused, match="not before"):
            await table.record(player)
    await play_out(guests, Random(2))
    assert await table.record(None) == await table.record(person(0))


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_a_game_that_is_over_can_be_looked_at_again(house: House, game: str) -> None:
    table = await house.open_table(game)
    guests = await house.sit_all(table)
    spectator = await house.sit(table, None, previews=True)
    with pytest.raises(Refused, match="when it is over"):
        await table.replay()
    await play_out(guests, Random(1))
    positions = (await table.replay())["positions"]
    assert [position["ply"] for position in positions] == list(range(table.ledger.ply + 1))
    assert positions[0]["events"] == []
    told = [ply for message in spectator.messages for ply in message.get("plies", ())]
    shown = [{key: position[key] for key in ("ply", "actor", "events")} for position in positions]
    assert json.loads(json.dumps(shown[-len(told) :])) == told
    last = json.loads(json.dumps(positions[-1]))
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
