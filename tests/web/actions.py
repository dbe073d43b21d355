"""User actions that work in every game: waiting for the turn, clicking, playing by keyboard."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from ludotheque.server.table.seats.seats import BOT_NAMES
from tests.web.browser_harness import BrowserUser

BOT_NAME = f"(?:{'|'.join(BOT_NAMES)})"
"""A pattern for the name of any bot."""


def is_over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("#end").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is our turn and no move is being sent; False when the game is over."""
    expect(page.locator(".board :is(svg, canvas)").first).to_be_visible()
    expect(page.locator(".bar.mine[aria-busy=false], #end").first).to_be_visible()
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
    page.keyboard.press("w")
    expect(page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")


def play_one_move(page: Page, play: Callable[[Page], None]) -> bool:
    """Wait for our turn and play, until the move is on the board. False when the game is over."""
    if not wait_for_turn(page):
        return False
    ply = page.locator(".bar").get_attribute("data-ply")
    play(page)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    return True


def reduce_motion(page: Page) -> None:
    """From now on, show what happens without animation: drawn without a graphics card, each picture takes its time."""
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-motion", "reduced")


def wait_for_rest(page: Page) -> None:
    """Wait until nothing moves any more, except what moves for ever."""
    moving = "document.getAnimations().some(a => a.effect.getComputedTiming().endTime < Infinity)"
    page.wait_for_function(f"() => !{moving}")


def play_to_end(page: Page, play: Callable[[Page], None], *, animated: int | None = None, most: int = 120) -> int:
    """Play until the game is over, without motion after so many `animated` own moves; give the number of own moves."""
    for count in range(most):
        if count == animated:
            reduce_motion(page)
        if not play_one_move(page, play):
            return count
    raise AssertionError(f"the game is not over after {most} moves")


def finish_game(users: list[BrowserUser], game: str = "tsuro") -> str:
    """Let people play a game that ends soon, because they let their time run out; give its table."""
    host, *guests = users
    options = {} if game == "turris" else {"players": str(len(users))}
    seats = [{"kind": "me"}] + [{"kind": "open"}] * len(guests)
    clock = {"kind": "move", "seconds": 1}
    table = host.open_table(game, seats, options=options, clock=clock, timeout="out")
    for guest, name in zip(guests, ("Ben", "Cleo"), strict=False):
        guest.page.goto(f"/table/{table}")
        seat = guest.page.get_by_role("button", name="Sit here").first
        expect(seat).to_be_visible()
        field = guest.page.get_by_role("textbox", name="Your name")
        if field.count():  # who has a name is not asked for it again
            field.fill(name)
        seat.click()
        expect(host.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for user in users:
        expect(user.page.locator("#end")).to_be_visible()
    return table


def forgive_network(user: BrowserUser) -> None:
    """Forget what the browser itself says about a network that is gone; anything else stays an error."""
    said = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "dynamically imported module")
    user.console_errors[:] = [text for text in user.console_errors if not any(words in text for words in said)]
