"""Tokens on sockets of those who cannot set headers, as browsers and Node: by subprotocol or by the first message."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludotheque.server.http.routes import socket as socket_route
from tests.patience import PATIENCE
from tests.server.server_harness import Person, Process, process, read, serving
from tests.server.test_sockets_api import refused


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("tokens") / "x.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Process) -> Iterator[Person]:
    with Person(server, "Ann") as person:
        yield person


@pytest.fixture(scope="module")
def ben(server: Process) -> Iterator[Person]:
    with Person(server, "Ben") as person:
        yield person


@pytest.fixture(scope="module")
def token(ann: Person) -> str:
    made: str = ann.http.post("/api/me/tokens", json={"label": "page"}).json()["token"]
    return made


async def read_refusal(socket: ClientConnection) -> tuple[str, int | None, str | None]:
    """Give the code of the only message, and how the socket is closed after it."""
    messages = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            while True:
                messages.append(json.loads(await socket.recv()))
    assert [message["type"] for message in messages] == ["refused"]
    assert messages[0]["message"].endswith(".")
    return messages[0]["code"], socket.close_code, socket.close_reason


async def test_a_token_comes_by_subprotocol_and_is_not_sent_back(server: Process, ann: Person, token: str) -> None:
    table = ann.open_table(watch="nobody")
    async with server.connect(table, subprotocols=["ludotheque", f"ludotheque.token.{token}"]) as socket:
        assert socket.subprotocol == "ludotheque"
        assert (await read(socket, "welcome"))["table"]["mine"] == [0, 1]
        assert (await read(socket, "position"))["moves"]
    async with server.connect(table, subprotocols=["ludotheque"], cookie=ann.cookie) as socket:
        assert (await read(socket, "welcome"))["table"]["mine"] == [0, 1]


async def test_a_wrong_token_by_subprotocol_is_refused_on_the_socket(server: Process, ann: Person, token: str) -> None:
    """Also with a cookie, and where spectators are welcome: whoever sends a token does not want to be anybody else."""
    table = ann.open_table(watch="anyone")
    for wrong in (f"{token}x", "x", ""):
        offered = ["ludotheque", f"ludotheque.token.{wrong}"]
        for cookie in ("", ann.cookie):
            async with server.connect(table, subprotocols=offered, cookie=cookie) as socket:
                assert await read_refusal(socket) == ("no_player", 1008, "no_player")


async def test_whoever_offers_the_subprotocol_is_told_every_refusal_on_the_socket(
    server: Process, ann: Person, ben: Person
) -> None:
    async with server.connect("nowhere", subprotocols=["ludotheque"]) as socket:
        assert await read_refusal(socket) == ("no_such_table", 1008, "no_such_table")
    table = ann.open_table(watch="nobody")
    async with server.connect(table, subprotocols=["ludotheque"], cookie=ben.cookie) as socket:
        assert (await read_refusal(socket))[0] == "not_allowed"


async def test_a_page_of_another_site_cannot_connect_with_a_token_either(
    server: Process, ann: Person, token: str
) -> None:
    table, offered = ann.open_table(), ["ludotheque", f"ludotheque.token.{token}"]
    for query in ("", "?authenticate=true"):
        opening = server.connect(table, query, subprotocols=offered, origin="https://evil.example")
        assert await refused(opening) == (403, "wrong_origin")


async def test_a_token_comes_by_the_first_message(server: Process, ann: Person, token: str) -> None:
    table = ann.open_table(watch="nobody")
    async with server.connect(table, "?authenticate=true") as socket:
        await socket.send(json.dumps({"type": "authenticate", "token": token}))
        first = json.loads(await socket.recv())
        assert (first["type"], first["table"]["mine"]) == ("welcome", [0, 1])
        position = await read(socket, "position")
        play = {"type": "play", "id": "m", "ply": position["ply"], "move": position["moves"][0]["move"]}
        await socket.send(json.dumps(play))
        assert (await read(socket, "played"))["id"] == "m"
        await socket.send(json.dumps({"type": "authenticate", "id": "late", "token": token}))
        assert (await read(socket, "refused"))["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type": "authenticate", "token": "wrong"}', "no_player"),
        ('{"type": "authenticate"}', "malformed"),
        ('{"type": "ping"}', "no_player"),
        ("not JSON", "malformed"),
    ],
)
async def test_a_wrong_first_message_is_refused_and_makes_nobody_a_spectator(
    server: Process, ann: Person, first: str, code: str
) -> None:
    table = ann.open_table(watch="anyone")
    for cookie in ("", ann.cookie):
        async with server.connect(table, "?authenticate=true", cookie=cookie) as socket:
            await socket.send(first)
            assert await read_refusal(socket) == (code, 1008, code)


@pytest.mark.parametrize("value", ["1", "True", "yes", ""])
async def test_another_value_of_the_parameter_makes_nobody_a_spectator(
    server: Process, ann: Person, value: str
) -> None:
    table = ann.open_table(watch="anyone")
    assert await refused(server.connect(table, f"?authenticate={value}")) == (400, "malformed")
    async with server.connect(table, f"?authenticate={value}", subprotocols=["ludotheque"]) as socket:
        assert await read_refusal(socket) == ("malformed", 1008, "malformed")
    async with server.connect(table, "?authenticate=false") as socket:
        assert (await read(socket, "welcome"))["table"]["mine"] == []


@pytest.mark.parametrize("values", [("true", "false"), ("false", "true"), ("true", "true")])
async def test_a_repeated_parameter_makes_nobody_a_spectator(
    server: Process, ann: Person, values: tuple[str, str]
) -> None:
    table, query = ann.open_table(watch="anyone"), "?" + "&".join(f"authenticate={value}" for value in values)
    assert await refused(server.connect(table, query)) == (400, "malformed")


@pytest.mark.parametrize("prefix", ["Ludotheque.Token.", "ludotheque.tokens.", "ludotheque."])
async def test_a_misspelt_subprotocol_makes_nobody_a_spectator(
    server: Process, ann: Person, token: str, prefix: str
) -> None:
    table = ann.open_table(watch="anyone")
    async with server.connect(table, subprotocols=["ludotheque", f"{prefix}{token}"]) as socket:
        assert await read_refusal(socket) == ("malformed", 1008, "malformed")
    assert await refused(server.connect(table, subprotocols=[f"{prefix}{token}"])) == (400, "malformed")


async def test_a_first_message_that_does_not_come_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_route, "FIRST_SECONDS", 0.05)
    async with serving(tmp_path / "x.sqlite") as served:
        address = f"ws://127.0.0.1:{served.port}/api/tables/nowhere/socket?authenticate=true"
        async with asyncio.timeout(PATIENCE), connect(address, proxy=None) as socket:
            assert await read_refusal(socket) == ("too_slow", 1008, "too_slow")


async def test_a_token_by_subprotocol_or_message_is_closed_when_it_is_revoked(server: Process, ann: Person) -> None:
    table = ann.open_table()
    for query in ("", "?authenticate=true"):
        made = ann.http.post("/api/me/tokens", json={"label": "page"}).json()
        offered = [] if query else ["ludotheque", f"ludotheque.token.{made['token']}"]
        async with server.connect(table, query, subprotocols=offered or None) as socket:
            if query:
                await socket.send(json.dumps({"type": "authenticate", "token": made["token"]}))
            await read(socket, "welcome")
            ann.http.delete(f"/api/me/tokens/{made['id']}").raise_for_status()
            async with asyncio.timeout(PATIENCE):
                await socket.wait_closed()
            assert socket.close_code == 1008
