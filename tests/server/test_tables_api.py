"""The routes about games and tables. What a table decides is tested beside the table."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.core.game import Presented
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.core.teaching.examples import HasExamples, encode_example
from ludotheque.core.teaching.rulebook import LANGUAGES, Rulebook
from ludotheque.server.http import schemas
from ludotheque.server.table.feed.connections import Connection
from ludotheque.server.table.table import Table
from ludotheque.server.tables.held_seats import MOST_HELD_PER_ADDRESS
from ludotheque.store.store import Player
from tests.patience import PATIENCE
from tests.server.server_harness import Visitor, refusal, running


async def test_games_are_listed_with_everything_a_form_needs(stranger: Visitor) -> None:
    answer = (await stranger.get("/api/games")).json()
    assert answer["levels"] == list(BOTS)
    games = {game["id"]: game for game in answer["games"]}
    assert set(games) == set(ludotheque.list_games())
    assert games["tsuro"]["seats"] == {"least": 2, "most": 8}
    assert games["turris"]["seats"] == {"least": 2, "most": 2}
    assert (games["tsuro"]["has_hidden"], games["turris"]["has_hidden"]) == (True, False)
    for game in games.values():
        for option in game["options"]:
            assert option["help"].endswith(".")
            assert option["kind"] in {"choice", "number", "switch", "table"}
    assert [option["name"] for option in games["turris"]["options"]] == list(ludotheque.make("turris").options.specs())


@pytest.mark.parametrize("game", ludotheque.list_games())
async def test_the_material_of_a_game_depends_on_its_options(stranger: Visitor, game: str) -> None:
    usual = await stranger.get(f"/api/games/{game}/material")
    assert usual.status_code == 200
    assert isinstance(usual.json(), dict)


async def test_options_of_material_are_checked(stranger: Visitor) -> None:
    assert refusal(await stranger.get("/api/games/chess/material")) == (404, "no_such_game")
    assert refusal(await stranger.get("/api/games/tsuro/material?players=9")) == (400, "bad_option")
    assert refusal(await stranger.get("/api/games/tsuro/material?colour=red")) == (400, "bad_option")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ludotheque.list_games())
async def test_the_rules_are_told_in_every_language(stranger: Visitor, game: str, language: str) -> None:
    answer = await stranger.get(f"/api/games/{game}/rules/{language}")
    made = ludotheque.make(game)
    assert isinstance(made, Presented)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.json() == msgspec.json.decode(msgspec.json.encode(made.rulebook(language, "browser")))
    assert msgspec.convert(answer.json(), Rulebook).title == made.rulebook(language).title
    plain = await stranger.get(f"/api/games/{game}/rules/{language}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == answer.json()


async def test_the_rules_depend_on_the_options(stranger: Visitor) -> None:
    kosmos = await stranger.get("/api/games/tsuro/rules/fr", params={"edition": "kosmos", "players": "2"})
    assert "deux pions" in kosmos.text
    assert "dragon" not in kosmos.text
    assert "tuile du dragon" in (await stranger.get("/api/games/tsuro/rules/fr")).text


def as_sent(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game_id", ["tsuro", "turris"])
async def test_an_example_of_the_rules_is_shown_position_by_position(stranger: Visitor, game_id: str) -> None:
    game = ludotheque.make(game_id)
    assert isinstance(game, HasExamples)
    for name in game.examples:
        answer = await stranger.get(f"/api/games/{game_id}/examples/{name}")
        assert answer.json() == as_sent(encode_example(game.play_example(name)))
        msgspec.convert(answer.json(), schemas.Example)


async def test_only_examples_that_there_are_can_be_asked_for(stranger: Visitor) -> None:
    assert refusal(await stranger.get("/api/games/chess/examples/scoring")) == (404, "no_such_game")
    assert refusal(await stranger.get("/api/games/turris/examples/opening")) == (404, "no_such_page")
    assert refusal(await stranger.get("/api/games/tao/examples/scoring")) == (404, "no_such_page")


async def test_what_rules_are_asked_for_is_checked(stranger: Visitor) -> None:
    assert refusal(await stranger.get("/api/games/chess/rules/en")) == (404, "no_such_game")
    assert refusal(await stranger.get("/api/games/tsuro/rules/en?players=9")) == (400, "bad_option")
    assert refusal(await stranger.get("/api/games/tsuro/rules/en?language=fr")) == (400, "bad_option")
    assert refusal(await stranger.get("/api/games/tsuro/rules/es")) == (400, "malformed")


@pytest.mark.usefixtures("with_nim")
async def test_a_game_that_brings_no_rules_has_no_sections(stranger: Visitor) -> None:
    assert (await stranger.get("/api/games/nim/rules/de")).json() == {"title": "Nim", "sections": []}


async def test_the_schema_of_the_socket_is_published(stranger: Visitor) -> None:
    schema = (await stranger.get("/api/schema")).json()
    assert "Play" in schema["$defs"]


async def test_a_table_is_opened_found_and_joined(ann: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = await ann.open_table(visibility="public", clock={"kind": "total", "seconds": 300, "increment": 5})
    assert (table["status"], table["mine"]) == ("waiting", [0])
    assert table["settings"]["clock"] == {"kind": "total", "seconds": 300, "increment": 5}
    path = f"/api/tables/{table['id']}"
    assert (await stranger.get(path)).json() == table | {"mine": []}
    assert (await stranger.get(f"/api/codes/{table['code'].upper()}")).json() == {"id": table["id"]}
    [listed] = (await stranger.get("/api/tables")).json()["tables"]
    assert listed["id"] == table["id"]
    assert (await ben.post(f"{path}/join")).json()["mine"] == [1]
    assert (await stranger.get("/api/tables")).json() == {"tables": []}  # nobody can join it any more
    started = (await ann.post(f"{path}/start")).json()
    assert (started["status"], started["actor"]) == ("playing", 0)
    for visitor in (ann, ben):
        [mine] = (await visitor.get("/api/tables?show=mine")).json()["tables"]
        assert mine["id"] == table["id"]
        assert [entry["id"] for entry in (await visitor.get("/api/me")).json()["tables"]] == [table["id"]]


async def test_a_table_for_friends_is_not_listed(ann: Visitor, stranger: Visitor) -> None:
    await ann.open_table()
    assert (await stranger.get("/api/tables?show=open")).json() == {"tables": []}


async def test_games_that_anybody_may_watch_are_listed(ann: Visitor, stranger: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot"}], start=True, watch="anyone")
    await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot"}], start=True, watch="link")
    assert [entry["id"] for entry in (await stranger.get("/api/tables?show=live")).json()["tables"]] == [table["id"]]


async def test_seats_change_while_a_table_waits(ann: Visitor, ben: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    path = f"/api/tables/{table['id']}"
    assert (await ben.post(f"{path}/join", json={"seat": 2})).json()["mine"] == [2]
    assert (await ben.post(f"{path}/seat", json={"seat": 1})).json()["mine"] == [1]
    assert refusal(await ben.post(f"{path}/seats/2", json={"kind": "bot"})) == (403, "not_host")
    seats = (await ann.post(f"{path}/seats/2", json={"kind": "bot", "level": "greedy"})).json()["seats"]
    assert (seats[2]["kind"], seats[2]["level"]) == ("bot", "greedy")
    assert (await ann.post(f"{path}/seats/2", json={"kind": "open"})).json()["seats"][2]["kind"] == "open"
    assert (await ben.post(f"{path}/leave")).json()["mine"] == []
    assert refusal(await ben.post(f"{path}/leave")) == (403, "not_seated")
    assert refusal(await ann.post(f"{path}/start")) == (409, "open_seats")


async def test_a_bot_plays_on_for_who_leaves_until_they_come_back(ann: Visitor, ben: Visitor) -> None:
    table = await ann.open_table(start=True)
    path = f"/api/tables/{table['id']}"
    await ben.post(f"{path}/join")
    await ann.post(f"{path}/start")
    assert (await ben.post(f"{path}/leave")).json()["seats"][1]["substitute"] == "medium"
    assert (await ben.post(f"{path}/return")).json()["seats"][1]["substitute"] is None
    replaced = (await ben.post(f"{path}/replace", json={"seat": 1, "level": "random"})).json()["seats"][1]
    assert (replaced["kind"], replaced["name"], replaced["substitute"]) == ("person", "Ben", "random")
    assert refusal(await ben.post(f"{path}/replace", json={"seat": 0})) == (409, "not_absent")


async def test_a_host_changes_the_number_of_seats_and_starts_with_whoever_is_there(ann: Visitor, ben: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    path = f"/api/tables/{table['id']}"
    assert len((await ann.post(f"{path}/seats")).json()["seats"]) == 4
    removed = (await ann.delete(f"{path}/seats/2")).json()
    assert (len(removed["seats"]), removed["options"]["players"]) == (3, "3")
    assert refusal(await ben.delete(f"{path}/seats/2")) == (403, "not_host")
    assert refusal(await ann.delete(f"{path}/seats/0")) == (409, "seat_taken")
    assert refusal(await ann.delete(f"{path}/seats/7")) == (404, "no_such_seat")
    assert refusal(await ann.post(f"{path}/start", json={"drop_open": True})) == (409, "seat_count")
    await ben.post(f"{path}/join")
    started = (await ann.post(f"{path}/start", json={"drop_open": True})).json()
    assert (started["status"], len(started["seats"])) == ("playing", 2)
    assert refusal(await ann.post(f"{path}/seats")) == (409, "started")


async def test_a_game_is_resigned_and_deleted(ann: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot"}], start=True)
    path = f"/api/tables/{table['id']}"
    assert refusal(await ben.post(f"{path}/resign")) == (403, "not_seated")
    assert refusal(await ben.delete(path)) == (409, "not_alone")
    assert refusal(await stranger.delete(path)) == (401, "no_player")
    resigned = (await ann.post(f"{path}/resign")).json()
    assert (resigned["status"], resigned["outcome"]["reason"]) == ("over", "resigned")
    assert resigned["changed"] >= resigned["created"]
    assert refusal(await ann.post(f"{path}/resign")) == (409, "over")
    assert (await ann.get(f"{path}/replay")).status_code == 200
    deleted = await ann.delete(path)
    assert (deleted.status_code, deleted.content) == (204, b"")
    for asked in (ann.get(path), ann.get(f"{path}/replay"), ann.get(f"{path}/record"), ann.delete(path)):
        assert refusal(await asked) == (404, "no_such_table")
    assert (await ann.get("/api/tables?show=mine")).json() == {"tables": [], "next": None}


async def test_ones_own_tables_are_listed_page_by_page(ann: Visitor) -> None:
    opened = [await ann.open_table(game=game) for game in ("turris", "tsuro", "turris")]
    path = "/api/tables?show=mine&limit=2"
    first = (await ann.get(path)).json()
    second = (await ann.get(f"{path}&after={first['next']}")).json()
    assert (len(first["tables"]), len(second["tables"]), second["next"]) == (2, 1, None)
    assert {table["id"] for table in first["tables"] + second["tables"]} == {table["id"] for table in opened}
    assert len((await ann.get(f"{path}&game=turris&state=waiting")).json()["tables"]) == 2
    assert (await ann.get(f"{path}&state=over")).json()["tables"] == []
    for query in ("limit=0", "limit=51", "limit=x", "state=lost", "after=x", "show=open"):
        assert refusal(await ann.get(f"{path}&{query}")) == (400, "malformed")


async def test_pass_and_play_is_a_table_with_several_seats_of_mine(ann: Visitor) -> None:
    table = await ann.open_table(game="turris", seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    assert (table["status"], table["mine"]) == ("playing", [0, 1])


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"game": "chess"}, (404, "no_such_game")),
        ({"options": {"players": "3"}}, (400, "malformed")),
        ({"options": {"edition": "travel"}}, (400, "bad_option")),
        ({"options": {"colour": "red"}}, (400, "bad_option")),
        ({"options": {"players": 2}}, (400, "malformed")),
        ({"seats": []}, (400, "malformed")),
        ({"seats": [{"kind": "me"}]}, (400, "bad_option")),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "divine"}]}, (400, "malformed")),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "os:system"}]}, (400, "malformed")),
        ({"seats": [{"kind": "me"}, {"kind": "person"}]}, (400, "malformed")),
        ({"seats": [{"kind": "me"}, {"kind": "open", "player": "x"}]}, (400, "malformed")),
        ({"clock": {"kind": "move", "seconds": -1}}, (400, "malformed")),
        ({"clock": {"kind": "hourglass"}}, (400, "malformed")),
        ({"visibility": "secret"}, (400, "malformed")),
        ({"hints": 1}, (400, "malformed")),
        ({"sets": []}, (400, "malformed")),
    ],
)
async def test_a_table_that_cannot_be_is_refused(ann: Visitor, wish: dict[str, Any], expected: tuple[int, str]) -> None:
    body = {"game": "tsuro", "seats": [{"kind": "me"}, {"kind": "open"}]} | wish
    assert refusal(await ann.post("/api/tables", json=body)) == expected
    assert (await ann.get("/api/me")).json()["tables"] == []


@pytest.mark.parametrize(
    ("game", "options", "option", "sentence"),
    [
        ("tsuro", {"tiles": "1,99"}, "tiles", "tiles must be at most 127 tile numbers from 1 to 35"),
        ("tsuro", {"tiles": "1,2"}, "tiles", "tiles must be at least three a player"),
        ("tsuro", {"board": "dragon"}, "board", "board must be usual in Calliope"),
        ("tsuro", {"elimination_bonus": "on"}, "elimination_bonus", "elimination_bonus needs 3 players"),
        ("tsuro", {"colour": "red"}, "colour", "There is no option 'colour'"),
        ("tao", {"deck": "wa1,xy"}, "deck", "deck: 'xy' is no card"),
        ("tao", {"deck": "wa1*3"}, "deck", "deck must have 16 to 200 cards"),
        ("tao", {"teams": "on"}, "teams", "teams needs 4 players"),
    ],
)
async def test_a_bad_option_is_refused_by_its_name_and_with_a_sentence(
    ann: Visitor, game: str, options: dict[str, str], option: str, sentence: str
) -> None:
    body = {"game": game, "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]}
    query = {"players": "2", **options}
    for answer in (
        await ann.post("/api/tables", json=body),
        await ann.get(f"/api/games/{game}/material", params=query),
    ):
        assert refusal(answer) == (400, "bad_option")
        error = answer.json()["error"]
        assert error["option"] == option
        assert error["message"].startswith(sentence)


async def test_only_a_bad_option_names_an_option(ann: Visitor) -> None:
    answer = await ann.post("/api/tables", json={"game": "chess", "seats": [{"kind": "me"}]})
    assert set(answer.json()["error"]) == {"code", "message"}


@pytest.mark.parametrize("what", ["join", "leave", "start", "rematch", "return"])
async def test_a_table_that_is_not_there_is_not_there(ann: Visitor, what: str) -> None:
    assert refusal(await ann.post(f"/api/tables/nowhere/{what}")) == (404, "no_such_table")
    assert refusal(await ann.get("/api/tables/nowhere")) == (404, "no_such_table")
    assert refusal(await ann.get("/api/tables/nowhere/record")) == (404, "no_such_table")
    assert refusal(await ann.get("/api/codes/nowhere")) == (404, "no_such_table")


@pytest.mark.parametrize("query", ["show=closed", "show=", "show=open&show=x"])
async def test_a_list_that_is_not_there_is_refused(ann: Visitor, query: str) -> None:
    assert refusal(await ann.get(f"/api/tables?{query}")) == (400, "malformed")


async def test_a_game_is_looked_back_at_until_it_is_over_and_then_has_a_record(
    ann: Visitor, stranger: Visitor, app: Starlette
) -> None:
    waiting = await ann.open_table()
    assert refusal(await ann.get(f"/api/tables/{waiting['id']}/record")) == (409, "not_started")
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}], start=True)
    path = f"/api/tables/{table['id']}"
    assert refusal(await ann.get(f"{path}/record")) == (409, "not_over")
    assert refusal(await stranger.get(f"{path}/record")) == (409, "not_over")
    past = (await ann.get(f"{path}/history")).json()
    assert (past["viewer"], len(past["positions"])) == (0, table["ply"] + 1)
    rest = (await ann.get(f"{path}/history", params={"since": table["ply"] - 1, "epoch": 0, "seat": 0})).json()
    assert rest["positions"] == past["positions"][-1:]
    assert (await stranger.get(f"{path}/history")).json()["viewer"] is None
    assert refusal(await stranger.get(f"{path}/history?seat=0")) == (403, "not_seated")
    assert refusal(await stranger.get(f"{path}/history?since=-1")) == (400, "malformed")
    assert refusal(await ann.get(f"{path}/replay")) == (409, "not_over")
    assert refusal(await stranger.get(f"{path}/replay")) == (409, "not_over")
    assert refusal(await ann.post(f"{path}/rematch")) == (409, "not_over")
    wanted = {"ply": table["ply"], "seat": 1, "level": "random"}
    assert refusal(await ann.post(f"{path}/continue", json=wanted)) == (409, "not_over")
    await ann.post(f"{path}/replace", json={"seat": 0, "level": "random"})  # the bots finish it
    live = await app.state.dependencies.tables.find(table["id"])
    await _wait_for_end(live)
    replay = await stranger.get(f"{path}/replay")
    assert [position["ply"] for position in replay.json()["positions"]][:3] == [0, 1, 2]
    record = await stranger.get(f"{path}/record")
    assert record.headers["content-type"] == "text/plain; charset=utf-8"
    assert record.headers["content-disposition"] == f'attachment; filename="tsuro-{table["code"]}.ludo"'
    assert verify(parse_record(record.text)).is_fair
    replay = await stranger.get(f"{path}/replay")
    assert replay.headers["content-encoding"] == "gzip"
    assert [entry["ply"] for entry in replay.json()["positions"]] == list(range(live.log.ply + 1))
    plain = await stranger.get(f"{path}/replay", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == replay.json()
    told = (await stranger.get(path)).json()
    assert (told["status"], told["commitment"]) == ("over", table["commitment"])
    assert told["seed"] is not None
    assert refusal(await stranger.post(f"{path}/continue", json=wanted)) == (401, "no_player")
    assert refusal(await ann.post(f"{path}/continue", json={"ply": -1, "seat": 1})) == (400, "malformed")
    other = await ann.post(f"{path}/continue", json=wanted)
    assert other.status_code == 201
    assert (other.json()["mine"], other.json()["begins_at_position"]) == ([1], True)
    again = (await ann.post(f"{path}/rematch")).json()
    assert again["mine"] == [1]
    assert (await stranger.get(path)).json()["rematch"] == again["id"]


async def _wait_for_end(live: Table) -> None:
    """Watch as the host until the game is over: while nobody is there, bots wait."""
    watching = Connection(Player(live.log.row.host, "Ann", 0))
    await live.connect(watching)
    async with asyncio.timeout(PATIENCE):
        while live.log.row.status != "over":
            await asyncio.sleep(0.02)
    live.disconnect(watching)


async def test_a_host_removes_bans_and_lets_back_in(ann: Visitor, ben: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    path = f"/api/tables/{table['id']}"
    player = (await ben.get("/api/me")).json()["player"]["id"]
    await ben.post(f"{path}/join")
    assert refusal(await ben.post(f"{path}/remove", json={"player": table["host"]})) == (403, "not_host")
    removed = (await ann.post(f"{path}/remove", json={"player": player})).json()
    assert [seat["kind"] for seat in removed["seats"]] == ["person", "open", "open"]
    assert (await ben.post(f"{path}/join")).json()["mine"] == [1]
    banned = (await ann.post(f"{path}/remove", json={"player": player, "ban": True})).json()
    assert [seat["kind"] for seat in banned["seats"]] == ["person", "open", "open"]
    assert "banned" not in banned  # whom a host does not want here is nobody else's business
    for answer in (await ben.get(path), await ben.post(f"{path}/join")):
        assert refusal(answer) == (403, "banned")
    assert refusal(await ben.post(f"{path}/unban", json={"player": player})) == (403, "not_host")
    assert (await ann.post(f"{path}/unban", json={"player": player})).status_code == 200
    assert (await ben.post(f"{path}/join")).json()["mine"] == [1]
    assert refusal(await ann.post(f"{path}/remove", json={"player": ""})) == (400, "malformed")
    assert refusal(await ann.post(f"{path}/remove", json={"player": table["host"]})) == (403, "not_allowed")


async def test_one_address_holds_a_limited_number_of_seats_at_open_tables(tmp_path: Path) -> None:
    async with running(tmp_path / "x.sqlite", rate_limits=True) as app:
        hosts = [Visitor(app, f"198.51.100.{number}") for number in range(MOST_HELD_PER_ADDRESS + 1)]
        tables = []
        for host in hosts:
            await host.become("Host")
            tables.append((await host.open_table(visibility="public"))["id"])
        answers = []
        for table in tables:
            async with Visitor(app, "192.0.2.7") as squatter:  # a new player each time: they cost nothing
                await squatter.become("Nobody")
                answers.append(await squatter.post(f"/api/tables/{table}/join"))
        assert [answer.status_code for answer in answers[:-1]] == [200] * MOST_HELD_PER_ADDRESS
        assert refusal(answers[-1]) == (409, "too_many_seats")
        for host in hosts:
            await host.aclose()
