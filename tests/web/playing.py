"""How a person plays any game in the browser: waiting for their turn, pointing, or using the keys alone."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def is_over(page: Page) -> bool:
    """Whether the end is shown."""
    return page.locator("#end").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is our turn, and say so; False when the game is over."""
    expect(page.locator(".board :is(svg, canvas)").first).to_be_visible()
    expect(page.locator(".bar.mine, #end").first).to_be_visible(timeout=15_000)
    return not is_over(page)


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


def decide_once(page: Page, decide: Callable[[Page], None]) -> bool:
    """Wait for our turn and decide; come back when the decision is on the table. False when the game is over."""
    if not wait_for_turn(page):
        return False
    ply = page.locator(".bar").get_attribute("data-ply")
    decide(page)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible(timeout=15_000)
    return True


def play_out(page: Page, decide: Callable[[Page], None], *, most: int = 60) -> int:
    """Play until the end; give how many decisions it took."""
    for count in range(most):
        if not decide_once(page, decide):
            return count
    raise AssertionError(f"the game is not over after {most} decisions")
