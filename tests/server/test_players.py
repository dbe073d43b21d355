"""The routes about who somebody is."""

from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from ludotheque.server.http.cookies import COOKIE, PREFIX
from tests.server.server_harness import ORIGIN, Visitor, refusal, running


def read_cookie(answer: httpx.Response, name: str = COOKIE) -> dict[str, str]:
    cookie = SimpleCookie("\n".join(answer.headers.get_list("set-cookie")))[name]
    return {name: value for name, value in cookie.items() if value} | {"value": cookie.value}


async def test_everybody_is_somebody_at_once(stranger: Visitor) -> None:
    assert refusal(await stranger.get("/api/me")) == (401, "no_player")
    answer = await stranger.post("/api/players")
    assert answer.status_code == 201
    player = answer.json()["player"]
    assert player["name"] == f"Guest {player['guest']}"
    assert (await stranger.get("/api/me")).json() == {"player": answer.json()["player"], "tables": []}


async def test_the_cookie_is_out_of_the_reach_of_scripts_and_other_sites(stranger: Visitor) -> None:
    answer = await stranger.post("/api/players", json={"name": "Ann"})
    cookie = read_cookie(answer)
    assert len(cookie.pop("value")) >= 43
    assert cookie == {"httponly": True, "samesite": "lax", "path": "/", "max-age": "31536000"}
    assert cookie.get("domain") is None
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("how", ["public_url", "scheme"])
async def test_over_https_the_cookie_stays_there(tmp_path: Path, how: str) -> None:
    public_url = "https://games.example" if how == "public_url" else ""
    async with running(tmp_path / "x.sqlite", public_url=public_url) as app, Visitor(app) as visitor:
        base = ORIGIN if how == "public_url" else ORIGIN.replace("http:", "https:")
        answer = await visitor.post(f"{base}/api/players")
        cookie = read_cookie(answer, PREFIX + COOKIE)
        assert len(cookie.pop("value")) >= 43
        assert cookie == {"httponly": True, "samesite": "lax", "path": "/", "max-age": "31536000", "secure": True}
        assert COOKIE not in visitor.cookies


async def test_a_cookie_from_before_https_is_honoured_and_replaced(tmp_path: Path) -> None:
    """Nobody loses their player when the server moves to https."""
    async with running(tmp_path / "x.sqlite") as app, Visitor(app) as visitor:
        await visitor.become("Ann")
        secret = visitor.cookies[COOKIE]
        https = ORIGIN.replace("http:", "https:")
        answer = await visitor.post(f"{https}/api/players", headers={"origin": https})
        assert answer.json()["player"]["name"] == "Ann"
        assert read_cookie(answer, PREFIX + COOKIE)["value"] == secret
        assert COOKIE not in visitor.cookies
        # From now on a cookie without the prefix, which a neighbour of our host could have set, counts for nothing.
        headers = {"cookie": f"{PREFIX}{COOKIE}={secret}; {COOKIE}={'x' * 43}"}
        assert (await visitor.get(f"{https}/api/me", headers=headers)).json()["player"]["name"] == "Ann"


async def test_whoever_is_a_player_stays_that_player(ann: Visitor) -> None:
    before = (await ann.get("/api/me")).json()["player"]
    secret = ann.cookies[COOKIE]
    answer = await ann.post("/api/players", json={"name": "Eve"})
    assert answer.status_code == 200
    assert answer.json()["player"] == before
    assert read_cookie(answer)["value"] == secret  # and the cookie lasts another year


async def test_a_cookie_that_is_nobodys_is_forgotten(stranger: Visitor) -> None:
    stranger.cookies.set(COOKIE, "x" * 43)
    assert refusal(await stranger.get("/api/me")) == (401, "no_player")
    assert (await stranger.post("/api/players")).status_code == 201


async def test_a_name_can_be_changed(ann: Visitor) -> None:
    answer = await ann.patch("/api/me", json={"name": " Anna  K. "})
    assert answer.json()["player"]["name"] == "Anna K."
    assert (await ann.get("/api/me")).json()["player"]["name"] == "Anna K."


@pytest.mark.parametrize("name", ["", "x" * 25, "a\u202eb"])
async def test_a_bad_name_changes_nothing(ann: Visitor, stranger: Visitor, name: str) -> None:
    assert refusal(await ann.patch("/api/me", json={"name": name})) == (400, "bad_name")
    assert (await ann.get("/api/me")).json()["player"]["name"] == "Ann"
    assert refusal(await stranger.post("/api/players", json={"name": name})) == (400, "bad_name")
    assert "set-cookie" not in (await stranger.get("/api/me")).headers


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", '{"name": 1}', '{"name": "Ann", "nmae": ""}', "[" * 9999, '"\\ud800']
)
async def test_a_body_that_makes_no_sense_is_refused(ann: Visitor, body: str) -> None:
    answer = await ann.patch("/api/me", content=body, headers={"content-type": "application/json"})
    assert refusal(answer) == (400, "malformed")
    assert (await ann.get("/api/me")).json()["player"]["name"] == "Ann"


async def test_a_link_makes_another_device_the_same_player_once(ann: Visitor, app: Starlette) -> None:
    link = (await ann.post("/api/me/links")).json()
    assert link["path"] == f"/link/{link['code']}"
    async with Visitor(app) as phone, Visitor(app) as thief:
        assert (await phone.post(f"/api/links/{link['code']}")).json() == (await ann.post("/api/players")).json()
        assert (await phone.get("/api/me")).json()["player"]["name"] == "Ann"
        assert refusal(await thief.post(f"/api/links/{link['code']}")) == (404, "no_such_link")
        assert refusal(await thief.get("/api/me")) == (401, "no_player")
    assert (await ann.get("/api/me")).status_code == 200


async def test_a_bot_plays_by_token_until_it_is_revoked(ann: Visitor, ben: Visitor, app: Starlette) -> None:
    made = await ann.post("/api/me/tokens", json={"label": "my bot"})
    assert made.status_code == 201
    token = made.json()
    headers = {"authorization": f"Bearer {token['token']}"}
    async with Visitor(app, headers=headers) as bot:
        assert (await bot.get("/api/me")).json()["player"] == (await ann.get("/api/me")).json()["player"]
        listed = (await ann.get("/api/me/tokens")).json()["tokens"]
        assert listed == [{"id": token["id"], "label": "my bot", "created": token["created"]}]
        assert (await ben.get("/api/me/tokens")).json() == {"tokens": []}
        assert refusal(await ben.delete(f"/api/me/tokens/{token['id']}")) == (404, "no_such_token")
        assert (await bot.get("/api/me")).status_code == 200
        assert (await ann.delete(f"/api/me/tokens/{token['id']}")).status_code == 204
        answer = await bot.get("/api/me")
        assert refusal(answer) == (401, "no_player")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_token_makes_nothing_that_outlives_it(ann: Visitor, app: Starlette) -> None:
    token = (await ann.post("/api/me/tokens", json={"label": "my bot"})).json()
    headers = {"authorization": f"Bearer {token['token']}"}
    async with Visitor(app, headers=headers) as bot:
        bot.cookies.set(COOKIE, ann.cookies[COOKIE])  # the token is what counts
        link = (await ann.post("/api/me/links")).json()
        for method, path in (
            ("GET", "/api/me/links"), ("DELETE", "/api/me/links/x"), ("GET", "/api/me/players"),
            ("GET", "/api/me/devices"), ("DELETE", "/api/me/devices/x"), ("POST", "/api/me/logout"),
            ("POST", "/api/me/logout-everywhere"), ("POST", f"/api/links/{link['code']}"),
        ):  # fmt: skip
            assert refusal(await bot.request(method, path)) == (403, "not_allowed")
        assert refusal(await bot.post("/api/me/switch", json={"player": "x"})) == (403, "not_allowed")
        assert refusal(await bot.post("/api/me/links")) == (403, "not_allowed")
        assert refusal(await bot.post("/api/me/tokens", json={"label": "another"})) == (403, "not_allowed")
        assert refusal(await bot.delete(f"/api/me/tokens/{token['id']}")) == (403, "not_allowed")
    assert [listed["id"] for listed in (await ann.get("/api/me/tokens")).json()["tokens"]] == [token["id"]]


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic QTpi", "Bearer \xff"])
async def test_a_wrong_token_is_refused_and_a_cookie_does_not_mend_it(ann: Visitor, header: str) -> None:
    answer = await ann.get("/api/me", headers={b"authorization": header.encode("latin-1")})
    assert refusal(answer) == (401, "no_player")


async def test_a_cookie_is_no_token(ann: Visitor, app: Starlette) -> None:
    async with Visitor(app, headers={"authorization": f"Bearer {ann.cookies[COOKIE]}"}) as bot:
        assert refusal(await bot.get("/api/me")) == (401, "no_player")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me"),
        ("PATCH", "/api/me"),
        ("POST", "/api/me/links"),
        ("POST", "/api/me/tokens"),
        ("GET", "/api/me/tokens"),
        ("DELETE", "/api/me/tokens/x"),
        ("GET", "/api/me/links"),
        ("DELETE", "/api/me/links/x"),
        ("GET", "/api/me/players"),
        ("POST", "/api/me/switch"),
        ("GET", "/api/me/devices"),
        ("DELETE", "/api/me/devices/x"),
        ("POST", "/api/me/logout"),
        ("POST", "/api/me/logout-everywhere"),
        ("POST", "/api/tables"),
        ("GET", "/api/tables?show=mine"),
        *(
            ("POST", f"/api/tables/x/{what}")
            for what in ("join", "seat", "seats/0", "leave", "start", "rematch", "replace", "return")
        ),
    ],
)
async def test_who_is_nobody_cannot_do_what_takes_somebody(stranger: Visitor, method: str, path: str) -> None:
    assert refusal(await stranger.request(method, path)) == (401, "no_player")


async def test_a_guest_is_marked_everywhere_until_a_name_is_chosen(stranger: Visitor) -> None:
    """The page says "guest" in the language of the reader. A chosen name is never translated, whatever it is."""
    player = (await stranger.post("/api/players")).json()["player"]
    table = await stranger.open_table()
    assert table["seats"][0]["guest"] == player["guest"]
    assert table["seats"][1]["guest"] is None
    chosen = f"Guest {player['guest'] + 1}"
    assert (await stranger.patch("/api/me", json={"name": chosen})).json()["player"]["guest"] is None
