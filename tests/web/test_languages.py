"""Four languages: the browser's is spoken, another can be chosen, and no layout breaks in the longest of them."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.layout import NARROW, speak, wait_for_frame

LANGUAGES = {
    "en-GB": "Play the bots now",
    "fr-CH": "Jouer contre les bots",
    "it-IT": "Gioca contro i bot",
    "de-AT": "Gegen Bots spielen",
}

BOT = {"kind": "bot", "level": "random"}


def assert_fits_now(page: Page, where: str) -> None:
    """Nothing sticks out of the page to the right."""
    wait_for_frame(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"], f"{where} is {width} pixels wide"


def assert_fits(page: Page, where: str) -> None:
    """Nothing sticks out in any language."""
    for language in LANGUAGES:
        speak(page, language[:2])
        assert_fits_now(page, f"{where} in {language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_browser_is_spoken(new_user: NewUser, language: str) -> None:
    page = new_user(language=language).page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.get_by_role("button", name=LANGUAGES[language]).first).to_be_visible()


def open_narrow_phone(new_user: NewUser) -> BrowserUser:
    ann = new_user(phone=True)
    ann.page.set_viewport_size(NARROW)
    return ann


def test_every_screen_fits_a_narrow_phone(new_user: NewUser) -> None:
    ann = open_narrow_phone(new_user)
    page = ann.page
    page.goto("/")
    expect(page.get_by_role("button", name="Play the bots now").first).to_be_visible()
    assert_fits(page, "home")
    for game in ("tsuro", "tao", "turris"):
        page.goto(f"/new/{game}")
        expect(page.locator("form")).to_be_visible()
        assert_fits(page, f"new table of {game}")
    page.goto("/settings")
    expect(page.locator("section li").first).to_be_visible()
    assert_fits(page, "settings")
    ann.open_table("tsuro", [{"kind": "me"}, BOT, {"kind": "open"}], options={"players": "3"})
    expect(page.locator("input[readonly]")).to_be_visible()
    assert_fits(page, "waiting room")


@pytest.mark.parametrize(("game", "seats"), [("tsuro", 8), ("tao", 4), ("turris", 2)])
def test_every_game_and_its_rules_fit_a_narrow_phone(new_user: NewUser, game: str, seats: int) -> None:
    ann = open_narrow_phone(new_user)
    page = ann.page
    options = {} if game == "turris" else {"players": str(seats)}
    ann.open_table(game, [{"kind": "me"}, *[BOT] * (seats - 1)], options=options, hints=True)
    expect(page.locator("[role=tablist]")).to_be_visible()
    assert_fits(page, f"a game of {game}")
    for language in LANGUAGES:  # rules are fetched in each language, so that only a new page is sure to show them
        speak(page, language[:2])
        page.goto(f"/rules/{game}")
        expect(page.locator("h2").first).to_be_visible()
        assert_fits_now(page, f"rules of {game} in {language}")


def test_a_guest_is_called_a_guest_in_every_language(new_user: NewUser) -> None:
    ann, ben = new_user(language="de"), new_user(language="fr")
    table = ann.open_table("tsuro", [{"kind": "me"}, BOT], options={"players": "2"})
    name = ann.page.request.get(f"/api/tables/{table}").json()["seats"][0]["name"]
    number = name.removeprefix("Guest ")
    expect(ann.page.get_by_text(f"Gast {number}").first).to_be_visible()
    ben.page.goto(f"/table/{table}")
    expect(ben.page.get_by_text(f"Invité {number}").first).to_be_visible()
    ann.page.goto("/")
    expect(ann.page.locator("button.me")).to_have_text(f"Gast {number}")
    ann.page.locator("button.me").click()  # what was not chosen is not offered to be kept as a name
    expect(ann.page.get_by_role("textbox", name="Dein Name")).to_have_value("")


def test_a_language_is_chosen_and_remembered_and_spoken_in_every_tab(new_user: NewUser) -> None:
    ann = new_user()
    page, other_tab = ann.page, ann.context.new_page()
    for tab in (page, other_tab):
        tab.goto("/")
    page.get_by_label("Language").select_option("de")
    for tab in (page, other_tab):
        expect(tab.get_by_role("button", name=LANGUAGES["de-AT"]).first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=LANGUAGES["de-AT"]).first).to_be_visible()
