"""User actions in Tsuro, by mouse or touch."""

from playwright.sync_api import Page, expect

from tests.web.actions import click_or_tap, wait_for_rest

STRAIGHT_TILES = "32*18,34*17"
"""Tiles that lead everybody straight on, turned however: nobody can be out when each of up to four has laid one."""


def play_by_pointer(page: Page, *, touch: bool) -> None:
    """Play one move of any kind."""
    prompt = page.locator(".bar").inner_text()
    if "Choose where to start" in prompt:
        click_or_tap(page.locator("circle.start").nth(5), touch=touch)
        if touch:  # the first tap selects, the second places
            click_or_tap(page.locator("circle.start").nth(5), touch=touch)
    elif "Choose your path" in prompt:
        click_or_tap(page.locator("g.port").first, touch=touch)
    elif "Swap tiles" in prompt:
        click_or_tap(page.locator("[data-tile]").first, touch=touch)
        click_or_tap(page.locator(".pool [data-tile]").first, touch=touch)
        swap = page.locator(".pool .primary")
        if swap.is_disabled():  # the same tile for the same tile is no swap
            click_or_tap(page.locator("[data-tile]").first, touch=touch)
            click_or_tap(page.locator(".pool [data-tile]").first, touch=touch)
        click_or_tap(swap, touch=touch)
    else:
        pick_and_place(page, touch=touch)


def pick_and_place(page: Page, *, touch: bool) -> None:
    """Try tiles and rotations until one is legal, and place it. A drawn tile that still flies could miss a click."""
    wait_for_rest(page)
    for tile in page.locator("[data-tile]").all():
        click_or_tap(tile, touch=touch)
        for _turn in range(4):
            ghost = page.locator(".ghost")
            expect(ghost).to_be_visible()
            if "free" in (ghost.get_attribute("class") or ""):
                click_or_tap(ghost.locator("rect.rim"), touch=touch)
                return
            expect(page.locator(".objection")).not_to_be_empty()
            click_or_tap(tile, touch=touch)
    raise AssertionError("no tile can be placed, but it is our turn")
