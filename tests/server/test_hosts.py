"""Under which names a server may be asked for."""

import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers

from ludotheque.server.config import Config
from ludotheque.server.errors import Refused
from ludotheque.server.http.hosts import Hosts
from tests.server.server_harness import ORIGIN, Visitor, refusal, running


def is_served(asked: str, **settings: Any) -> bool:
    hosts = Hosts(Config(**settings))
    try:
        hosts.check(Headers({"host": asked}))
    except Refused as refused:
        return (refused.code, refused.status) != ("wrong_host", 421)
    return True


OWN = socket.gethostname().partition(".")[0]
LOOPBACK = [
    "localhost",
    "LOCALHOST:8000",
    "localhost.",
    "127.0.0.1",
    "127.0.0.1:8000",
    "127.1.2.3",
    "[::1]",
    "[::1]:8000",
]
ADDRESSES = ["192.168.1.7:8000", "10.0.0.1", "[fe80::1]:8000", "203.0.113.9"]
NAMES = ["games.example", "games.example:443", "GAMES.example.", "playroom", "playroom:8000"]
EVIL = [
    "evil.example", "evil.example:8000", "games.example.evil.example", "xgames.example", "localhost.evil.example", "",
    ":8000", "127.0.0.1.evil.example", "a@127.0.0.1", "127.0.0.1/x", "127.0.0.1:x", "[::1", "0x7f.1.evil.example",
]  # fmt: skip


@pytest.mark.parametrize("host", LOOPBACK)
def test_this_machine_is_always_served(host: str) -> None:
    assert is_served(host)
    assert is_served(host, public_url="https://games.example")


@pytest.mark.parametrize("host", EVIL)
def test_a_name_that_is_not_ours_is_refused(host: str) -> None:
    assert not is_served(host)
    assert not is_served(host, host="0.0.0.0")
    assert not is_served(host, public_url="https://games.example", allowed_hosts=("playroom",))


@pytest.mark.parametrize("host", ADDRESSES)
def test_an_address_is_served_unless_people_use_a_name(host: str) -> None:
    """A page of another site can let its name point here, but it cannot make the browser send an address instead."""
    assert is_served(host, host="0.0.0.0")
    assert not is_served(host, public_url="https://games.example")


@pytest.mark.parametrize("host", [OWN, f"{OWN}.local", f"{OWN.upper()}:8000", "myhost.lan"])
def test_the_machine_is_served_by_its_own_name(host: str) -> None:
    assert is_served(host, host="myhost.lan")
    if host != "localhost":
        assert not is_served(host, public_url="https://games.example")


@pytest.mark.parametrize("host", NAMES)
def test_the_public_name_and_those_that_are_allowed_are_served(host: str) -> None:
    assert is_served(host, public_url="https://games.example:8443", allowed_hosts=("playroom",))


def test_a_request_has_one_host_or_none() -> None:
    Hosts(Config()).check(Headers(raw=[]))
    with pytest.raises(Refused):
        Hosts(Config()).check(Headers(raw=[(b"host", b"localhost"), (b"host", b"evil.example")]))


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/players", "/healthz", "/metrics", "/table/x"])
async def test_every_route_refuses_another_host(app: Starlette, path: str) -> None:
    async with Visitor(app) as ann:
        await ann.become("Ann")
        method = "POST" if path == "/api/players" else "GET"
        headers = {"host": "evil.example", "origin": "http://evil.example"}
        answer = await ann.request(method, path, headers=headers)
        assert refusal(answer) == (421, "wrong_host")
        assert "allowed_hosts" in answer.text
        assert answer.headers["content-security-policy"]


async def test_a_socket_of_another_host_is_refused(app: Starlette) -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"evil.example"), (b"origin", b"http://evil.example")]
    scope = {
        "type": "websocket", "path": "/api/tables/nowhere/socket", "query_string": b"", "headers": headers,
        "client": ("192.0.2.1", 1), "scheme": "ws", "root_path": "", "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    await app(scope, receive, send)
    assert sent[0]["status"] == 421


@pytest.mark.parametrize(("how", "is_strict"), [("http", False), ("scheme", True), ("public_url", True)])
async def test_over_https_the_browser_is_told_to_stay_there(tmp_path: Path, how: str, *, is_strict: bool) -> None:
    public_url = "https://games.example" if how == "public_url" else ""
    base = ORIGIN.replace("http:", "https:") if how == "scheme" else ORIGIN
    async with running(tmp_path / "x.sqlite", public_url=public_url) as app, Visitor(app) as visitor:
        for path in ("/", "/api/games", "/api/me"):
            header = (await visitor.get(f"{base}{path}")).headers.get("strict-transport-security")
            assert header == ("max-age=31536000" if is_strict else None)
