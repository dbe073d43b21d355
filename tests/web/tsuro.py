"""How a person plays Tsuro in the browser with a mouse or a finger."""

from playwright.sync_api import Page, expect

from tests.web.playing import point


def play_pointing(page: Page, *, touch: bool) -> None:
    """Decide once with a mouse or a finger."""
    prompt = page.locator(".bar").inner_text()
    if "Choose where to start" in prompt:
        point(page.locator("circle.start").nth(5), touch=touch)
        if touch:  # the first tap points, the second places
            point(page.locator("circle.start").nth(5), touch=touch)
    elif "Choose your path" in prompt:
        point(page.locator("g.port").first, touch=touch)
    elif "Swap tiles" in prompt:
        point(page.locator("[data-tile]").first, touch=touch)
        point(page.locator(".pool [data-tile]").first, touch=touch)
        swap = page.locator(".pool .primary")
        if swap.is_disabled():  # the same tile for the same tile is no swap
            point(page.locator("[data-tile]").first, touch=touch)
            point(page.locator(".pool [data-tile]").first, touch=touch)
        point(swap, touch=touch)
    else:
        pick_and_place(page, touch=touch)


def pick_and_place(page: Page, *, touch: bool) -> None:
    """Try tiles and turns until one may be placed, and place it."""
    for tile in page.locator("[data-tile]").all():
        point(tile, touch=touch)
        for _turn in range(4):
            ghost = page.locator(".ghost")
            expect(ghost).to_be_visible()
            if "free" in (ghost.get_attribute("class") or ""):
                point(ghost.locator("rect.rim"), touch=touch)
                return
            expect(page.locator(".objection")).not_to_be_empty()
            point(tile, touch=touch)
    raise AssertionError("no tile can be placed, but it is our turn")
