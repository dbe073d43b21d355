"""Whole games of Tsuro in a real browser against a real server."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.web.actions import play_by_keyboard, play_one_move, play_to_end, wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.tsuro_actions import play_by_pointer

BOTS = [{"kind": "bot", "level": "random"}] * 7
GAMES = {
    "calliope with bonus": (4, {"edition": "calliope", "elimination_bonus": "on", "pass_the_pile": "on"}),
    "daVinci": (2, {"edition": "davinci", "suicide_covers": "any"}),
    "Kosmos for two": (2, {"edition": "kosmos"}),
    "Kosmos for five": (5, {"edition": "kosmos"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_mouse(new_user: NewUser, name: str) -> None:
    """In one of the games markers travel, for the first tiles."""
    players, options = GAMES[name]
    animated = 4 if name == "daVinci" else 0
    ann = new_user(reduced_motion=not animated)
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_to_end(ann.page, partial(play_by_pointer, touch=False), animated=animated) > 0
    assert ann.page.locator("#end").inner_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_touch_on_a_phone(new_user: NewUser, name: str) -> None:
    players, options = GAMES[name]
    ann = new_user(phone=True)
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_to_end(ann.page, partial(play_by_pointer, touch=True)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_the_keyboard_alone(new_user: NewUser, name: str) -> None:
    players, options = GAMES[name]
    ann = new_user()
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_to_end(ann.page, play_by_keyboard) > 0


def test_a_tile_is_dragged_to_its_square(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [{"kind": "me"}, BOTS[0]], options={"edition": "kosmos", "players": "2"})
    page = ann.page
    for _marker in range(2):
        assert play_one_move(page, partial(play_by_pointer, touch=False))
    assert wait_for_turn(page)
    tile = page.locator("[data-tile]").nth(1).bounding_box()
    square = page.locator("rect.target.mine:not(.other)").bounding_box()
    assert tile is not None
    assert square is not None
    ply = page.locator(".bar").get_attribute("data-ply")
    page.mouse.move(tile["x"] + 30, tile["y"] + 30)
    page.mouse.down()
    page.mouse.move(square["x"] + 20, square["y"] + 20, steps=5)
    page.keyboard.press("r")
    page.mouse.move(square["x"] + 30, square["y"] + 30)
    page.mouse.up()
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
