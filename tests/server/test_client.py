"""The client for bots, against a server as a process: it plays, it is refused, and it does not mind being cut off."""

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from ludotheque import client as client_module
from ludotheque.client import ChanceBroken, Client, Disconnected, LiveGame, Refused
from ludotheque.core.fairness import hash_nonce
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from tests.patience import PATIENCE
from tests.server.server_harness import Process, process

ROOT = Path(__file__).parent.parent.parent
BOT = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "docs/bots.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)[-1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for the tests of this module."""
    with process(tmp_path_factory.mktemp("client") / "server.sqlite", "--no-rate-limits") as started:
        yield started


def make_token(server: Process, name: str) -> str:
    """Become a player, as a browser does, and make a token."""
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/players", json={"name": name}).raise_for_status()
        token: str = http.post("/api/me/tokens", json={"label": "bot"}).raise_for_status().json()["token"]
        return token


async def play_randomly(game: LiveGame, rng: Random) -> None:
    async for position in game.turns():
        await game.play(rng.choice(position["moves"])["move"])


async def open_game(server: Process, **more: Any) -> tuple[Client, Client, str]:
    ann, ben = (Client(server.url, make_token(server, name)) for name in ("Ann", "Ben"))
    table = await ann.open_table("tsuro", [{"kind": "me"}, {"kind": "open"}], **more)
    await ben.join(table["id"])
    return ann, ben, table["id"]


def test_the_bot_of_the_documentation_has_twenty_lines_and_plays(server: Process, tmp_path: Path) -> None:
    assert len([line for line in BOT.splitlines() if line]) <= 20
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/players", json={"name": "Host"}).raise_for_status()
        seats = [{"kind": "bot", "level": "random"}, {"kind": "open"}]
        table = http.post("/api/tables", json={"game": "turris", "seats": seats}).raise_for_status().json()
        bot = subprocess.Popen(
            [sys.executable, str(tmp_path / "bot.py"), server.url, make_token(server, "My bot"), table["code"]],
            stdout=subprocess.PIPE,
            text=True,
        )
        path = f"/api/tables/{table['id']}"
        while http.get(path).json()["seats"][1]["kind"] == "open":
            assert bot.poll() is None
        http.post(f"{path}/start", json={}).raise_for_status()
        out, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert "'ranks'" in out


async def test_two_clients_play_a_game_and_iterating_ends_with_it(server: Process) -> None:
    ann, ben, table = await open_game(server)
    async with ann.play(table, previews=True) as here, ben.play(table) as there:
        await ann.ask("POST", f"/api/tables/{table}/start", {})
        await asyncio.wait_for(
            asyncio.gather(play_randomly(here, Random(1)), play_randomly(there, Random(2))), PATIENCE
        )
        assert here.position is not None
        assert here.table["outcome"] == here.position["outcome"]
        await here.say("Well played!")
    record = await ben.ask("GET", f"/api/tables/{table}/record")
    assert record.startswith("[Ludo")
    async with ann.play(table) as again:  # a game that is over tells its end, and that is all
        assert [message["type"] async for message in again] == ["welcome", "position"]


async def test_clients_add_to_chance_by_themselves(server: Process) -> None:
    """The server waits for seconds only, in which a busy machine may not get round to it: then in another game."""
    deadline = time.monotonic() + PATIENCE
    while not await both_add_to_chance(server):
        assert time.monotonic() < deadline


async def both_add_to_chance(server: Process) -> bool:
    """Play a game; give whether both clients have revealed their numbers in time."""
    ann, ben, table = await open_game(server)
    async with ann.play(table) as here, ben.play(table) as there:
        async with asyncio.timeout(PATIENCE):
            while len(here.table.get("nonces", [])) < 2:
                await asyncio.sleep(0.01)
        promised = [each["hash"] for each in here.table["nonces"]]
        await ann.ask("POST", f"/api/tables/{table}/start", {})
        await asyncio.wait_for(
            asyncio.gather(play_randomly(here, Random(1)), play_randomly(there, Random(2))), PATIENCE
        )
        is_complete = all(each["nonce"] is not None for each in here.table["nonces"])
        if is_complete:
            here.check_chance()
            there.check_chance()
            assert (here.times_asked, there.times_asked) == (1, 1)
    record = parse_record(await ben.ask("GET", f"/api/tables/{table}/record"))
    assert [each.hash for each in record.contributions] == promised
    assert verify(record).is_fair
    assert all(each.nonce is not None for each in record.contributions) == is_complete
    return is_complete


def test_a_client_reveals_nothing_that_it_should_not() -> None:
    nonces = client_module._Nonces()
    table: dict[str, Any] = {"status": "waiting", "mine": [0], "nonces": [], "commitment": ""}
    assert nonces.answer({"type": "welcome", "protocol": 1, "table": table}) is None, "an older server"
    promise = nonces.answer({"type": "welcome", "protocol": 2, "table": table})
    assert promise is not None
    assert nonces.answer({"type": "welcome", "protocol": 2, "table": {**table, "mine": []}}) is None
    table["nonces"] = [{"seat": 0, "hash": promise["hash"], "nonce": None}]
    assert nonces.answer({"type": "table", "table": table}) is None, "it is promised"
    assert nonces.answer({"type": "reveal", "hashes": ["0" * 64, None]}) is None, "its own is not in the list"
    revealed = nonces.answer({"type": "reveal", "hashes": [promise["hash"], None]})
    assert revealed is not None
    assert hash_nonce(revealed["nonce"]) == promise["hash"]
    assert nonces.answer({"type": "reveal", "hashes": [promise["hash"], "0" * 64]}) is None, "revealed already"
    assert nonces.answer({"type": "table", "table": table}) is None, "it is starting"
    again = nonces.answer({"type": "reveal", "hashes": None})
    assert again is not None
    assert again["hash"] != promise["hash"]
    table["nonces"] = [{"seat": 0, "hash": "1" * 64, "nonce": None}]
    assert nonces.answer({"type": "table", "table": table}) is None, "another client of the player has promised"


def test_a_client_finds_out_a_server_that_does_not_keep_to_its_word() -> None:
    seed, other = "00" * 32, "22" * 32
    nonces = client_module._Nonces()
    table: dict[str, Any] = {"status": "waiting", "mine": [0], "nonces": [], "commitment": hash_nonce(seed)}
    promise = nonces.answer({"type": "welcome", "protocol": 2, "table": table})
    assert promise is not None
    revealed = nonces.answer({"type": "reveal", "hashes": [promise["hash"], hash_nonce(other)]})
    assert revealed is not None
    ours = {"seat": 0, "hash": promise["hash"], "nonce": revealed["nonce"]}
    theirs = {"seat": 1, "hash": hash_nonce(other), "nonce": other}
    over: dict[str, Any] = {**table, "seed": seed, "seats": [{}, {}], "nonces": [ours, theirs]}
    nonces.check(over)
    nonces.check({**over, "nonces": [ours, {**theirs, "nonce": None}]})
    for change, why in (
        ({"seed": other, "commitment": hash_nonce(other)}, "not the one that the server committed to"),
        ({"nonces": [ours, {**theirs, "nonce": seed}]}, "does not have the hash"),
        ({"nonces": [ours, {**theirs, "hash": hash_nonce(seed), "nonce": seed}]}, "were fixed"),
        ({"nonces": [ours]}, "were fixed"),
        ({"nonces": [{**ours, "nonce": None}, theirs]}, "left it out"),
    ):
        with pytest.raises(ChanceBroken, match=why):
            nonces.check({**over, **change})


async def test_what_the_server_refuses_is_an_error_with_a_code(server: Process) -> None:
    ann, ben, table = await open_game(server, watch="nobody")
    with pytest.raises(Refused) as caught:
        await ben.join(table)
    assert caught.value.code == "already_seated"
    with pytest.raises(Refused) as caught:
        async with Client(server.url, "wrong").play(table):
            pass
    assert caught.value.code == "no_player"
    async with ann.play(table) as game:
        with pytest.raises(Refused) as caught:
            await game.play("a1")
        assert caught.value.code == "not_started"
        await ann.ask("POST", f"/api/tables/{table}/start", {})
        while game.position is None:
            await asyncio.sleep(0.01)
        with pytest.raises(Refused) as caught:
            await game.hint()
        assert caught.value.code == "not_allowed"
        assert (await game.ask(type="ping"))["type"] == "pong"


async def test_a_lost_connection_is_made_again_and_no_ply_is_lost_or_told_twice(server: Process) -> None:
    ann, ben, table = await open_game(server)
    told: list[int] = []

    async def play(game: LiveGame, rng: Random, *, is_cut_off: bool) -> None:
        async for message in game:
            told.extend(ply["ply"] for ply in message.get("plies", ()) if is_cut_off)
            if message is game.position and message["moves"]:
                playing = asyncio.create_task(game.play(rng.choice(message["moves"])["move"]))
                if is_cut_off and game._socket is not None:
                    await asyncio.sleep(rng.choice([0, 0.001, 0.01]))
                    game._socket.transport.abort()
                await playing

    async with ann.play(table) as here, ben.play(table) as there:
        await ann.ask("POST", f"/api/tables/{table}/start", {})
        await asyncio.wait_for(
            asyncio.gather(play(here, Random(3), is_cut_off=True), play(there, Random(4), is_cut_off=False)), 120
        )
        assert here.position is not None
        assert told == list(range(told[0], here.position["ply"] + 1))


async def test_a_server_that_does_not_come_back_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "RETRIES", (0.01, 0.02))
    with process(tmp_path / "server.sqlite", "--no-rate-limits") as server:
        ann, _, table = await open_game(server)
        async with ann.play(table) as game:
            await asyncio.to_thread(server.end)
            with pytest.raises(Disconnected):
                async for _ in game:
                    pass
            with pytest.raises(Disconnected):  # and nobody waits for an answer that cannot come
                await asyncio.wait_for(game.ask(type="ping"), PATIENCE)
