"""What stands between the open internet and the tables."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from ludotheque.core.errors import StoreError
from ludotheque.server.bounds import LARGEST_BODY
from ludotheque.server.errors import Refused
from ludotheque.server.http.middleware import HEADERS, check_origin
from ludotheque.server.rate_limits import Limits
from tests.server.server_harness import ORIGIN, Visitor, refusal, running


@pytest.fixture
async def limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Starlette]:
    """A server with rate limits where no time passes, so that nothing depends on how fast a test runs."""
    monkeypatch.setattr("ludotheque.server.app.monotonic", lambda: 0.0)
    async with running(tmp_path / "limited.sqlite", rate_limits=True) as server:
        yield server


# ── Other sites ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "http://testserver:8080"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://[::1"},
        {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
async def test_another_site_cannot_change_anything(app: Starlette, headers: dict[str, str]) -> None:
    async with Visitor(app) as ann:
        await ann.become("Ann")
        async with Visitor(app, headers=headers) as evil:
            evil.cookies = ann.cookies
            for method, path in (("PATCH", "/api/me"), ("POST", "/api/tables"), ("DELETE", "/api/me/tokens/x")):
                body = {"name": "Eve"} if method == "PATCH" else None
                assert refusal(await evil.request(method, path, json=body)) == (403, "wrong_origin")
        assert (await ann.get("/api/me")).json()["player"]["name"] == "Ann"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": ORIGIN},
        {"origin": "HTTP://TESTSERVER:80"},
        {"origin": "https://testserver"},  # a proxy speaks https outside
        {"sec-fetch-site": "none"},
        {"origin": "https://games.example", "sec-fetch-site": "same-origin"},
    ],
)
def test_programs_and_our_own_page_may(headers: dict[str, str]) -> None:
    check_origin({"host": "testserver"} | headers, "https://games.example")


def test_without_a_public_url_its_origin_is_another_one() -> None:
    with pytest.raises(Refused):
        check_origin({"host": "testserver", "origin": "https://games.example"}, "")


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "text/json", "json"]
)
@pytest.mark.parametrize("body", ['{"name": "Eve"}', ""])
async def test_a_form_cannot_pass_for_json(ann: Visitor, kind: str, body: str) -> None:
    """A page of another site can make a browser post a form of these types, but never JSON."""
    for path in ("/api/me/links", "/api/players", "/api/tables/x/leave"):
        answer = await ann.post(path, content=body, headers={"content-type": kind})
        assert refusal(answer) == (415, "not_json")


async def test_a_body_without_a_type_is_refused(ann: Visitor) -> None:
    assert refusal(await ann.patch("/api/me", content=b'{"name": "Eve"}')) == (415, "not_json")


async def test_nothing_is_shared_with_other_origins(ann: Visitor) -> None:
    answer = await ann.options("/api/me", headers={"access-control-request-method": "PATCH"})
    assert answer.status_code == 405
    for response in (answer, await ann.get("/api/me")):
        assert not [name for name in response.headers if name.startswith("access-control-")]


# ── Headers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", ["/", "/table/x", "/api/games", "/api/me", "/api/docs", "/nothing.js", "/favicon.svg"])
async def test_every_answer_tells_the_browser_to_be_careful(stranger: Visitor, path: str) -> None:
    answer = await stranger.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers


def test_the_content_policy_is_strict() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(policy)
    assert "http" not in str(policy)
    assert HEADERS["x-content-type-options"] == "nosniff"
    assert HEADERS["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/api/docs"])
async def test_our_own_pages_obey_it(stranger: Visitor, path: str) -> None:
    page = (await stranger.get(path)).text
    for forbidden in ("<script>", "<style", "style=", "onclick", "http://", "https://"):
        assert forbidden not in page


# ── Sizes and times ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_large_body_is_refused_before_it_is_read(ann: Visitor) -> None:
    headers = {"content-type": "application/json", "content-length": str(LARGEST_BODY + 1)}
    assert refusal(await ann.patch("/api/me", content=b"{}", headers=headers)) == (413, "too_large")


async def test_a_large_body_that_hides_its_size_is_refused_while_it_is_read(ann: Visitor) -> None:
    read = 0

    async def stream_body() -> AsyncIterator[bytes]:
        nonlocal read
        for _ in range(1000):
            read += 1024
            yield b" " * 1024

    answer = await ann.patch("/api/me", content=stream_body(), headers={"content-type": "application/json"})
    assert refusal(answer) == (413, "too_large")
    assert read <= LARGEST_BODY + 2048


async def test_a_body_of_the_largest_size_is_read(ann: Visitor) -> None:
    body = b'{"name": "Anna"' + b" " * (LARGEST_BODY - 16) + b"}"
    assert len(body) == LARGEST_BODY
    answer = await ann.patch("/api/me", content=body, headers={"content-type": "application/json"})
    assert answer.json()["player"]["name"] == "Anna"


async def test_a_body_that_never_comes_is_given_up(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.http.middleware.BODY_SECONDS", 0.05)

    async def stall() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()
        yield b"}"

    answer = await ann.patch("/api/me", content=stall(), headers={"content-type": "application/json"})
    assert refusal(answer) == (408, "too_slow")


# ── Rates ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def ask_until_refused(visitor: httpx.AsyncClient, method: str, path: str, body: Any, most: int) -> int:
    """Ask again and again; give how often it went well before it was too often."""
    for count in range(most):
        answer = await visitor.request(method, path, json=body)
        if answer.status_code == 429:
            assert refusal(answer) == (429, "too_fast")
            assert int(answer.headers["retry-after"]) >= 1
            return count
    raise AssertionError("never refused")


async def test_an_address_has_only_so_many_requests(limited: Starlette) -> None:
    async with Visitor(limited, "192.0.2.1") as one, Visitor(limited, "192.0.2.2") as two:
        count = await ask_until_refused(one, "GET", "/api/games", None, 2 * Limits.REQUESTS.burst)
        assert count == Limits.REQUESTS.burst
        assert (await two.get("/api/games")).status_code == 200
        assert (await one.get("/")).status_code == 200  # the page itself is not counted


async def test_an_address_can_make_only_so_many_players(limited: Starlette) -> None:
    for _ in range(Limits.PLAYERS.burst):
        async with Visitor(limited) as guest:
            assert (await guest.post("/api/players")).status_code == 201
    async with Visitor(limited) as guest, Visitor(limited, "192.0.2.2") as elsewhere:
        assert refusal(await guest.post("/api/players")) == (429, "too_fast")
        assert (await elsewhere.post("/api/players")).status_code == 201


async def test_a_player_can_open_only_so_many_tables_wherever_they_are(limited: Starlette) -> None:
    body = {"game": "tsuro", "seats": [{"kind": "me"}, {"kind": "open"}]}
    async with Visitor(limited) as ann, Visitor(limited) as ben, Visitor(limited, "192.0.2.9") as ann_elsewhere:
        await ann.become("Ann")
        await ben.become("Ben")
        ann_elsewhere.cookies = ann.cookies
        assert await ask_until_refused(ann, "POST", "/api/tables", body, 30) == Limits.TABLES.burst
        assert refusal(await ann_elsewhere.post("/api/tables", json=body)) == (429, "too_fast")
        assert (await ben.post("/api/tables", json=body)).status_code == 201


async def test_a_player_can_change_things_only_so_often(limited: Starlette) -> None:
    async with Visitor(limited) as ann:
        await ann.become("Ann")
        assert await ask_until_refused(ann, "PATCH", "/api/me", {"name": "A"}, 120) == Limits.CHANGES.burst


async def test_an_address_can_ask_for_only_so_many_records_and_replays(limited: Starlette) -> None:
    async with Visitor(limited) as guest, Visitor(limited, "192.0.2.9") as elsewhere:
        assert await ask_until_refused(guest, "GET", "/api/tables/nowhere/record", None, 60) == Limits.RECORDS.burst
        assert refusal(await guest.get("/api/tables/nowhere/replay")) == (429, "too_fast")
        assert refusal(await elsewhere.get("/api/tables/nowhere/replay")) == (404, "no_such_table")


async def test_links_and_tokens_cannot_be_guessed_at(limited: Starlette) -> None:
    async with Visitor(limited, "192.0.2.5") as thief:
        assert await ask_until_refused(thief, "POST", "/api/links/guess", None, 60) == Limits.SECRETS.burst
    async with Visitor(limited, "192.0.2.6", headers={"authorization": "Bearer guess"}) as thief:
        assert await ask_until_refused(thief, "GET", "/api/me", None, 60) == Limits.SECRETS.burst


async def test_wrong_table_codes_are_counted_and_right_ones_are_not(limited: Starlette) -> None:
    """After too many wrong ones even a right one is not told, so that guessing on is worth nothing."""
    async with Visitor(limited) as ann, Visitor(limited, "192.0.2.2") as eve:
        await ann.become("Ann")
        code = (await ann.open_table())["code"]
        for _ in range(2 * Limits.CODES.burst):
            assert (await eve.get(f"/api/codes/{code}")).status_code == 200
        for number in range(Limits.CODES.burst):
            assert refusal(await eve.get(f"/api/codes/wrong{number}")) == (404, "no_such_table")
        for guess in ("wrong", code):
            answer = await eve.get(f"/api/codes/{guess}")
            assert refusal(answer) == (429, "too_fast")
            assert int(answer.headers["retry-after"]) >= 1
        assert (await ann.get(f"/api/codes/{code}")).status_code == 200


async def test_a_flood_of_refusals_is_a_line(limited: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ludotheque.server")
    async with Visitor(limited) as eve:
        answers = [(await eve.get("/api/me")).status_code for _ in range(Limits.REQUESTS.burst + 100)]
    assert answers.count(429) == 100
    lines = [record for record in caplog.records if record.getMessage().startswith("request refused")]
    assert [getattr(line, "facts", None) for line in lines] == [{"why": "too_fast", "address": "192.0.2.1"}]
    assert len(caplog.records) <= Limits.REQUESTS.burst + 1


async def test_an_address_can_open_only_so_many_sockets(limited: Starlette) -> None:
    for _ in range(Limits.SOCKETS.burst):
        assert (await open_handshake(limited, "192.0.2.1"))[0] == 404
    status, headers = await open_handshake(limited, "192.0.2.1")
    assert status == 429
    assert int(headers[b"retry-after"]) >= 1
    assert (await open_handshake(limited, "192.0.2.2"))[0] == 404


async def open_handshake(app: Starlette, address: str) -> tuple[int, dict[bytes, bytes]]:
    """Ask for the socket of a table that is not there; give status and headers of the answer."""
    sent: list[Any] = []

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "websocket", "path": "/api/tables/nowhere/socket", "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": (address, 1), "scheme": "ws", "root_path": "", "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    await app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


# ── Our own mistakes ─────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_mistake_of_ours_is_logged_and_not_shown(
    ann: Visitor, app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(app.state.dependencies.identity, "list_tokens", fail)
    monkeypatch.setattr(logging.getLogger("ludotheque.server"), "propagate", True)
    answer = await ann.get("/api/me/tokens")
    assert refusal(answer) == (500, "broken")
    assert "secret of the house" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["content-security-policy"]
    assert "a secret of the house" in caplog.text
    assert (await ann.get("/api/me")).status_code == 200


async def test_what_could_not_be_stored_has_not_happened(
    ann: Visitor, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(app.state.dependencies.identity._store, "rename_player", fail)
    answer = await ann.patch("/api/me", json={"name": "Anna"})
    assert refusal(answer) == (503, "not_stored")
    assert "disk" not in answer.text
    assert (await ann.get("/api/me")).json()["player"]["name"] == "Ann"


# ── Other people's seats ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_nobody_sees_or_moves_a_seat_that_is_not_theirs(ann: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot"}], start=True, watch="nobody")
    path = f"/api/tables/{table['id']}"
    for thief in (ben, stranger):
        for what, body in (
            ("join", {"seat": 0}), ("join", {}), ("seat", {"seat": 0}), ("leave", {}), ("start", {}),
            ("seats/0", {"kind": "bot"}), ("replace", {"seat": 0}), ("return", {}), ("rematch", {}),
        ):  # fmt: skip
            answer = await thief.post(f"{path}/{what}", json=body)
            assert answer.status_code in {401, 403, 409}, (what, answer.text)
        assert refusal(await thief.get(f"{path}/record")) == (409, "not_over")
        assert refusal(await thief.get(f"{path}/history")) == (403, "not_allowed")
        seen = forget_time((await thief.get(path)).json())
        assert seen == forget_time(table) | {"mine": []}
        assert seen["seed"] is None
    assert forget_time((await ann.get(path)).json()) == forget_time(table)


def forget_time(table: dict[str, Any]) -> dict[str, Any]:
    """Leave out after how long a bot may play on for somebody, which gets less and less."""
    return table | {"seats": [seat | {"replaceable_in": None} for seat in table["seats"]]}


async def test_a_table_says_nothing_about_how_players_prove_who_they_are(ann: Visitor, ben: Visitor) -> None:
    table = await ann.open_table()
    await ben.post(f"/api/tables/{table['id']}/join")
    text = json.dumps((await ben.get(f"/api/tables/{table['id']}")).json())
    for visitor in (ann, ben):
        assert visitor.cookies["ludotheque"] not in text
