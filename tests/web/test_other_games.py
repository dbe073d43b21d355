"""A server with a game of another package, and without chat: both are seen in the browser at once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.other_packages import environment, install, install_nim
from tests.web.browser_harness import BrowserUser, LiveServer

BLIND = """
import nim_game


class Blind(nim_game.Nim):
    id, title = "blind", "Blind"

    def observe(self, state, viewer):
        if state[0] < 5:
            raise ZeroDivisionError
        return state
"""
"""A game that cannot show anything after the first move."""


@pytest.fixture
def ann(browser: Browser, tmp_path: Path) -> Iterator[BrowserUser]:
    """Somebody at a server with Nim and without chat."""
    install_nim(tmp_path / "packages")
    install(tmp_path / "packages", "blind_game", BLIND, {"blind": "Blind"})
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
    expect(page.get_by_role("article")).to_have_count(5)
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


def test_the_smallest_game_is_played_to_its_end_and_told_by_its_events(ann: BrowserUser) -> None:
    page = ann.page
    page.goto("/")
    page.get_by_role("article", name="Nim").get_by_role("button", name="Play the bots now").click()
    moves = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    observation = page.get_by_text(re.compile(r"^value: \[\d,\d\]$"))
    for _ in range(5):  # there are five stones, and everybody takes at least one
        expect(page.locator(".bar.mine, #end").first).to_be_visible()
        if page.locator("#end").is_visible():
            break
        shown = observation.inner_text()
        moves.first.click()
        expect(page.get_by_text(shown, exact=True)).to_have_count(0)  # before the next turn is looked for
        expect(page.get_by_text("Taken count 1").first).to_be_attached()
    expect(page.locator("#end")).to_be_visible()


def test_a_game_that_fails_says_so_at_its_table(ann: BrowserUser) -> None:
    page = ann.page
    page.goto("/")
    page.get_by_role("article", name="Blind").get_by_role("button", name="Play the bots now").click()
    page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button").first.click()
    expect(page.get_by_text("The program of this game has an error and fails here.").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("article", name="Nim")).to_be_visible()
