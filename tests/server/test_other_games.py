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
from ludotheque.core.errors import IllegalMove, InvalidState, OptionError
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


class Panic(BaseException):  # as a game in Rust raises it: what pyo3 makes of a panic is no Exception
    pass


class Panicked(nim_game.Nim):
    id, title = "panicked", "Panicked"

    def start(self):
        raise Panic("not today")


class Crowded(nim_game.Nim):
    id, title = "crowded", "Crowded"

    def actor(self, state):
        return 7


class Headless(nim_game.Nim):
    id, title = "headless", "Headless"

    def actor(self, state):
        return "nobody"


def fail_at(stones, state, result, kind=ZeroDivisionError):
    if state[0] == stones:
        raise kind(f"a secret: {state}")
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


class Panicking(nim_game.Nim):
    id, title = "panicking", "Panicking"

    def observe(self, state, viewer):
        return fail_at(4, state, state, Panic)


class Secretive(nim_game.Nim):
    id, title = "secretive", "Secretive"

    def observe(self, state, viewer):
        return fail_at(4, state, state, IllegalMove)


class Silent(nim_game.Nim):
    id, title = "silent", "Silent"

    def events(self, before, move, after, viewer):
        return fail_at(4, after, super().events(before, move, after, viewer), OptionError)


class Accusing(nim_game.Nim):
    id, title = "accusing", "Accusing"

    def actor(self, state):
        return fail_at(4, state, super().actor(state), IllegalMove)


class Forbidding(nim_game.Nim):
    id, title = "forbidding", "Forbidding"

    def apply(self, state, move):
        after = super().apply(state, move)
        return fail_at(4, after, after, IllegalMove)


class Confused(nim_game.Nim):
    id, title = "confused", "Confused"

    def apply(self, state, move):
        after = super().apply(state, move)
        return fail_at(4, after, after, InvalidState)


class Astray(nim_game.Nim):
    id, title = "astray", "Astray"

    def actor(self, state):
        return 7 if state[0] == 4 else super().actor(state)


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
RAISE_OURS = {
    "accusing": "IllegalMove",
    "confused": "InvalidState",
    "forbidding": "IllegalMove",
    "secretive": "IllegalMove",
    "silent": "OptionError",
}
"""Games that raise what only we should, or somewhere else."""
FAILS_LATER = {"blind": "Blind", "exiting": "Exiting", "lost": "Lost", "mute": "Mute", "stuck": "Stuck", **CANNOT_END}
FAILS_LATER |= {name: name.capitalize() for name in ("astray", "panicking", *RAISE_OURS)}
SHOWN_TOO_LATE = {"blind", "exiting", "panicking", "secretive", "silent", "stuck"}
"""Games that fail only when a move has been stored, and is to be shown."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A server with the smallest game, and with games that are broken in every way."""
    folder = tmp_path / "packages"
    install_nim(folder)
    install(folder, "broken_import", "import a_module_that_is_not_there", {"gone": "Game"})
    install(folder, "broken_exit", "raise SystemExit(3)", {"exits": "Game"})
    names = {name: name.capitalize() for name in ("absent", "halved", "misnamed", "plain", "quitter", "strange")}
    names |= {name: name.capitalize() for name in ("crowded", "headless", "panicked", "unhelpful")} | FAILS_LATER
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
        "crowded": "7 decides, which is neither one of 2 seats",
        "exits": "SystemExit: 3",
        "gone": "No module named 'a_module_that_is_not_there'",
        "halved": "UnicodeEncodeError",
        "headless": "'nobody' decides",
        "misnamed": "its id is 'something else'",
        "panicked": "Panic: not today",
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
        for game in ("gone", "crowded", "headless", "panicked"):
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True}
            answer = ann.http.post("/api/tables", json=wish)
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "game_failed")
            assert "has an error" in answer.json()["error"]["message"]
        mine = ann.http.get("/api/tables?show=mine").json()["tables"]
        assert "playing" not in {table["status"] for table in mine}


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
            assert welcome["table"]["ply"] == (1 if game in SHOWN_TOO_LATE else 0)
        mine = ann.http.get("/api/tables?show=mine").json()["tables"]
        assert {each["id"] for each in mine} == {table, other}
    reasons = {"exiting": "SystemExit", "panicking": "Panic", "astray": "7 decides", **RAISE_OURS}
    reasons |= dict.fromkeys(CANNOT_END, "of the outcome are")
    reason = reasons.get(game, "ZeroDivisionError")
    assert any(reason in str(line) for line in server.read_log())


@pytest.mark.parametrize("game", ["blind", "secretive"])
async def test_a_bot_at_a_game_that_fails_tries_once_and_people_are_told(server: Process, game: str) -> None:
    with Person(server, "Ann") as ann:
        table = ann.open_table(game=game, seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            failures = [await play_first(socket)]
            async for frame in socket:
                message = json.loads(frame)
                failures += [message] if message["type"] == "refused" else []
                if len(failures) == 2:  # what cannot be shown, and the bot that cannot move
                    break
            assert {failure["code"] for failure in failures} == {"game_failed"}
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            assert (await read(socket, "refused"))["code"] == "game_failed"


async def test_what_a_game_raises_in_the_wrong_place_is_told_nobody(server: Process) -> None:
    """Also by what is no move of a table: previews, the history, the analysis board."""
    with Person(server, "Ann") as ann:
        answers = []
        for game in ("confused", "forbidding", "silent"):
            table = ann.open_table(game=game)
            async with asyncio.timeout(PATIENCE), server.connect(table, "?previews=true", cookie=ann.cookie) as socket:
                assert (await read(socket, "refused"))["code"] == "game_failed"
        for game in ("secretive", "silent"):
            table = ann.open_table(game=game)
            async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
                await play_first(socket)
            answers.append(ann.http.get(f"/api/tables/{table}/history"))
        for game, moves in [*((game, ["1"]) for game in RAISE_OURS), ("accusing", ["1", "1"])]:
            answers.append(ann.http.post("/api/analysis/position", json={"game": game, "moves": moves}))
        for answer in answers:
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "game_failed")
            assert "secret" not in answer.text


@pytest.mark.parametrize(("move", "code"), [("2", "illegal"), ("3", "malformed")])
async def test_a_move_that_is_none_is_still_the_fault_of_whoever_plays_it(
    server: Process, move: str, code: str
) -> None:
    with Person(server, "Ann") as ann:
        table = ann.open_table(game="nim", options={"stones": "1"})
        async with asyncio.timeout(PATIENCE), server.connect(table, cookie=ann.cookie) as socket:
            await read(socket, "position")
            await socket.send(json.dumps({"type": "play", "id": "m", "ply": 0, "move": move}))
            assert (await read(socket, "refused"))["code"] == code
    assert [line for line in server.read_log() if line["level"] == "error"] == []
