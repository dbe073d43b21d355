"""Several people at one device: they have names, are told what happened, and see nothing of each other's hands."""

import re

from playwright.sync_api import Page, expect

from tests.web.browser_harness import NewUser
from tests.web.tsuro_actions import play_by_pointer


def take_device(page: Page, name: str) -> None:
    """Take the device as somebody."""
    cover = page.get_by_role("dialog", name=f"Hand the device to {name}")
    cover.get_by_role("button", name=f"I am {name}").click()
    expect(cover).to_have_count(0)


def check_log(page: Page) -> None:
    """Of the tiles in the log, whoever holds the device sees their own only."""
    hand = {tile.get_attribute("data-tile") for tile in page.locator("[data-tile]").all()}
    [line] = re.findall(r"You draw (.*)", page.get_by_role("list", name="Log").inner_text())
    drawn = re.findall(r"tile (\d+)", line)
    assert len(drawn) == 3
    assert set(drawn) == hand


def test_people_at_one_device_have_names_and_are_told_what_happened(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/new/tsuro?shared")
    page.get_by_role("textbox", name="Name of player 1").fill("Ann")
    page.get_by_role("textbox", name="Name of player 2").fill("Ben")
    page.get_by_role("button", name="Start", exact=True).click()
    told = page.get_by_role("region", name="since your last turn")
    take_device(page, "Ann")
    check_log(page)
    expect(told).to_have_count(0)  # nothing has happened yet
    expect(page.get_by_role("list", name="Players")).to_contain_text(re.compile("Ann.*Ben", re.DOTALL))
    expect(page.locator(".bar")).to_contain_text("Ann")
    play_by_pointer(page, touch=False)
    take_device(page, "Ben")
    check_log(page)
    expect(told).to_contain_text("Ann")
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    play_by_pointer(page, touch=False)
    take_device(page, "Ann")
    expect(told.get_by_role("listitem")).to_have_count(1)
    expect(told).to_contain_text("Ben")
    page.locator("[data-tile]").first.click()
    expect(told).to_be_visible()
