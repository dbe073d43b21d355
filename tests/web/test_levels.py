"""The level of the bots: chosen on the home page, remembered, explained; and who the bots are."""

import re

from playwright.sync_api import Page, expect

from ludotheque.server.table.seats.seats import BOT_NAMES
from tests.web.actions import wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.turris_actions import play_on_tower

SENTENCES = {
    "Easy": "right for your first games",
    "Medium": "beats Easy at least four times out of five",
    "Hard": "beats Medium more than four times out of five",
    "Master": "two times out of three",
}


def play_bots(page: Page) -> list[dict[str, str]]:
    """Open a table against bots from the home page; give its seats."""
    page.get_by_role("article", name="Turris").get_by_role("button", name="Play the bots now").click()
    assert wait_for_turn(page)
    table = page.url.rsplit("/", 1)[1]
    seats: list[dict[str, str]] = page.request.get(f"/api/tables/{table}").json()["seats"]
    return seats


def test_the_level_is_chosen_on_the_home_page_and_the_bot_is_called_by_its_name(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/")
    expect(page.get_by_role("radio", name="Easy")).to_be_checked()
    assert play_bots(page)[1]["level"] == "easy", "the first game ever is for beginners"

    page.goto("/")
    levels = page.get_by_role("group", name="Level of the bots")
    assert levels.get_by_role("radio").count() == len(SENTENCES), "neither random nor greedy is for people"
    for level, sentence in reversed(SENTENCES.items()):
        levels.get_by_role("radio", name=level).check()
        expect(page.get_by_text(sentence)).to_be_visible()
    levels.get_by_role("radio", name="Medium").check()
    page.reload()
    expect(levels.get_by_role("radio", name="Medium")).to_be_checked()
    bot = play_bots(page)[1]
    assert (bot["level"], bot["name"] in BOT_NAMES) == ("medium", True)
    row = page.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
    expect(row).to_contain_text(re.compile(rf"{bot['name']}\s+medium bot"))
    play_on_tower(page)
    expect(page.get_by_role("list", name="Log")).to_contain_text(re.compile(rf"{bot['name']} \w+"))

    page.goto("/new/turris")
    expect(page.get_by_role("combobox", name="Level")).to_have_value("medium")
