"""Where others reach a server, and who may let the home network in."""

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.network import addresses
from ludotheque.server.network.sharing import OpenListener, Sharing
from tests.server.server_harness import Process, Visitor, refusal, running

HERE = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}
LAN = "192.0.2.7"
"""An address that stands for that of this machine in its network."""


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.network.sharing.find_own_address", lambda: LAN)


async def ask(app: Starlette, address: str = "127.0.0.1", **headers: str) -> dict[str, Any]:
    async with Visitor(app, address) as visitor:
        answer = await visitor.get("/api/sharing", headers=headers or HERE)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        ({}, None),
        ({"host": "::1"}, None),
        ({"host": "0.0.0.0", "port": 9000}, f"http://{LAN}:9000"),
        ({"host": "0.0.0.0", "lan_address": "10.0.0.9"}, "http://10.0.0.9:8000"),
        ({"host": "192.168.1.7"}, "http://192.168.1.7:8000"),
        ({"public_url": "https://games.example"}, "https://games.example"),
    ],
)
async def test_this_machine_is_told_what_others_can_use(
    tmp_path: Path, settings: dict[str, Any], url: str | None
) -> None:
    async with running(tmp_path / "x.sqlite", **settings) as app:
        assert await ask(app) == {"url": url, "network": None}


async def test_without_a_network_nobody_else_reaches_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.network.sharing.find_own_address", lambda: None)
    async with running(tmp_path / "x.sqlite", host="0.0.0.0") as app:
        assert await ask(app) == {"url": None, "network": None}


@pytest.mark.parametrize(
    ("address", "host", "url"),
    [
        ("192.168.1.20", "192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("192.168.1.20", "testserver", "http://testserver"),
        ("192.168.1.20", "127.0.0.1", "http://127.0.0.1"),  # a forged host: the address in the network is not told
        ("127.0.0.1", "testserver", "http://testserver"),  # by a tunnel
    ],
)
async def test_others_are_told_the_address_by_which_they_came(
    tmp_path: Path, address: str, host: str, url: str
) -> None:
    async with running(tmp_path / "x.sqlite", host="0.0.0.0") as app:
        assert await ask(app, address, host=host) == {"url": url, "network": None}


def test_finding_the_own_address_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only datagram sockets are connected, and nothing is written to them."""
    made: list[int] = []

    class Unsent:
        def __init__(self, _family: int, kind: int) -> None:
            made.append(kind)

        def __enter__(self) -> "Unsent":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, address: tuple[str, int]) -> None:
            if address[0] == "192.0.2.1":
                raise OSError

        def getsockname(self) -> tuple[str, int]:
            return ("127.0.0.1", 1) if len(made) == 2 else ("192.168.0.9", 1)

    monkeypatch.setattr("ludotheque.server.network.addresses.socket.socket", Unsent)
    assert addresses.find_own_address() == "192.168.0.9"  # no way to the first, and the second is this machine itself
    assert made == [socket.SOCK_DGRAM] * 3


# ── Letting the home network in ──────────────────────────────────────────────────────────────────────────────────────


class Play(Process):
    """`ludotheque play`, whose address in the home network is 127.0.0.2."""

    def __init__(self, database: Path, *flags: str) -> None:
        super().__init__(database, "--no-browser", "--lan-address=127.0.0.2", *flags, command="play")

    def is_reached_by_others(self) -> bool:
        try:
            answer = httpx.get(f"http://127.0.0.2:{self.port}/healthz", trust_env=False)
        except httpx.ConnectError:
            return False
        return answer.status_code == 200


def test_the_home_network_is_let_in_and_kept_out_without_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite"
    server = Play(database)
    others = {"url": f"http://127.0.0.2:{server.port}", "network": "open"}
    nobody = {"url": None, "network": "closed"}
    with server.client() as ann:
        ann.post("/api/players").raise_for_status()
        assert ann.get("/api/sharing").json() == nobody
        assert not server.is_reached_by_others()
        assert ann.post("/api/sharing", json={"open": True}).json() == others
        assert server.is_reached_by_others()
        assert ann.post("/api/sharing", json={"open": False}).json() == nobody
        assert not server.is_reached_by_others()
        ann.post("/api/sharing", json={"open": True}).raise_for_status()
    assert server.end() == 0
    server = Play(database)  # it was said once
    assert server.is_reached_by_others()
    assert server.end() == 0


async def test_a_flag_is_remembered_like_the_button(tmp_path: Path) -> None:
    memory = tmp_path / "data" / "x.sqlite.shared"

    async def close() -> None: ...

    async def is_let_in(wanted: bool | None) -> bool:
        sharing = Sharing(Config(), memory, wanted=wanted)
        await sharing.attach(lambda address, port: OpenListener(address, port, close))
        return sharing.is_open

    assert [await is_let_in(wanted) for wanted in (None, True, None, False, None)] == [False, True, True, False, False]


def test_only_this_machine_decides_who_reaches_it(tmp_path: Path) -> None:
    server = Play(tmp_path / "x.sqlite", "--share")
    url = f"http://127.0.0.2:{server.port}"
    # 127.0.0.2 is loopback too; a host that is not stands for a browser elsewhere.
    with httpx.Client(base_url=url, headers={"host": "192.0.2.7"}, trust_env=False) as ben:
        ben.post("/api/players").raise_for_status()
        assert refusal(ben.post("/api/sharing", json={"open": False})) == (403, "not_allowed")
    with server.client() as ann:
        assert refusal(ann.post("/api/sharing", json={"open": False})) == (401, "no_player")
        ann.post("/api/players").raise_for_status()
        foreign = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
        assert refusal(ann.post("/api/sharing", json={"open": False}, headers=foreign)) == (403, "wrong_origin")
    assert server.is_reached_by_others()
    assert server.end() == 0


async def test_a_server_for_others_cannot_be_opened_from_its_page(app: Starlette) -> None:
    async with Visitor(app, "127.0.0.1", HERE) as ann:
        await ann.become("Ann")
        assert refusal(await ann.post("/api/sharing", json={"open": True})) == (403, "not_allowed")


async def test_without_a_network_nobody_is_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.network.sharing.find_own_address", lambda: None)
    memory = tmp_path / "x.shared"
    config = Config(database=f"sqlite:///{tmp_path}/x.sqlite", warm_up=False, allowed_hosts=("testserver",))
    app = make_app(config, shared=Sharing(config, memory))
    async with app.router.lifespan_context(app), Visitor(app, "127.0.0.1", HERE) as ann:
        await ann.become("Ann")
        assert refusal(await ann.post("/api/sharing", json={"open": True})) == (409, "no_network")
        assert (await ann.get("/api/sharing")).json() == {"url": None, "network": "closed"}
    assert not memory.exists()


def test_an_address_that_everybody_is_told_cannot_be_changed_from_the_page(tmp_path: Path) -> None:
    for config in (Config(public_url="https://games.example"), Config(host="0.0.0.0")):
        assert not Sharing(config, tmp_path / "x.shared", wanted=True).can_change
    assert not (tmp_path / "x.shared").exists()
