"""Games of other packages at a real server: the smallest one is played, and broken ones cost nobody else anything."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from tests.other_packages import environment, install, install_nim
from tests.patience import PATIENCE
from tests.server.server_harness import Person, Process, read

BROKEN = """
import nim_game
import numpy as np
from dataclasses import dataclass
from ludotheque.core.game import Outcome
from ludotheque.core.options import Options, number


@dataclass(frozen=True, kw_only=True)
class PlainOptions(Options):
    stones: int = 5


class Plain(nim_game.Nim):
    id, title, Options = "plain", "Plain", PlainOptions


class Strange(nim_game.Nim):
    id, title = "strange", "Strange"

    def observe(self, state, viewer):
        return object()


class Quitter(nim_game.Nim):
    id, title = "quitter", "Quitter"

    def start(self):
        raise SystemExit("not today")


class Halved(nim_game.Nim):
    id, title = "halved", "Halved \\ud800"


@dataclass(frozen=True, kw_only=True)
class UnhelpfulOptions(Options):
    stones: int = number(1, 9, default=5, help="How many \\ud800 stones there are.")


class Unhelpful(nim_game.Nim):
    id, title, Options = "unhelpful", "Unhelpful", UnhelpfulOptions


class Misnamed(nim_game.Nim):
    id = "something else"


def fail_at(stones, state, result):
    if state[0] == stones:
        raise ZeroDivisionError(f"a secret: {state}")
    return result


class Blind(nim_game.Nim):
    id, title = "blind", "Blind"

    def observe(self, state, viewer):
        return fail_at(4, state, state)


class Exiting(nim_game.Nim):
    id, title = "exiting", "Exiting"

    def observe(self, state, viewer):
        if state[0] == 4:
            raise SystemExit(f"a secret: {state}")
        return state


class Stuck(nim_game.Nim):
    id, title = "stuck", "Stuck"

    def legal_moves(self, state):
        return fail_at(4, state, super().legal_moves(state))


class Lost(nim_game.Nim):
    id, title = "lost", "Lost"

    def apply(self, state, move):
        after = super().apply(state, move)
        return fail_at(4, after, after)


class Mute(nim_game.Nim):
    id, title = "mute", "Mute"

    def outcome(self, state):
        return fail_at(4, state, super().outcome(state))


class Tally(nim_game.Nim):
    id, title = "tally", "Tally"

    def outcome(self, state):
        return None if state[0] > 4 else Outcome(tuple(np.array([1, 2])), "last_stone")


class Halves(nim_game.Nim):
    id, title = "halves", "Halves"

    def outcome(self, state):
        return None if state[0] > 4 else Outcome((1, 2), "last_stone", scores=(1.5, 0))
"""

CANNOT_END = {"halves": "Halves", "tally": "Tally"}
FAILS_LATER = {"blind": "Blind", "exiting": "Exiting", "lost": "Lost", "mute": "Mute", "stuck": "Stuck", **CANNOT_END}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A server with the smallest game, and with games that are broken in every way."""
    folder = tmp_path / "packages"
    install_nim(folder)
    install(folder, "broken_import", "import a_module_that_is_not_there", {"gone": "Game"})
    install(folder, "broken_exit", "raise SystemExit(3)", {"exits": "Game"})
    names = {name: name.capitalize() for name in ("absent", "halved", "misnamed", "plain", "quitter", "strange")}
    names |= {"unhelpful": "Unhelpful", **FAILS_LATER}
    install(folder, "broken_games", BROKEN, names)
    running = Process(tmp_path / "db", environment=environment(folder))
    try:
        yield running
    finally:
        running.end(signal.SIGKILL)


def test_broken_games_are_left_out_of_the_list_and_named_in_the_log(server: Process) -> None:
    with server.client() as client:
        for _ in range(2):
            answer = client.get("/api/games")
            assert answer.status_code == 200
            listed = [game["id"] for game in answer.json()["games"]]
            assert listed == sorted(["nim", "tao", "tsuro", "turris", *FAILS_LATER])
        for path in ("material", "rules/en"):
            answer = client.get(f"/api/games/gone/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "game_failed")
            assert client.get(f"/api/games/nim/{path}").status_code == 200
    said = [line["what"] for line in server.read_log() if "is left out" in line["what"]]
    reasons = {
        "absent": "Absent",
        "exits": "SystemExit: 3",
        "gone": "No module named 'a_module_that_is_not_there'",
        "halved": "UnicodeEncodeError",
        "misnamed": "its id is 'something else'",
        "plain": "PlainOptions.stones is no option",
        "quitter": "SystemExit: not today",
        "strange": "builtins.object cannot be sent",
        "unhelpful": "UnicodeEncodeError",
    }
    assert len(said) == len(reasons)
    for game, reason in reasons.items():
        assert any(f"The game {game} is left out" in line and reason in line for line in said), game


def test_a_table_for_a_broken_game_is_refused_in_a_sentence(server: Process) -> None:
    with Person(server, "Ann") as ann:
        wish = {"game": "gone", "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True}
        answer = ann.http.post("/api/tables", json=wish)
        assert answer.json()["error"]["code"] == "game_failed"
        assert "has an error" in answer.json()["error"]["message"]


async def play_first(socket: ClientConnection) -> dict[str, Any]:
    """Play the first move of the first position; give what is answered."""
    position = await read(socket, "position")
    await socket.send(json.dumps({"type": "play", "id": "m", "ply": position["ply"], "move": "1"}))
    async for frame in socket:
        message: dict[str, Any] = json.loads(frame)
        if message.get("id") == "m" or message["type"] == "refused":
            return message
    raise AssertionError("the socket was closed")


@pytest.mark.usefixtures("with_nim")
async def test_the_smallest_game_is_played_to_its_end(server: Process) -> None:
    with Person(server, "Ann") as ann:
        table = ann.open_table(game="nim", seats=[{"kind": "me"}, {"kind": "bot", "level": "easy"}])
        async with asyncio.timeout(PATIENCE), server.connect(table, "?previews=true", cookie=ann.cookie) as socket:
            async for frame in socket:
                message = json.loads(frame)
                if message["type"] not in {"position", "plies"}:
                    continue
                if message["outcome"] is not None:
                    break
                assert set(message["observation"]) == {"value"}
                if moves := message["moves"]:
                    assert moves[0]["events"] == [{"type": "Taken", "count": 1}]
                    play = {"type": "play", "id": "m", "ply": message["ply"], "move": moves[0]["move"]}
                    await socket.send(json.dumps(play))
        record = ann.http.get(f"/api/tables/{table}/record")
        assert verify(parse_record(record.text)).is_fair
        assert ann.http.get(f"/api/tables/{table}/history").status_code == 200
        assert ann.http.get(f"/api/tables/{table}/replay").status_code == 200
    assert [line for line in server.read_log() if line["level"] == "error"] == []


@pytest.mark.parametrize("game", sorted(FAILS_LATER))
async def test_a_game_that_fails_in_the_middle_tells_its_people_and_costs_no_other_table(
    server: Process, game: str
) -> None:
    with Person(server, "Ann") as ann:
        table = ann.open_table(game=game)
        other = ann.open_table(game="nim")
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            message = await play_first(socket)
            assert (message["type"], message["code"]) == ("refused", "game_failed")
            assert "secret" not in message["message"]
            async with server.connect(other, cookie=ann.cookie) as elsewhere:
                assert (await play_first(elsewhere))["type"] == "played"
            await socket.send(json.dumps({"type": "ping", "id": "p"}))
            assert (await read(socket, "pong"))["id"] == "p"
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            welcome = await read(socket, "welcome")
            assert welcome["table"]["ply"] == (1 if game in {"blind", "exiting", "stuck"} else 0)
        mine = ann.http.get("/api/tables?show=mine").json()["tables"]
        assert {each["id"] for each in mine} == {table, other}
    reasons = {"exiting": "SystemExit", **dict.fromkeys(CANNOT_END, "of the outcome are")}
    reason = reasons.get(game, "ZeroDivisionError")
    assert any(reason in str(line) for line in server.read_log())


async def test_a_bot_at_a_game_that_fails_tries_once_and_people_are_told(server: Process) -> None:
    with Person(server, "Ann") as ann:
        table = ann.open_table(game="blind", seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            failures = [await play_first(socket)]
            async for frame in socket:
                message = json.loads(frame)
                failures += [message] if message["type"] == "refused" else []
                if len(failures) == 2:  # what cannot be shown, and the bot that cannot move
                    break
            assert {failure["code"] for failure in failures} == {"game_failed"}
