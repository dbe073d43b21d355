"""Trying again: from a position of a finished game one goes on against bots, at a table of its own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web import tsuro_actions
from tests.web.actions import play_by_keyboard, play_one_move, wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.layout import NARROW, SMALL_DESK, is_on_screen, resize, speak
from tests.web.test_access import assert_accessible

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
TITLES = {
    "en": "Try again from here",
    "fr": "Rejouer à partir d’ici",
    "it": "Riprova da qui",
    "de": "Ab hier neu versuchen",
}
STRAIGHT = {"edition": "davinci", "tiles": tsuro_actions.STRAIGHT_TILES}


def give_up(user: BrowserUser, game: str, moves: int = 2, **settings: object) -> str:
    """Play a few moves against a bot and resign; give the id of the table."""
    table = user.open_table(game, [ME, BOT], **settings)
    for _ in range(moves):
        assert play_one_move(user.page, play_by_keyboard)
    assert wait_for_turn(user.page)
    user.page.request.post(f"/api/tables/{table}/resign", data={})
    expect(user.page.locator("#end")).to_be_visible()
    return table


def step_back(page: Page) -> None:
    """Look at the position before the last decision."""
    page.locator("h1").click()
    page.keyboard.press(",")
    expect(page.get_by_role("button", name="Try again here")).to_be_visible()


@pytest.mark.parametrize(("game", "phone"), [("tsuro", False), ("tao", True), ("turris", True)])
def test_a_finished_game_goes_on_from_a_position_of_it(new_user: NewUser, game: str, *, phone: bool) -> None:
    ann = new_user(plan=True, phone=phone)
    page = ann.page
    table = give_up(ann, game, options=STRAIGHT if game == "tsuro" else {})
    step_back(page)
    page.get_by_role("button", name="Try again here").click()
    dialog = page.get_by_role("dialog", name="Try again from here")
    expect(dialog).to_contain_text("The finished game stays as it is.")
    known = dialog.get_by_text("You may know the other hands from the finished game")
    expect(known).to_have_count(0 if game == "turris" else 1)
    dialog.get_by_role("radio", name=re.compile("^You")).check()
    dialog.get_by_role("radio", name="Easy").check()
    dialog.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(f"/table/(?!{table})[a-z0-9]+$"))
    other = page.url.rpartition("/")[2]
    if wait_for_turn(page):
        play_one_move(page, play_by_keyboard)
    assert page.request.get(f"/api/tables/{table}").json()["status"] == "over"
    assert page.request.get(f"/api/tables/{other}").json()["begins_at_position"]


def test_who_is_out_cannot_be_played_and_the_page_says_so(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    give_up(ann, "tsuro", options=STRAIGHT)
    step_back(page)
    refusal = {"error": {"code": "seat_out", "message": "Seat 1 is out."}}
    page.route("**/continue", lambda route: route.fulfill(status=409, json=refusal))
    page.get_by_role("button", name="Try again here").click()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("alert")).to_contain_text("This player is out of the game here.")
    ann.console_errors.clear()  # the browser reports the refusal, too


def test_any_seat_can_be_chosen_on_every_screen_in_every_language(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    table = ann.open_table("tsuro", [ME, *[BOT] * 7], options={"players": "8"})
    assert play_one_move(page, play_by_keyboard)
    if wait_for_turn(page):  # others may have ended the game by then
        page.request.post(f"/api/tables/{table}/resign", data={})
    expect(page.locator("#end")).to_be_visible()
    step_back(page)
    page.get_by_role("button", name="Try again here").click()
    for size in (NARROW, SMALL_DESK):
        resize(page, size)
        for language, title in TITLES.items():
            speak(page, language)
            dialog = page.get_by_role("dialog", name=title)
            expect(dialog.locator("fieldset").first.get_by_role("radio")).to_have_count(8)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (language, size)
            start = dialog.get_by_role("button").last
            start.scroll_into_view_if_needed()
            assert is_on_screen(start), (language, size)
        assert_accessible(page, "trying again")


def test_nothing_of_it_is_offered_while_the_game_goes_on(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    ann.open_table("tsuro", [ME, BOT], options=STRAIGHT)
    assert play_one_move(page, play_by_keyboard)
    assert wait_for_turn(page)
    page.locator("h1").click()
    page.keyboard.press(",")
    expect(page.locator(".history")).to_be_visible()
    expect(page.get_by_role("button", name="Try again here")).to_have_count(0)
