"""Confirming one's moves: nothing is sent, however it was played, before the player has said yes."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.actions import wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.tsuro_actions import STRAIGHT_TILES

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}


def confirm_moves(user: BrowserUser) -> None:
    """Turn the setting on."""
    user.page.goto("/settings")
    user.page.get_by_role("switch", name="Confirm my moves").check()


def read_ply(page: Page) -> str:
    return page.locator(".bar").get_attribute("data-ply") or ""


def drop_tile(page: Page) -> None:
    """Pick a tile that may be laid, and drag it onto its square."""
    tile, ghost = page.locator("[data-tile]").first, page.locator(".ghost.free")
    tile.click()
    start, end = tile.bounding_box(), ghost.locator("rect.rim").bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
def test_a_move_is_played_when_it_is_confirmed(new_user: NewUser, game: str) -> None:
    ann = new_user(plan=True)
    page = ann.page
    confirm_moves(ann)
    ann.open_table(game, [ME, BOT], options={} if game == "turris" else {"players": "2"})
    assert wait_for_turn(page)
    ply = read_ply(page)
    page.get_by_role("tab", name="Moves").click()
    move = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button").first
    question = page.get_by_role("region", name="Play this move?")
    move.press("Enter")
    expect(question).to_contain_text(move.locator("span").first.inner_text())
    expect(question.get_by_role("button", name="Yes, play it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(move).to_be_focused()
    assert read_ply(page) == ply
    move.press("Enter")
    expect(question.get_by_role("button", name="Yes, play it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    expect(question).to_have_count(0)


def test_a_dropped_tile_waits_to_be_confirmed_where_that_is_wanted(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    confirm_moves(ann)
    ann.open_table("tsuro", [ME, BOT], options={"players": "2", "tiles": STRAIGHT_TILES})
    assert wait_for_turn(page)
    page.locator("circle.start").nth(5).click(force=True)
    page.get_by_role("button", name="Yes, play it").click()
    expect(page.get_by_text("Choose a tile", exact=True)).to_be_visible()
    ply = read_ply(page)
    drop_tile(page)
    expect(page.get_by_role("region", name="Play this move?")).to_be_visible()
    expect(page.locator(".ghost")).to_be_visible()
    assert read_ply(page) == ply
    page.get_by_role("button", name="No, not yet").click()
    expect(page.locator(".ghost")).to_be_visible()  # it is still picked, and can be turned

    page.evaluate("localStorage.clear()")
    page.reload()
    assert wait_for_turn(page)
    drop_tile(page)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
