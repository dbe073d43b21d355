"""Whole games of Tao in a real browser against a real server."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.web.actions import play_by_keyboard, play_to_end, wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.tao_actions import play_by_pointer

BOTS = [{"kind": "bot", "level": "random"}] * 3
GAMES = {"two": (2, {}), "three": (3, {"opposition": "overcome_by"}), "teams": (4, {"teams": "on"})}


def sit_down(user: BrowserUser, name: str) -> None:
    players, options = GAMES[name]
    options = {**options, "players": str(players)}
    user.open_table("tao", [{"kind": "me"}, *BOTS[: players - 1]], options=options, hints=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_mouse(new_user: NewUser, name: str) -> None:
    ann = new_user(reduced_motion=name != "two")
    sit_down(ann, name)
    assert play_to_end(ann.page, partial(play_by_pointer, touch=False)) > 0
    assert ann.page.get_by_role("heading", name="The stones").is_visible()


def test_a_game_by_touch_on_a_phone(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    sit_down(ann, "three")
    assert play_to_end(ann.page, partial(play_by_pointer, touch=True)) > 0


def test_a_game_by_the_keyboard_alone(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "teams")
    assert play_to_end(ann.page, play_by_keyboard) > 0


def test_a_card_is_put_before_a_player_by_dragging_it_there(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "two")
    page = ann.page
    assert wait_for_turn(page)
    card = page.locator("g.place.open").first
    name = (card.get_attribute("aria-label") or "").removeprefix("Take ").removesuffix(" from the path")
    start, end = card.bounding_box(), page.locator("[data-seat='1']").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
    expect(page.locator(".held")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("region", name="Cards before").nth(1).get_by_label(name, exact=True)).to_be_visible()


def test_a_picked_card_can_be_put_back_with_the_escape_key(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "two")
    page = ann.page
    assert wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator("button.give")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("button.give")).to_have_count(0)
