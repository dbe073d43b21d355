"""How a person plays Tao in the browser with a mouse or a finger."""

from playwright.sync_api import Page

from tests.web.playing import point


def play_pointing(page: Page, *, touch: bool) -> None:
    """Decide once with a mouse or a finger: answer a power, or pick a card up and put it before somebody."""
    elements = page.locator("g.element.open")
    cards = page.locator(".mats button.card:not(.picked)")
    if elements.count():
        point(elements.first, touch=touch)
    elif cards.count():
        point(cards.first, touch=touch)
        if "for it" in page.locator(".bar").inner_text():  # a card of ours is picked; now one of theirs
            point(page.locator(".mats section:not(.turn) button.card").first, touch=touch)
    else:
        hand = page.get_by_role("region", name="Your hand").locator("button")
        source = hand if hand.count() == 2 else page.locator("g.place.open")
        point(source.first, touch=touch)
        point(page.locator("button.give").last, touch=touch)
