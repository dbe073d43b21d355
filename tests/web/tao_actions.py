"""User actions in Tao, by mouse, touch or keys."""

from playwright.sync_api import Page, expect

from tests.web.actions import click_or_tap


def close_round_end(page: Page) -> None:
    """Go on, if a scored round is shown."""
    if page.locator(".round-end").count():
        page.locator(".round-end button").click()
        expect(page.locator(".round-end")).to_have_count(0)


def play_by_pointer(page: Page, *, touch: bool) -> None:
    """Play one move: decide about a power, or pick a card and give it to a player.

    Cards of the path are for the first player, whose powers so come to work; those of the hand are for the last.
    """
    close_round_end(page)
    elements = page.locator("g.element.open")
    cards = page.locator(".mats button.card:not(.picked)")
    if elements.count():
        click_or_tap(elements.first, touch=touch)
    elif cards.count():
        click_or_tap(cards.first, touch=touch)
        if page.locator(".mats button.card.picked").count():  # a card of ours; now one of theirs
            click_or_tap(page.locator(".mats section:not(.turn) button.card").first, touch=touch)
    else:
        hand = page.get_by_role("region", name="Your hand").locator("button")
        is_from_hand = hand.count() == 2
        click_or_tap((hand if is_from_hand else page.locator("g.place.open")).first, touch=touch)
        click_or_tap(page.locator("button.give").nth(-1 if is_from_hand else 0), touch=touch)


def play_by_keys(page: Page, seat: int) -> None:
    """Put the first of the next cards on the path before a seat, counted from 1."""
    page.keyboard.press("1")
    expect(page.locator("button.give").first).to_be_visible()
    page.keyboard.press(str(seat))
