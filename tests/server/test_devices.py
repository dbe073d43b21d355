"""The devices of a player, the links that add one, and the players that one browser keeps."""

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from ludotheque.server.http.cookies import COOKIE, KEPT_COOKIE, MOST_KEPT, PREFIX
from ludotheque.server.identity.auth import MOST_DEVICES
from ludotheque.server.identity.device_names import name_device
from ludotheque.server.rate_limits import Limits
from tests.server.server_harness import ORIGIN, Visitor, refusal, running

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


@pytest.fixture
async def phone(app: Starlette) -> AsyncIterator[Visitor]:
    """A browser that is nobody yet."""
    async with Visitor(app) as visitor:
        yield visitor


async def make_link(visitor: Visitor) -> str:
    answer = await visitor.post("/api/me/links")
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code


async def follow(visitor: Visitor, code: str) -> dict[str, Any]:
    answer = await visitor.post(f"/api/links/{code}")
    assert answer.status_code == 200, answer.text
    player: dict[str, Any] = answer.json()["player"]
    return player


async def my_name(visitor: Visitor) -> str:
    name: str = (await visitor.get("/api/me")).json()["player"]["name"]
    return name


async def list_names(visitor: Visitor) -> list[str]:
    return [player["name"] for player in (await visitor.get("/api/me/players")).json()["players"]]


async def list_devices(visitor: Visitor) -> list[dict[str, Any]]:
    devices: list[dict[str, Any]] = (await visitor.get("/api/me/devices")).json()["devices"]
    return devices


# ── Links ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_link_can_be_looked_at_without_using_it_up(ann: Visitor, ben: Visitor, phone: Visitor) -> None:
    link = (await ann.post("/api/me/links")).json()
    for visitor, name in ((phone, None), (ben, "Ben"), (ann, "Ann"), (phone, None)):
        answer = await visitor.get(f"/api/links/{link['code']}")
        seen = answer.json()
        assert (seen["player"]["name"], seen["expires"]) == ("Ann", link["expires"])
        assert (seen["you"] and seen["you"]["name"]) == name
        assert "set-cookie" not in answer.headers
    assert (await follow(phone, link["code"]))["name"] == "Ann"
    assert refusal(await phone.get(f"/api/links/{link['code']}")) == (404, "no_such_link")


async def test_guessing_links_by_looking_at_them_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.app.monotonic", lambda: 0.0)
    async with running(tmp_path / "x.sqlite", rate_limits=True) as app, Visitor(app) as thief:
        for _ in range(Limits.SECRETS.burst):
            assert refusal(await thief.get("/api/links/guess")) == (404, "no_such_link")
        assert refusal(await thief.get("/api/links/guess")) == (429, "too_fast")


async def test_another_site_cannot_follow_a_link_for_somebody(ann: Visitor, ben: Visitor) -> None:
    code = await make_link(ann)
    headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    assert refusal(await ben.post(f"/api/links/{code}", headers=headers)) == (403, "wrong_origin")
    assert await my_name(ben) == "Ben"


async def test_open_links_are_listed_without_their_codes_and_can_be_revoked(ann: Visitor, ben: Visitor) -> None:
    codes = [await make_link(ann) for _ in range(2)]
    answer = await ann.get("/api/me/links")
    links = answer.json()["links"]
    assert len(links) == 2
    assert not any(code in answer.text for code in codes)
    assert (await ben.get("/api/me/links")).json() == {"links": []}
    assert refusal(await ben.delete(f"/api/me/links/{links[0]['id']}")) == (404, "no_such_link")
    for link in links:
        assert refusal(await ben.post(f"/api/links/{link['id']}")) == (404, "no_such_link")  # a name is no code
        assert (await ann.delete(f"/api/me/links/{link['id']}")).status_code == 204
    for code in codes:
        assert refusal(await ben.post(f"/api/links/{code}")) == (404, "no_such_link")
    assert await my_name(ben) == "Ben"


async def test_there_is_a_limit_to_devices_and_links(ann: Visitor) -> None:
    for _ in range(MOST_DEVICES - 1):
        await make_link(ann)
    assert refusal(await ann.post("/api/me/links")) == (409, "too_many_devices")
    [link, *_] = (await ann.get("/api/me/links")).json()["links"]
    await ann.delete(f"/api/me/links/{link['id']}")
    await make_link(ann)


# ── The players of a browser ─────────────────────────────────────────────────────────────────────────────────────────


async def test_who_was_replaced_by_a_link_can_be_switched_back_to(ann: Visitor, ben: Visitor) -> None:
    table = await ben.open_table()
    ben_id = (await ben.get("/api/me")).json()["player"]["id"]
    ann_id = (await follow(ben, await make_link(ann)))["id"]
    assert await my_name(ben) == "Ann"
    assert await list_names(ben) == ["Ann", "Ben"]
    assert await list_names(ann) == ["Ann"]
    answer = await ben.post("/api/me/switch", json={"player": ben_id})
    assert answer.json()["player"] == {"id": ben_id, "name": "Ben", "guest": None}
    assert [mine["id"] for mine in (await ben.get("/api/me")).json()["tables"]] == [table["id"]]
    assert await list_names(ben) == ["Ben", "Ann"]
    await ben.post("/api/me/switch", json={"player": ann_id})
    assert await my_name(ben) == "Ann"


async def test_nobody_switches_to_a_player_that_the_browser_does_not_keep(ann: Visitor, ben: Visitor) -> None:
    ben_id = (await ben.get("/api/me")).json()["player"]["id"]
    for player in (ben_id, "", "x"):
        assert refusal(await ann.post("/api/me/switch", json={"player": player})) == (404, "no_such_player")
    ann.cookies.set(KEPT_COOKIE, f"x.{'y' * 43}..{ben_id}.{'z' * 5000}")
    assert await list_names(ann) == ["Ann"]


async def test_the_cookie_of_kept_players_is_out_of_the_reach_of_scripts(ann: Visitor, ben: Visitor) -> None:
    answer = await ben.post(f"/api/links/{await make_link(ann)}")
    cookies = answer.headers.get_list("set-cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {COOKIE, KEPT_COOKIE}
    for cookie in cookies:
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))


async def test_under_https_kept_players_have_a_host_cookie(tmp_path: Path) -> None:
    https = ORIGIN.replace("http:", "https:")
    headers = {"origin": https}
    async with (
        running(tmp_path / "x.sqlite") as app,
        Visitor(app, headers=headers) as ann,
        Visitor(app, headers=headers) as ben,
    ):
        for visitor, name in ((ann, "Ann"), (ben, "Ben")):
            visitor.base_url = https
            await visitor.become(name)
        await follow(ben, await make_link(ann))
        assert set(ben.cookies) == {PREFIX + COOKIE, PREFIX + KEPT_COOKIE}
        assert await list_names(ben) == ["Ann", "Ben"]


async def test_a_browser_keeps_only_so_many_players_and_loses_none(app: Starlette, ben: Visitor) -> None:
    for number in range(MOST_KEPT + 1):
        async with Visitor(app) as other:
            await other.become(f"Friend {number}")
            code = await make_link(other)
            if number < MOST_KEPT:
                await follow(ben, code)
            else:
                assert refusal(await ben.post(f"/api/links/{code}")) == (409, "too_many_players")
                assert (await other.get(f"/api/links/{code}")).status_code == 200  # not used up
    assert await list_names(ben) == [*(f"Friend {number}" for number in reversed(range(MOST_KEPT))), "Ben"]


async def test_a_link_to_who_one_is_or_was_makes_no_second_device(ann: Visitor, ben: Visitor) -> None:
    secret = ann.cookies[COOKIE]
    await follow(ann, await make_link(ann))
    assert ann.cookies[COOKIE] == secret
    await follow(ben, await make_link(ann))
    ben_id = (await ben.get("/api/me/players")).json()["players"][1]["id"]
    await ben.post("/api/me/switch", json={"player": ben_id})
    await follow(ben, await make_link(ann))  # Ann again, whom the browser keeps
    assert await list_names(ben) == ["Ann", "Ben"]
    assert len(await list_devices(ann)) == 2


# ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1", "Safari, Mac"),
        ("python-httpx/0.27", ""),
        ("", ""),
        ("x" * 600 + "Firefox/1", ""),
    ],
)  # fmt: skip
def test_a_device_is_named_coarsely(user_agent: str, name: str) -> None:
    assert name_device(user_agent) == name


async def test_devices_are_listed_and_logged_out(ann: Visitor, ben: Visitor, phone: Visitor) -> None:
    phone.headers["user-agent"] = FIREFOX
    await follow(phone, await make_link(ann))
    here, there = await list_devices(ann)
    assert (here["here"], there["here"], there["label"]) == (True, False, "Firefox, Linux")
    assert 0 < here["created"] <= here["used"] <= there["created"]
    assert refusal(await ben.delete(f"/api/me/devices/{there['id']}")) == (404, "no_such_device")
    assert await my_name(phone) == "Ann"
    assert (await ann.delete(f"/api/me/devices/{there['id']}")).status_code == 204
    assert refusal(await phone.get("/api/me")) == (401, "no_player")
    assert refusal(await ann.delete(f"/api/me/devices/{there['id']}")) == (404, "no_such_device")
    assert [device["id"] for device in await list_devices(ann)] == [here["id"]]


async def test_a_token_is_no_device(ann: Visitor) -> None:
    token = (await ann.post("/api/me/tokens", json={"label": "my bot"})).json()
    assert len(await list_devices(ann)) == 1
    assert refusal(await ann.delete(f"/api/me/devices/{token['id']}")) == (404, "no_such_device")


async def test_logging_out_here_ends_this_player_in_this_browser_only(ann: Visitor, ben: Visitor) -> None:
    await follow(ben, await make_link(ann))
    secret = ben.cookies[COOKIE]
    assert (await ben.post("/api/me/logout")).status_code == 204
    assert COOKIE not in ben.cookies
    assert await my_name(ann) == "Ann"
    ben.cookies.set(COOKIE, secret)  # who has kept the cookie has kept nothing
    assert refusal(await ben.get("/api/me")) == (401, "no_player")
    ben.cookies.delete(COOKIE)
    assert (await ben.post("/api/players")).json()["player"]["name"] == "Ben"  # whom the browser was before
    assert await list_names(ben) == ["Ben"]
    assert (await ben.post("/api/me/logout")).status_code == 204
    assert (await ben.post("/api/players")).json()["player"]["name"].startswith("Guest ")


@pytest.mark.parametrize("stay", [True, False])
async def test_logging_out_everywhere_ends_all_devices_and_links(
    ann: Visitor, ben: Visitor, phone: Visitor, app: Starlette, *, stay: bool
) -> None:
    await follow(phone, await make_link(ann))
    code = await make_link(phone)
    token = (await ann.post("/api/me/tokens", json={"label": "my bot"})).json()["token"]
    assert (await ann.post("/api/me/logout-everywhere", json={"stay": stay})).status_code == 204
    assert refusal(await phone.get("/api/me")) == (401, "no_player")
    assert refusal(await ben.post(f"/api/links/{code}")) == (404, "no_such_link")
    assert (await ann.get("/api/me")).status_code == (200 if stay else 401)
    assert (COOKIE in ann.cookies) == stay
    assert await my_name(ben) == "Ben"
    async with Visitor(app, headers={"authorization": f"Bearer {token}"}) as bot:
        assert (await bot.get("/api/me")).status_code == 200


async def test_no_secret_is_told_twice_or_logged(
    ann: Visitor, ben: Visitor, app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A cookie, token or link is in the answer that makes it, and nowhere else: in no body, header or line of log."""
    monkeypatch.setattr(logging.getLogger("ludotheque.server"), "propagate", True)
    caplog.set_level(logging.DEBUG)
    token = (await ann.post("/api/me/tokens", json={"label": "my bot"})).json()["token"]
    used, kept = await make_link(ann), await make_link(ann)
    secrets = [ann.cookies[COOKIE], ben.cookies[COOKIE], token, used, kept]
    table = await ann.open_table()
    await follow(ben, used)
    secrets.append(ben.cookies[COOKIE])
    players = (await ben.get("/api/me/players")).json()["players"]
    answers = [
        await visitor.request(method, path, json=body)
        for visitor in (ann, ben)
        for method, path, body in (
            ("GET", "/api/me", None), ("GET", "/api/me/players", None), ("GET", "/api/me/devices", None),
            ("GET", "/api/me/links", None), ("GET", "/api/me/tokens", None), ("GET", f"/api/links/{kept}", None),
            ("GET", f"/api/links/{used}", None), ("POST", f"/api/links/{used}", None),
            ("PATCH", "/api/me", {"name": "Zoe"}), ("POST", "/api/players", None),
            ("GET", f"/api/tables/{table['id']}", None),
            ("POST", "/api/me/switch", {"player": players[1]["id"]}), ("DELETE", "/api/me/devices/x", None),
            ("POST", "/api/me/logout-everywhere", {"stay": True}), ("POST", "/api/me/logout", None),
        )
    ]  # fmt: skip
    assert len({answer.status_code for answer in answers}) >= 4
    for answer in answers:
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        for secret in secrets:
            assert secret not in answer.text + json.dumps(headers), answer.request.url
    logged = [str(record.__dict__) for record in caplog.records if record.name.startswith("ludotheque")]
    assert any("PATCH /api/me 200" in line for line in logged)
    for secret in secrets:
        assert not any(secret in line for line in logged)
