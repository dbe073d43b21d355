"""The scoring example in the rules of Turris: stepped through by buttons, slider and keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser_harness import NewUser

WORDS = {
    "en-GB": ("White begins, with the white blocks.", "North: white 20, black 7", "Total: white 56, black 46"),
    "fr-CH": ("Blanc commence, avec les blocs blancs.", "Nord : blanc 20, noir 7", "Total : blanc 56, noir 46"),
    "it-CH": ("Il bianco comincia, con il bianco.", "Nord: bianco 20, nero 7", "Totale: bianco 56, nero 46"),
    "de-CH": ("Weiß beginnt mit den weißen Blöcken.", "Norden: weiß 20, schwarz 7", "Summe: weiß 56, schwarz 46"),
}


def check_steps(page: Page, language: str) -> None:
    """Go through the example, from where it begins: at the finished tower."""
    begins, north, total = WORDS[language]
    figure = page.locator(".steps[data-step]")
    caption, slider = figure.locator("p[aria-live]"), figure.get_by_role("slider")
    buttons = figure.locator("button")
    back, forward = buttons.first, buttons.last
    expect(figure).to_have_attribute("data-step", "42")
    for _ in range(3):
        forward.click()
    expect(caption).to_have_text(north)
    slider.focus()
    page.keyboard.press("End")
    expect(caption).to_have_text(total)
    expect(forward).to_be_disabled()
    page.keyboard.press("Home")
    expect(caption).to_have_text(begins)
    expect(back).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(caption).to_contain_text("a1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen"


@pytest.mark.parametrize("language", WORDS)
def test_the_example_is_stepped_through_in_every_language(new_user: NewUser, language: str) -> None:
    ann = new_user(language=language, dark=language == "de-CH")
    ann.page.set_viewport_size({"width": 360, "height": 740})
    ann.page.goto("/rules/turris")
    check_steps(ann.page, language)
    assert ann.console_errors == []


def test_the_example_is_in_the_rules_at_the_table_too(new_user: NewUser) -> None:
    """Its keys do not reach the table below the dialog."""
    ann = new_user(plan=True)
    ann.open_table("turris", [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"first": "white"})
    ann.page.get_by_role("button", name="Rules").first.click()
    check_steps(ann.page, "en-GB")
    expect(ann.page.get_by_role("group", name="Look back")).to_have_count(0)
    assert ann.console_errors == []
