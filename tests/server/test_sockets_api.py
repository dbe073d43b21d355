"""Who may open the socket of a table. What is said on it is tested beside the table."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.http.cookies import COOKIE
from tests.patience import PATIENCE
from tests.server.server_harness import Person, Process, process, read


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("sockets") / "x.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Process) -> Iterator[Person]:
    with Person(server, "Ann") as person:
        yield person


@pytest.fixture(scope="module")
def ben(server: Process) -> Iterator[Person]:
    with Person(server, "Ben") as person:
        yield person


async def refused(opening: Any) -> tuple[int, str]:
    """Give status and code with which a handshake is answered."""
    with pytest.raises(InvalidStatus) as error:
        async with opening:
            pass
    response = error.value.response
    assert response.headers["content-type"] == "application/json"
    return response.status_code, json.loads(response.body or b"")["error"]["code"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_page_of_another_site_cannot_connect(server: Process, ann: Person, origin: str) -> None:
    table = ann.open_table()
    assert await refused(server.connect(table, cookie=ann.cookie, origin=origin)) == (403, "wrong_origin")


async def test_our_own_page_and_programs_can(server: Process, ann: Person) -> None:
    table = ann.open_table()
    for origin in (server.url, None):
        async with server.connect(table, cookie=ann.cookie, origin=origin) as socket:
            assert (await read(socket, "welcome"))["table"]["mine"] == [0, 1]


async def test_a_bot_connects_by_its_token(server: Process, ann: Person) -> None:
    table = ann.open_table()
    token = ann.http.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
    async with server.connect(table, headers={"authorization": f"Bearer {token}"}) as socket:
        assert (await read(socket, "welcome"))["viewer"] in {0, 1}
    wrong = server.connect(table, headers={"authorization": f"Bearer {token}x"})
    assert await refused(wrong) == (401, "no_player")


async def test_a_table_that_is_not_there_cannot_be_connected_to(server: Process) -> None:
    assert await refused(server.connect("nowhere")) == (404, "no_such_table")


@pytest.mark.parametrize("query", ["?since=x", "?since=-1", "?epoch=1.5", "?since=9999999999", "?since=١"])
async def test_a_number_that_is_none_is_refused(server: Process, ann: Person, query: str) -> None:
    assert await refused(server.connect(ann.open_table(), query, cookie=ann.cookie)) == (400, "malformed")


async def test_nobody_watches_where_nobody_may(server: Process, ann: Person, ben: Person) -> None:
    table = ann.open_table(watch="nobody")
    for cookie in ("", ben.cookie, "x" * 43):
        assert await refused(server.connect(table, cookie=cookie)) == (403, "not_allowed")
    async with server.connect(table, cookie=ann.cookie) as socket:
        await read(socket, "position")


async def test_nobody_moves_a_seat_that_is_not_theirs(server: Process, ann: Person, ben: Person) -> None:
    table = ann.open_table(game="tsuro", seats=[{"kind": "me"}, {"kind": "open"}])
    ben.http.post(f"/api/tables/{table}/join").raise_for_status()
    ann.http.post(f"/api/tables/{table}/start").raise_for_status()
    async with server.connect(table, cookie=ann.cookie) as socket:
        position = await read(socket, "position")
    move = {"type": "play", "ply": position["ply"], "move": position["moves"][0]["move"]}
    for cookie, codes in (
        ("", {"not_seated"}),
        ("x" * 43, {"not_seated"}),
        (ben.cookie, {"not_seated", "out_of_turn"}),
    ):
        async with server.connect(table, cookie=cookie) as socket:
            seen = await read(socket, "position")
            assert seen["moves"] == []  # the notation of a move may hold secrets
            for more in ({}, {"seat": 0}, {"seat": 1}):
                await socket.send(json.dumps(move | more))
                assert (await read(socket, "refused"))["code"] in codes
    assert ann.http.get(f"/api/tables/{table}").json()["ply"] == position["ply"]


async def test_a_frame_has_a_largest_size(server: Process, ann: Person) -> None:
    table = ann.open_table()
    async with server.connect(table, cookie=ann.cookie) as socket:
        await socket.send(b"x" * (LARGEST_FRAME + 1))
        await socket.wait_closed()
        assert socket.close_code == 1009
    async with server.connect(table, cookie=ann.cookie) as socket:
        await read(socket, "welcome")


# ── Revoking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def wait_until_closed(socket: ClientConnection) -> list[str]:
    """Wait until the server has closed a socket; return type and reason of its last message, and the close code."""
    last: dict[str, Any] = {}
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            while True:
                last = json.loads(await socket.recv())
    return [last["type"], last["why"], str(socket.close_code)]


REVOKED = ["closing", "not_allowed", "1008"]


async def test_revoking_a_token_ends_its_sockets_and_no_others(server: Process, ann: Person) -> None:
    table = ann.open_table()
    tokens = [ann.http.post("/api/me/tokens", json={"label": "bot"}).json() for _ in range(2)]
    bots = [
        server.connect(table, headers={"authorization": f"Bearer {token['token']}"}) for token in (*tokens, tokens[0])
    ]
    async with bots[0] as bot, bots[1] as other, bots[2] as second, server.connect(table, cookie=ann.cookie) as page:
        position = await read(bot, "position")
        for socket in (other, second, page):
            await read(socket, "position")
        assert ann.http.delete(f"/api/me/tokens/{tokens[0]['id']}").status_code == 204
        with contextlib.suppress(ConnectionClosed):
            await bot.send(json.dumps({"type": "play", "ply": position["ply"], "move": position["moves"][0]["move"]}))
        assert await wait_until_closed(bot) == REVOKED
        assert await wait_until_closed(second) == REVOKED
        for socket in (other, page):
            await socket.send('{"type": "ping", "id": "still here"}')
            await read(socket, "pong")
    assert ann.http.get(f"/api/tables/{table}").json()["ply"] == position["ply"]


@pytest.mark.parametrize("how", ["device", "everywhere", "logout"])
async def test_logging_out_ends_the_sockets_of_the_device(server: Process, how: str) -> None:
    with Person(server, "Zoe") as zoe, server.client() as phone:
        code = zoe.http.post("/api/me/links").json()["code"]
        phone.post(f"/api/links/{code}").raise_for_status()
        table = zoe.open_table()
        async with (
            server.connect(table, cookie=zoe.cookie) as here,
            server.connect(table, cookie=phone.cookies[COOKIE]) as there,
        ):
            for socket in (here, there):
                await read(socket, "welcome")
            [_, device] = zoe.http.get("/api/me/devices").json()["devices"]
            if how == "device":
                zoe.http.delete(f"/api/me/devices/{device['id']}").raise_for_status()
            elif how == "everywhere":
                zoe.http.post("/api/me/logout-everywhere", json={"stay": True}).raise_for_status()
            else:
                phone.post("/api/me/logout").raise_for_status()
            assert await wait_until_closed(there) == REVOKED
            await here.send('{"type": "ping"}')
            await read(here, "pong")
