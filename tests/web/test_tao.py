"""Whole games of Tao in a real browser against a real server."""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.web.actions import BOT_NAME, play_by_keyboard, play_to_end, wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.tao_actions import play_by_pointer

BOTS = [{"kind": "bot", "level": "random"}] * 3
PLAIN_DECK = ",".join(f"{element}{value}" for element in ("wa", "wo", "fi", "ea") for value in range(1, 5))
"""Cards that are all different and have no powers: they lie where they were put until the round ends."""
GAMES = {"two": (2, {}), "three": (3, {"opposition": "overcome_by"}), "teams": (4, {"teams": "on"})}


def sit_down(user: BrowserUser, name: str, **more: str) -> None:
    players, options = GAMES[name]
    options = {**options, "players": str(players), **more}
    user.open_table("tao", [{"kind": "me"}, *BOTS[: players - 1]], options=options, hints=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_mouse(new_user: NewUser, name: str) -> None:
    ann = new_user(reduced_motion=name != "two")
    sit_down(ann, name)
    assert play_to_end(ann.page, partial(play_by_pointer, touch=False)) > 0
    assert_rounds_are_told(ann.page, name)


def assert_rounds_are_told(page: Page, name: str) -> None:
    """The end shows a row for each round, whose stones add up to the points; partners are one team."""
    players, _ = GAMES[name]
    table = page.get_by_role("table", name="The rounds")
    expect(table.get_by_role("columnheader")).to_have_count(players + 1)
    rounds = table.locator("tbody tr:not(.nobody)")
    assert rounds.count() in {4, 5}
    told = page.locator("#end ~ ol .score").all_inner_texts()
    points = sorted(int(score.split()[0]) for score in told)
    stones = sorted(int(total) for total in table.locator("tfoot tr").last.locator("td").all_inner_texts())
    assert points == stones
    won = sum(index + 1 for index in range(rounds.count()) if rounds.nth(index).locator("td.won").count())
    assert sum(stones) == won
    if name == "teams":
        assert len(stones) == 2
        expect(page.locator("#end ~ ol li")).to_have_count(2)
        expect(page.locator("#end ~ ol li").first).to_contain_text(" and ")
        expect(page.locator("#end")).to_have_text(re.compile(f"Your team wins!|^{BOT_NAME} and {BOT_NAME} win$"))


def test_a_game_by_touch_on_a_phone(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    sit_down(ann, "three")
    page = ann.page
    assert play_to_end(page, partial(play_by_pointer, touch=True)) > 0
    page.evaluate("scrollTo(0, 0)")
    for result in (page.locator("#end"), page.get_by_role("table", name="The rounds")):
        expect(result).to_be_in_viewport(ratio=1)


def test_a_game_by_the_keyboard_alone(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "teams")
    assert play_to_end(ann.page, play_by_keyboard) > 0


def test_a_card_is_put_before_a_player_by_dragging_it_there(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "two", deck=PLAIN_DECK)
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
    expect(page.get_by_role("region", name="Cards in front of").nth(1).get_by_label(name, exact=True)).to_be_visible()


def test_a_picked_card_can_be_put_back_with_the_escape_key(new_user: NewUser) -> None:
    ann = new_user()
    sit_down(ann, "two")
    page = ann.page
    assert wait_for_turn(page)
    page.keyboard.press("1")
    expect(page.locator("button.give")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("button.give")).to_have_count(0)
