"""The pace of bots: a table's comes from the preferences of who opens it, and who watches bots may change it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser_harness import BrowserUser, LiveServer, NewUser


@pytest.fixture
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server whose bots take so long that no game of Tao ends while a test waits."""
    server = LiveServer(tmp_path_factory.mktemp("slow"), bot_pace=10)
    server.start()
    yield server
    server.stop()


def test_bots_alone_play_at_the_pace_one_chooses_or_to_the_end(browser: Browser, slow_server: LiveServer) -> None:
    ann = BrowserUser(browser, slow_server.url)
    ann.open_table("tao", [{"kind": "bot", "level": "random"}] * 2)
    page = ann.page
    expect(page.get_by_role("radio", name="Quickly")).to_be_checked()
    page.get_by_role("radio", name="Calmly").check()
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator("#end")).to_be_visible()
    ann.close()


def test_a_table_gets_the_pace_of_who_opens_it(new_user: NewUser) -> None:
    ann = new_user(plan=True)
    page = ann.page
    page.goto("/")
    expect(page.locator("button.me")).to_be_visible()
    page.evaluate("localStorage.setItem('ludotheque.preferences', JSON.stringify({pace: 'calm'}))")
    page.goto("/new/turris")
    page.get_by_role("button", name="Start", exact=True).or_(page.get_by_role("button", name="Open the table")).click()
    page.wait_for_url("**/table/*")
    table = ann.context.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert table["settings"]["pace"] == "calm"
