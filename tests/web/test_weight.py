"""What the browser must load before somebody can play; all of it from here, and compressed."""

from playwright.sync_api import Page, expect

from tests.web.actions import wait_for_turn
from tests.web.browser_harness import NewUser

MOST = 150_000
"""Bytes over the wire without the part in three dimensions, fonts included."""

WEIGH = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({name}) => !name.includes('/api/'))
    .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""


def weigh(page: Page) -> int:
    """Add up what the page has loaded so far."""
    size: int = page.evaluate(WEIGH)
    return size


def test_home_and_a_game_of_tsuro_are_light(new_user: NewUser) -> None:
    page = new_user(first_visit=True).page
    page.goto("/")
    expect(page.locator("button.me")).to_be_visible()
    page.wait_for_load_state("networkidle")
    home = weigh(page)
    assert 10_000 < home <= MOST
    page.get_by_role("article", name="Tsuro").get_by_role("button", name="Play the bots now").click()
    assert wait_for_turn(page)
    assert home < weigh(page) <= MOST
