"""Deleting everything about oneself: nothing that is stored or told names the player afterwards, and games go on."""

import sqlite3
from pathlib import Path
from random import Random

import pytest
from starlette.applications import Starlette

from ludotheque.server.http.cookies import COOKIE
from ludotheque.server.table.seats.seats import BOT_NAMES
from tests.server.server_harness import Visitor, refusal, running
from tests.server.tables.table_harness import open_harness, person, play_out

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}


def dump(database: Path) -> str:
    """Write out all that is stored."""
    with sqlite3.connect(database) as connection:
        return "\n".join(connection.iterdump())


async def make_token(visitor: Visitor) -> dict[str, str]:
    token = (await visitor.post("/api/me/tokens", json={"label": "a bot of mine"})).json()["token"]
    return {"authorization": f"Bearer {token}"}


async def test_nothing_of_a_deleted_player_is_left(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite"
    async with running(database) as app, Visitor(app) as ann, Visitor(app) as ben, Visitor(app, headers={}) as bot:
        ann_id = await ann.become("Annabel")
        await ben.become("Ben")
        alone = await ann.open_table(game="turris", seats=[ME, BOT], start=True)
        waiting = await ann.open_table()
        playing = await ann.open_table(game="turris")
        for table in (waiting, playing):
            await ben.post(f"/api/tables/{table['id']}/join", json={})
        await ann.post(f"/api/tables/{playing['id']}/start", json={})
        token = await make_token(ann)
        await ann.post("/api/me/links", json={})
        assert refusal(await bot.delete("/api/me", headers=token)) == (403, "not_allowed")

        answer = await ann.delete("/api/me")
        assert answer.status_code == 204
        assert COOKIE not in ann.cookies
        assert refusal(await ann.get("/api/me")) == (401, "no_player")
        assert refusal(await bot.get("/api/me", headers=token)) == (401, "no_player")
        assert refusal(await ben.get(f"/api/tables/{alone['id']}")) == (404, "no_such_table")
        mine = {table["id"]: table for table in (await ben.get("/api/me")).json()["tables"]}
        assert set(mine) == {waiting["id"], playing["id"]}
        ben_id = mine[waiting["id"]]["host"]
        assert mine[playing["id"]]["host"] == ben_id
        assert [seat["kind"] for seat in mine[waiting["id"]]["seats"]] == ["open", "person"]
        seats = mine[playing["id"]]["seats"]
        assert [seat["kind"] for seat in seats] == ["bot", "person"]
        assert seats[0]["name"] in BOT_NAMES
        assert "Annabel" not in dump(database)
        assert ann_id not in dump(database)
        assert (await ann.post("/api/players")).status_code == 201  # somebody else


async def test_a_game_that_is_over_stays_with_the_others(tmp_path: Path) -> None:
    """The name is gone from the seats, the chat and the record; nobody waits for the deleted player in a rematch."""
    async with open_harness(tmp_path) as harness:
        table = await harness.open_table("turris", "pp")
        guests = await harness.sit_all(table)
        await guests[0].send(type="chat", text="Well played!")
        await guests[1].hear("chat")
        await play_out(guests, Random(1))
        assert "Person 0" in str(await table.record())
        removed = await harness.store.remove_player(person(0).id)
        await harness.tables.forget(person(0), removed.tables)
        told = await guests[1].hear_table(lambda view: view["seats"][0]["player"] is None)
        assert (told["seats"][0]["kind"], told["seats"][0]["name"], told["host"]) == ("person", None, person(1).id)
        assert "Person 0" not in str(await table.record())
        late = await harness.sit(table, None)
        [said] = late.messages[0]["chat"]
        assert (said["player"], said["name"], said["text"]) == ("", "", "Well played!")
        rematch = await harness.tables.rematch(person(1), table.id)
        assert [seat.kind for seat in rematch.log.seats] == ["person", "open"]


async def test_sockets_of_a_deleted_table_are_closed(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        table = await harness.open_table("turris", "pb")
        guest = await harness.sit(table, 0)
        removed = await harness.store.remove_player(person(0).id)
        await harness.tables.forget(person(0), removed.tables)
        assert (await guest.hear("closing"))["why"] == "not_allowed"
        assert table.id not in harness.tables.live


@pytest.mark.parametrize("is_host", [True, False])
async def test_a_player_who_runs_a_table_without_sitting_there_hands_it_on(app: Starlette, is_host: bool) -> None:
    async with Visitor(app) as ann, Visitor(app) as ben:
        await ann.become("Ann")
        ben_id = await ben.become("Ben")
        table = await (ann if is_host else ben).open_table(seats=[OPEN, OPEN])
        await ben.post(f"/api/tables/{table['id']}/join", json={})
        await ann.delete("/api/me")
        shown = (await ben.get(f"/api/tables/{table['id']}")).json()
        assert (shown["host"], shown["status"]) == (ben_id, "waiting")
