"""User actions in Turris: on the plan by mouse or touch, on the 3D tower by keyboard."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.web.actions import click_or_tap, wait_for_turn
from tests.web.layout import wait_for_frame

SMALL: ViewportSize = {"width": 920, "height": 620}
"""Pictures of the tower are drawn without a graphics card here, pixel by pixel."""


def show_plan(page: Page) -> None:
    """Wait for our turn and switch from the tower to the plan."""
    assert wait_for_turn(page)
    page.get_by_role("button", name="Plan").click()


def wait_for_tower(page: Page) -> None:
    """Wait until the tower has been drawn: then it can be clicked at, and there is a picture of it."""
    expect(page.locator("canvas[width]")).to_be_visible()  # the renderer is there, and has sized it
    wait_for_frame(page)


def play_on_plan(page: Page, *, touch: bool) -> None:
    """Play one move on the plan: choose a place and confirm it. Takes a block off where that is possible."""
    take = page.get_by_role("button", name="Take off", exact=True)
    if take.count():
        click_or_tap(take, touch=touch)
    target = page.locator("g.target").last
    if not target.count():  # a bonus that nothing can be done with
        click_or_tap(page.get_by_role("button", name="Skip the bonus", exact=True), touch=touch)
        return
    click_or_tap(target, touch=touch)
    expect(page.locator(".ghost")).to_be_visible()
    click_or_tap(target, touch=touch)


def play_on_tower(page: Page) -> None:
    """Play one move on the tower: choose a place by keyboard and confirm it."""
    build = page.locator(".acts .primary")
    for key in ("n", " ", "n"):
        if not build.count():
            page.keyboard.press(key)
    leave = page.get_by_role("button", name="Skip the bonus", exact=True)
    (build if build.count() else leave).click()
