"""The browser client, and what is shown where there is none."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.server_harness import Visitor, refusal, running

SECRET = "not for you"


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Visitor]:
    """A browser at a server with a client built in."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>the client</title>", encoding="utf-8")
    (static / "assets" / "main-abc123.js").write_text("plain", encoding="utf-8")
    (static / "assets" / "main-abc123.js.br").write_bytes(b"brotli")
    (static / "assets" / "main-abc123.js.gz").write_bytes(b"gzip")
    (static / "assets" / "style-abc123.css").write_text("css", encoding="utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    async with running(tmp_path / "site.sqlite", static) as app, Visitor(app) as visitor:
        yield visitor


@pytest.mark.parametrize("path", ["/", "/table/abc", "/link/CODE-x_1", "/new/tsuro", "/anything/at/all", "/index.html"])
async def test_every_address_of_the_client_is_its_page(browser: Visitor, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 200
    assert "the client" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


async def test_assets_are_kept_for_ever(browser: Visitor) -> None:
    answer = await browser.get("/assets/style-abc123.css")
    assert answer.text == "css"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("accepted", "encoding", "start"),
    [
        ("gzip, deflate, br", "br", b"brotli"),
        ("gzip", "gzip", b"gzip"),
        ("br;q=0, gzip", "gzip", b"gzip"),
        ("identity", None, b"plain"),
        ("", None, b"plain"),
    ],
)
async def test_what_is_compressed_beforehand_is_sent_so(
    browser: Visitor, accepted: str, encoding: str | None, start: bytes
) -> None:
    async with browser.stream("GET", "/assets/main-abc123.js", headers={"accept-encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["vary"] == "accept-encoding"
        assert b"".join([chunk async for chunk in answer.aiter_raw()]) == start


@pytest.mark.parametrize(
    "path",
    ["/assets/gone-abc123.js", "/x.js", "/api", "/api/", "/api/nothing", "/../secret.txt", "/%2e%2e/secret.txt",
     "/assets/..%2f..%2fsecret.txt", "/assets/../../secret.txt", "/.env"],
)  # fmt: skip
async def test_what_is_not_there_is_not_there(browser: Visitor, path: str) -> None:
    answer = await browser.get(path)
    assert refusal(answer) == (404, "no_such_page")
    assert SECRET not in answer.text


@pytest.mark.parametrize("path", ["/favicon.ico", "/favicon.svg"])
async def test_there_is_an_icon(stranger: Visitor, path: str) -> None:
    answer = await stranger.get(path)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


async def test_a_server_without_the_client_says_so(tmp_path: Path) -> None:
    async with running(tmp_path / "site.sqlite", tmp_path / "nothing") as app, Visitor(app) as visitor:
        for path in ("/", "/table/abc"):
            answer = await visitor.get(path)
            assert answer.status_code == 200
            assert "not built into this installation" in answer.text
        assert "text/css" in (await visitor.get("/plain.css")).headers["content-type"]


async def test_a_page_can_only_be_read(browser: Visitor) -> None:
    answer = await browser.post("/")
    assert refusal(answer) == (405, "wrong_method")
    assert "GET" in answer.headers["allow"]
    assert (await browser.head("/")).status_code == 200
