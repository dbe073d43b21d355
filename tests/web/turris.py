"""How a person plays Turris in the browser: on the plan with a mouse or a finger, on the tower by keys."""

from playwright.sync_api import Page, expect

from tests.web.playing import point, wait_for_turn


def show_plan(page: Page) -> None:
    """Wait for our turn and look at the plan instead of the tower."""
    assert wait_for_turn(page)
    page.get_by_role("button", name="Plan").click()


def play_on_plan(page: Page, *, touch: bool) -> None:
    """Decide once on the plan: look at a place, then build there. Now and then take a block off instead."""
    take = page.get_by_role("button", name="Take off")
    if take.count():
        point(take, touch=touch)
    target = page.locator("g.target").last
    if not target.count():  # a bonus that nothing can be done with
        point(page.get_by_role("button", name="Leave the bonus"), touch=touch)
        return
    point(target, touch=touch)
    expect(page.locator(".ghost")).to_be_visible()
    point(target, touch=touch)


def play_on_tower(page: Page) -> None:
    """Decide once on the tower: go to a place by key, look at it, build."""
    build = page.locator(".acts .primary")
    for key in ("n", " ", "n"):
        if not build.count():
            page.keyboard.press(key)
    leave = page.get_by_role("button", name="Leave the bonus")
    (build if build.count() else leave).click()
