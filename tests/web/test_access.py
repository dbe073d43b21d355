"""Everyone can play: axe finds nothing on any screen, light and dark, on a phone and on a desk."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import tao_actions, tsuro_actions, turris_actions
from tests.web.actions import click_or_tap, finish_game, forgive_network, play_one_move, play_to_end, wait_for_turn
from tests.web.browser_harness import NewUser

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}

LOOKS = pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["light desk", "dark phone"])


def assert_accessible(page: Page, where: str) -> None:
    """Run axe in the page, once there is one: every screen has a heading, except while it is being loaded.

    axe remembers styles while it runs and pauses in between. If a clock begins to run during a pause, axe compares the
    colour of the text before it with the ground after it. So what it finds must still be there when it looks again.
    """
    expect(page.locator("h1").first).to_be_attached()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    told: set[tuple[str, str]] = set()
    for look in range(3):
        seen = find_violations(page)
        told = seen if look == 0 else told & seen
        if not told:
            return
    pytest.fail(f"{where}: {sorted(told)}")


def find_violations(page: Page) -> set[tuple[str, str]]:
    """Every violation by the place of its element, and what axe says about it.

    Of what is right, nothing need be described: that takes as long as finding out.
    """
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({violations}) => violations)")
    return {(str(node["target"]), node["failureSummary"]) for rule in found for node in rule["nodes"]}


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
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "the player's menu")
    for game in ("tsuro", "tao", "turris"):
        page.goto(f"/new/{game}")
        expect(page.locator("form")).to_be_visible()
        assert_accessible(page, f"new table of {game}")
        page.goto(f"/rules/{game}")
        expect(page.locator("h2").first).to_be_visible()
        assert_accessible(page, f"rules of {game}")
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    page.get_by_role("button", name="Leave, resign or delete").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "the ways out of a game")
    page.goto("/games")
    expect(page.get_by_role("list", name="Your games")).to_be_visible()
    assert_accessible(page, "your games")
    page.goto("/settings")
    expect(page.get_by_text("this device", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete everything about me").click()
    assert_accessible(page, "settings")
    page.goto("/deleted")
    assert_accessible(page, "deleted")
    page.goto("/nowhere/at/all")
    assert_accessible(page, "nowhere")

    ann.open_table("tsuro", [ME, {"kind": "open"}], options={"players": "2"})
    expect(page.get_by_role("textbox", name="Link to this table")).to_be_visible()
    assert_accessible(page, "waiting room")


@LOOKS
def test_invited_offline_and_asked_again_without_an_accessibility_violation(
    new_user: NewUser, *, phone: bool, dark: bool
) -> None:
    ann, ben = new_user(), new_user(phone=phone, dark=dark)
    page = ben.page
    table = ann.open_table("tsuro", [ME, {"kind": "open"}], options={"players": "2"})
    page.goto(f"/table/{table}")
    expect(page.get_by_role("button", name="Sit here")).to_be_visible()
    assert_accessible(page, "invited")

    finish_game([ann, ben])
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="Picture of the board")).to_be_visible()
    assert_accessible(page, "sharing")
    page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    assert_accessible(page, "asked for a rematch")
    expect(ann.page.get_by_role("button", name="Start without")).to_be_visible()
    assert_accessible(ann.page, "waiting for a rematch")

    ben.open_table("tsuro", [ME, BOT], options={"players": "2"})
    assert wait_for_turn(page)
    ben.context.set_offline(True)
    tsuro_actions.play_by_pointer(page, touch=phone)
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Hello?")
    page.keyboard.press("Enter")
    assert_accessible(page, "offline")
    ben.context.set_offline(False)
    expect(page.get_by_text("Not sent yet")).to_have_count(0)
    forgive_network(ben)


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
    page.keyboard.press("/")
    assert_accessible(page, "the field for commands")
    page.keyboard.type("?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status", name="Commands")).not_to_be_empty()
    assert_accessible(page, "the list of commands")
    assert_tabs_accessible(page, "Tsuro")
    page.keyboard.press(",")
    expect(page.locator(".history")).to_be_visible()
    assert_accessible(page, "the past of Tsuro")
    page.keyboard.press("End")
    play_to_end(page, decide)
    assert_accessible(page, "the end of Tsuro")


@LOOKS
def test_a_game_of_tao_has_no_accessibility_violation(new_user: NewUser, *, phone: bool, dark: bool) -> None:
    ann = new_user(phone=phone, dark=dark)
    page = ann.page
    decide = partial(tao_actions.play_by_pointer, touch=phone)
    ann.open_table("tao", [ME, BOT, BOT], options={"players": "3", "early_end": "anyone_out"}, hints=True)
    assert wait_for_turn(page)
    assert_accessible(page, "the beginning of Tao")
    page.keyboard.press("1")
    expect(page.locator("button.give")).to_have_count(3)
    assert_accessible(page, "a card picked")
    page.keyboard.press("Escape")
    page.locator("g.place.open").first.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert_accessible(page, "a card in words")
    page.keyboard.press("Escape")
    assert_tabs_accessible(page, "Tao")

    def play_until(seen: str, deck: str) -> None:
        """Play with these cards alone until something is to be seen when it is our turn."""
        ann.open_table("tao", [ME, BOT, BOT], options={"players": "3", "deck": deck})
        while wait_for_turn(page) and not page.locator(seen).count():
            assert play_one_move(page, decide)
        expect(page.locator(seen).first).to_be_visible()

    play_until("g.element.open", "me2ti*18")
    assert_accessible(page, "where to move the stone")
    play_until(".mats button.card", "ea2un*18")
    assert_accessible(page, "which card to cover")
    play_until(".mats button.card", "fi2bi*18")
    assert_accessible(page, "which card to give away")
    click_or_tap(page.locator(".mats button.card").first, touch=phone)
    expect(page.locator(".mats button.picked").first).to_be_visible()
    assert_accessible(page, "which card to take for it")
    play_until(".round-end", "wa1*9,fi1*9")
    assert_accessible(page, "a scored round")
    ann.open_table("tao", [BOT, BOT, BOT], options={"players": "3"})
    expect(page.locator("#end")).to_be_visible()
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
    ann.open_table("turris", [BOT, BOT])
    expect(page.locator("#end")).to_be_visible()
    assert_accessible(page, "the end of Turris, on the plan")
    page.get_by_role("button", name="Tower").click()
    expect(page.locator("canvas")).to_be_visible()
    assert_accessible(page, "the end of Turris, on the tower")
