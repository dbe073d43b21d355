"""Whole games of Turris in a real browser against a real server: on the tower and on the plan."""

from functools import partial

from playwright.sync_api import expect

from tests.web.actions import play_to_end, wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.layout import wait_for_frame
from tests.web.turris_actions import SMALL, play_on_plan, play_on_tower, show_plan, wait_for_tower

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]


def test_a_game_by_mouse_on_the_plan(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("turris", SEATS)
    show_plan(ann.page)
    assert play_to_end(ann.page, partial(play_on_plan, touch=False), most=120) > 0
    expect(ann.page.get_by_role("img", name="Roof")).to_have_count(1)  # below the tower, which is beside the end


def test_a_game_by_touch_on_a_phone(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    ann.open_table("turris", SEATS, options={"bonus_chains": "off", "first": "black"})
    show_plan(ann.page)
    assert play_to_end(ann.page, partial(play_on_plan, touch=True), most=120) > 0
    expect(ann.page.get_by_role("img", name="Roof")).to_have_count(2)  # below the tower, and further down at the end
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a tall tower makes the page wide"


def test_a_game_on_the_tower(new_user: NewUser) -> None:
    """The first blocks fall into their places; all others are there at once, because each picture takes its time."""
    ann = new_user(reduced_motion=False)
    page = ann.page
    page.set_viewport_size(SMALL)
    ann.open_table("turris", SEATS)
    assert play_to_end(page, play_on_tower, animated=3) > 0


def test_a_click_on_a_lit_place_of_the_tower_shows_the_block_and_a_second_one_builds_it(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("turris", SEATS, options={"first": "white"})
    page = ann.page
    assert wait_for_turn(page)
    wait_for_tower(page)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Standing")).to_have_attribute("aria-pressed", "true")
    box = page.locator("canvas").bounding_box()
    assert box
    places = ((x, y) for y in range(50, 85, 5) for x in range(30, 71, 5))
    while not page.locator(".acts .primary").count():  # nothing is chosen yet
        x, y = next(places)
        place = box["x"] + box["width"] * x / 100, box["y"] + box["height"] * y / 100
        page.mouse.click(*place)
        wait_for_frame(page)
    before = page.locator(".bar").get_attribute("data-ply")
    page.mouse.click(*place)
    expect(page.locator(f".bar:not([data-ply='{before}'])")).to_be_visible()


def test_the_tower_turns_by_dragging(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("turris", SEATS, options={"first": "white"})
    page = ann.page
    assert wait_for_turn(page)
    wait_for_tower(page)
    canvas = page.locator("canvas")
    turn = page.locator("[data-turn]").get_attribute("data-turn")
    before = canvas.screenshot()
    assert canvas.screenshot() == before
    box = canvas.bounding_box()
    assert box
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(f"[data-turn]:not([data-turn='{turn}'])")).to_be_visible()
    wait_for_frame(page)
    assert canvas.screenshot() != before
