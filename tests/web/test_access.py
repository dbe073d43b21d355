"""Everyone can play: axe finds nothing on any screen, light and dark, on a phone and on a desk."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import Visitor
from tests.web.playing import play_out, wait_for_turn
from tests.web.tsuro import play_pointing

Invite = Callable[..., Visitor]

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}


def assert_accessible(page: Page, where: str) -> None:
    """Run axe in the page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then(({violations}) => violations)")
    told = [(rule["id"], rule["help"], [node["html"] for node in rule["nodes"]][:3]) for rule in found]
    assert not told, f"{where}: {told}"


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)])
def test_no_screen_has_an_accessibility_violation(invite: Invite, *, phone: bool, dark: bool) -> None:
    ann = invite(phone=phone, dark=dark)
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

    ann.open_table("tsuro", [ME, BOT, BOT], options={"players": "3"}, clock={"kind": "total", "seconds": 900})
    assert wait_for_turn(page)
    assert_accessible(page, "placing a marker")
    play_pointing(page, touch=phone)
    assert wait_for_turn(page)
    page.keyboard.press("1")
    assert_accessible(page, "choosing a tile")
    for tab in ("Moves", "The board in words", "Chat", "Log"):
        page.get_by_role("tab", name=tab).click()
        assert_accessible(page, f"the tab {tab}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "rules in the game")
    page.keyboard.press("Escape")
    play_out(page, partial(play_pointing, touch=phone))
    assert_accessible(page, "the end")
