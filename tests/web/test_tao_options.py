"""Other readings of the rules of Tao: chosen for a new table, and at it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.actions import wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.tao_actions import close_round_end, play_by_pointer
from tests.web.test_new_table import expect_refusals

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}


def sit_down(user: BrowserUser, players: int, **options: str) -> Page:
    """Play against bots, and wait for the first turn."""
    user.open_table("tao", [ME, *[BOT] * (players - 1)], options={"players": str(players), **options})
    assert wait_for_turn(user.page)
    return user.page


def test_every_value_of_an_option_says_what_it_means(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/new/tao")
    for value, sentence in {
        "When one player is out": "as soon as one player can no longer win",
        "Power and extra turn": "one card from your hand, if you have any",
        "While the Unicorn is there": "free and counts again",
        "The one across the compass": "nothing counts against Earth",
    }.items():
        page.get_by_role("radio", name=value).check()
        expect(page.get_by_text(re.compile(sentence))).to_be_visible()
    for _seat in range(4 - page.locator(".seats li").count()):
        page.get_by_role("button", name="One more").click()
    rounds = page.get_by_role("group", name="Team rounds")
    expect(rounds).to_have_count(0)
    page.get_by_role("switch", name="Teams").check()
    expect(rounds).to_be_visible()
    page.get_by_role("button", name="One fewer").click()  # no teams, and so no rounds of teams
    expect(rounds).to_have_count(0)


def test_opposites_of_ones_own_are_given_as_pairs(new_user: NewUser) -> None:
    user = new_user()
    page = user.page
    page.goto("/new/tao")
    page.get_by_role("radio", name="A table of your own").check()
    pairs = page.get_by_role("textbox", name="A table of your own")
    pairs.fill("wa:wa")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("water cannot be opposed to itself")
    expect(pairs).to_be_focused()
    expect_refusals(user, 1)
    pairs.fill("wa:me")
    page.get_by_text("Your own set").click()
    page.get_by_role("textbox", name="Cards").fill("wa1*20")  # no bot that begins moves the stone
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("group", name="The stone stands on Water; Metal counts against you")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
def test_nothing_is_drawn_against_an_element_without_opposite(new_user: NewUser, language: str) -> None:
    page = sit_down(new_user(language=language), 2, opposition="wo:fi", deck="wa1*16")
    expect(page.locator("path.against")).to_have_count(0)
    expect(page.locator("g.element.against")).to_have_count(0)
    nothing = {"en": "nothing counts against you", "fr": "rien ne compte contre vous"}
    nothing |= {"it": "nulla conta contro di te", "de": "nichts zählt gegen dich"}
    expect(page.get_by_role("group", name=re.compile(nothing[language]))).to_be_visible()


def test_partners_who_add_up_their_cards_see_it_before_and_after(new_user: NewUser) -> None:
    page = sit_down(new_user(), 4, teams="on", team_rounds="together", deck="wa1*20")
    teams = page.locator(".mats .team")
    expect(teams).to_have_count(4)
    own = [int(text) for text in page.locator(".mats .result").all_inner_texts()]
    expect(teams).to_have_text([f"team {own[seat] + own[(seat + 2) % 4]}" for seat in range(4)])
    page.keyboard.press("1")
    page.locator("button.give").nth(2).focus()
    expect(teams.nth(0)).to_have_text(f"team {own[0] + own[2]} → {own[0] + own[2] + 1}")
    page.keyboard.press("Escape")
    panel = page.get_by_role("region", name="Round 1 is scored")
    while not panel.count():
        play_by_pointer(page, touch=False)
        wait_for_turn(page)
    rows = panel.locator("li:not(.team) .sum").all_inner_texts()
    sums = [int(rows[0]) + int(rows[1]), int(rows[2]) + int(rows[3])]
    expect(panel.locator("li.team .sum")).to_have_text([str(total) for total in sums])
    if sums[0] != sums[1]:
        expect(panel.locator("li.won")).to_have_count(3)
        expect(panel.locator("footer")).to_contain_text(re.compile("goes to"))
    close_round_end(page)
