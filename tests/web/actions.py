"""User actions that work in every game: waiting for the turn, clicking, playing by keyboard."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


def is_over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("#end").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is our turn; False when the game is over."""
    expect(page.locator(".board :is(svg, canvas)").first).to_be_visible()
    expect(page.locator(".bar.mine, #end").first).to_be_visible()
    return not is_over(page)


def click_or_tap(place: Locator, *, touch: bool) -> None:
    """Click or tap. On SVG without waiting for actionability: whatever is drawn on top may receive it."""
    is_drawn = place.evaluate("node => node instanceof SVGElement")
    if touch:
        place.tap(force=is_drawn)
    else:
        place.click(force=is_drawn)


def play_by_keyboard(page: Page) -> None:
    """Play the first move of the move list, by keyboard alone."""
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


def play_one_move(page: Page, play: Callable[[Page], None]) -> bool:
    """Wait for our turn and play, until the move is on the board. False when the game is over."""
    if not wait_for_turn(page):
        return False
    ply = page.locator(".bar").get_attribute("data-ply")
    play(page)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    return True


def play_to_end(page: Page, play: Callable[[Page], None], *, most: int = 60) -> int:
    """Play until the game is over; give the number of own moves."""
    for count in range(most):
        if not play_one_move(page, play):
            return count
    raise AssertionError(f"the game is not over after {most} moves")
