"""A server with a game of another package, and without chat: both are seen in the browser at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.other_packages import environment, install_nim
from tests.web.browser_harness import BrowserUser, LiveServer


@pytest.fixture
def ann(browser: Browser, tmp_path: Path) -> Iterator[BrowserUser]:
    """Somebody at a server with Nim and without chat."""
    install_nim(tmp_path / "packages")
    server = LiveServer(tmp_path, "serve", "--no-chat", environment=environment(tmp_path / "packages"))
    server.start()
    try:
        user = BrowserUser(browser, server.url)
        yield user
        user.close()
    finally:
        server.stop()


def test_a_game_of_others_is_on_the_home_page_and_a_server_may_have_no_chat(ann: BrowserUser) -> None:
    page = ann.page
    page.goto("/")
    nim = page.get_by_role("article", name="Nim")
    expect(nim).to_contain_text("2 players")
    expect(page.get_by_role("article")).to_have_count(4)
    nim.get_by_role("button", name="Play the bots now").click()
    expect(page.get_by_role("heading", name="Nim", exact=True)).to_be_visible()
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)
    moves = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    expect(moves).to_have_text(["1", "2"])
    moves.first.click()
    expect(page.locator(".bar.mine, #end").first).to_be_visible()
    page.reload()  # the title is not in what the table says
    expect(page.get_by_role("heading", name="Nim", exact=True)).to_be_visible()

    page.goto("/new/nim")
    expect(page.get_by_role("heading", name="New table: Nim")).to_be_visible()
    expect(page.get_by_role("switch", name="Players may ask for hints")).to_be_visible()
    expect(page.get_by_role("switch", name="may chat")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("link", name="Nim").first).to_be_visible()
