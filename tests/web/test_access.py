"""Everyone can play: axe finds nothing on any screen, light and dark, on a phone and on a desk."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import tao_actions, tsuro_actions, turris_actions
from tests.web.actions import click_or_tap, play_one_move, play_to_end, wait_for_turn
from tests.web.browser_harness import NewUser

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}

LOOKS = pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["light desk", "dark phone"])


def assert_accessible(page: Page, where: str) -> None:
    """Run axe in the page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    told = [(rule["id"], rule["help"], [node["html"] for node in rule["nodes"]][:3]) for rule in found]
    assert not told, f"{where}: {told}"


def assert_tabs_accessible(page: Page, game: str) -> None:
    """Open every tab beside a game, and its rules."""
    for tab in ("Moves", "The board in words", "Chat", "Log"):
        page.get_by_role("tab", name=tab).click()
        assert_accessible(page, f"the tab {tab} of {game}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, f"rules in {game}")
    page.keyboard.press("Escape")


@LOOKS
def test_no_screen_has_an_accessibility_violation(new_user: NewUser, *, phone: bool, dark: bool) -> None:
    ann = new_user(phone=phone, dark=dark)
    page = ann.page
    page.goto("/")
    expect(page.locator("button.me")).to_be_visible()
    assert_accessible(page, "home")
    page.locator("button.me").click()
    assert_accessible(page, "the player's menu")
    for game in ("tsuro", "tao", "turris"):
        page.goto(f"/new/{game}")
        expect(page.locator("form")).to_be_visible()
        assert_accessible(page, f"new table of {game}")
        page.goto(f"/rules/{game}")
        expect(page.locator("h1")).to_be_visible()
        assert_accessible(page, f"rules of {game}")
    page.goto("/nowhere/at/all")
    assert_accessible(page, "nowhere")

    ann.open_table("tsuro", [ME, {"kind": "open"}], options={"players": "2"})
    expect(page.get_by_role("textbox", name="Link to this table")).to_be_visible()
    assert_accessible(page, "waiting room")


@LOOKS
def test_a_game_of_tsuro_has_no_accessibility_violation(new_user: NewUser, *, phone: bool, dark: bool) -> None:
    ann = new_user(phone=phone, dark=dark)
    page = ann.page
    decide = partial(tsuro_actions.play_by_pointer, touch=phone)
    ann.open_table("tsuro", [ME, BOT, BOT], options={"players": "3"}, clock={"kind": "total", "seconds": 900})
    assert wait_for_turn(page)
    assert_accessible(page, "placing a marker")
    assert play_one_move(page, decide)
    assert wait_for_turn(page)
    page.keyboard.press("1")
    assert_accessible(page, "choosing a tile")
    assert_tabs_accessible(page, "Tsuro")
    play_to_end(page, decide)
    assert_accessible(page, "the end of Tsuro")


@LOOKS
def test_a_game_of_tao_has_no_accessibility_violation(new_user: NewUser, *, phone: bool, dark: bool) -> None:
    ann = new_user(phone=phone, dark=dark)
    page = ann.page
    decide = partial(tao_actions.play_by_pointer, touch=phone)
    ann.open_table("tao", [ME, BOT, BOT], options={"players": "3"}, hints=True)
    assert wait_for_turn(page)
    assert_accessible(page, "the beginning of Tao")
    page.keyboard.press("1")
    expect(page.locator("button.give")).to_have_count(3)
    assert_accessible(page, "a card picked")
    page.keyboard.press("Escape")
    assert_tabs_accessible(page, "Tao")
    questions: set[str] = set()

    def look_and_decide(page: Page) -> None:
        """Look at every kind of question once."""
        prompt = page.locator(".bar").inner_text()
        if prompt not in questions:
            questions.add(prompt)
            assert_accessible(page, prompt)
        decide(page)

    play_to_end(page, look_and_decide)
    assert_accessible(page, "the end of Tao")


@LOOKS
def test_a_game_of_turris_has_no_accessibility_violation(new_user: NewUser, *, phone: bool, dark: bool) -> None:
    ann = new_user(phone=phone, dark=dark)
    page = ann.page
    ann.open_table("turris", [ME, BOT], options={"first": "white"}, hints=True)
    assert wait_for_turn(page)
    assert_accessible(page, "the tower")
    page.keyboard.press("n")
    expect(page.locator(".acts .primary")).to_be_visible()
    assert_accessible(page, "a place chosen on the tower")
    page.keyboard.press("Escape")
    assert_tabs_accessible(page, "Turris")
    turris_actions.show_plan(page)
    assert_accessible(page, "the plan")
    place = page.locator("g.target").last
    click_or_tap(place, touch=phone)
    expect(page.locator(".ghost")).to_be_visible()
    assert_accessible(page, "a place chosen on the plan")
    assert play_one_move(page, lambda _page: click_or_tap(place, touch=phone))
    play_to_end(page, partial(turris_actions.play_on_plan, touch=phone), most=120)
    assert_accessible(page, "the end of Turris, on the plan")
    page.get_by_role("button", name="Tower").click()
    expect(page.locator("canvas")).to_be_visible()
    assert_accessible(page, "the end of Turris, on the tower")
