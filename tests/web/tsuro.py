"""How a person plays Tsuro in the browser: with a mouse, with a finger, or with keys and the list of moves."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

def is_over(page: Page) -> bool:
    """Whether the end is shown."""
    return page.locator("#end").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is our turn, and say so; False when the game is over."""
    expect(page.locator("main svg[role=img]")).to_be_visible()
    expect(page.locator(".bar.mine, #end").first).to_be_visible(timeout=15_000)
    return not is_over(page)


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


def point(place: Locator, *, touch: bool) -> None:
    """Click, or tap, as soon as it stands still. On the board, whatever is drawn there receives it."""
    is_drawn = place.evaluate("node => node instanceof SVGElement")
    if touch:
        place.tap(force=is_drawn)
    else:
        place.click(force=is_drawn)


def play_by_keys(page: Page) -> None:
    """Decide once by the keyboard alone: to the list of moves, and the first of them."""
    for _press in range(60):
        page.keyboard.press("Tab")
        role = page.evaluate("document.activeElement.getAttribute('role')")
        if role == "tab":
            break
    while page.evaluate("document.activeElement.textContent.trim()") != "Moves":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.type") == "search":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def play_out(page: Page, decide: Callable[[Page], None], *, most: int = 60) -> int:
    """Play until the end; give how many decisions it took."""
    for count in range(most):
        if not wait_for_turn(page):
            return count
        ply = page.locator(".bar").get_attribute("data-ply")
        decide(page)
        expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible(timeout=15_000)
    raise AssertionError(f"the game is not over after {most} decisions")
