"""Four languages: the browser's is spoken, another can be chosen, and no layout breaks in the longest of them."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser_harness import NewUser
from tests.web.layout import wait_for_frame

LANGUAGES = {
    "en-GB": "Play the bots now",
    "fr-CH": "Jouer contre les bots",
    "it-IT": "Gioca contro i bot",
    "de-AT": "Gegen Bots spielen",
}

NARROW = {"width": 360, "height": 740}

BOT = {"kind": "bot", "level": "random"}


def assert_fits(page: Page, where: str) -> None:
    """Nothing sticks out of the page to the right."""
    wait_for_frame(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"], f"{where} is {width} pixels wide"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits_a_narrow_phone(new_user: NewUser, language: str) -> None:
    ann = new_user(phone=True, language=language)
    page = ann.page
    page.set_viewport_size(NARROW)  # type: ignore[arg-type] # a dict with these two keys
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.get_by_role("button", name=LANGUAGES[language]).first).to_be_visible()
    assert_fits(page, "home")
    for game in ("tsuro", "tao", "turris"):
        page.goto(f"/new/{game}")
        expect(page.locator("form")).to_be_visible()
        assert_fits(page, f"new table of {game}")
        page.goto(f"/rules/{game}")
        expect(page.locator("h2").first).to_be_visible()
        assert_fits(page, f"rules of {game}")
    page.goto("/settings")
    expect(page.locator("section li").first).to_be_visible()
    assert_fits(page, "settings")
    ann.open_table("tsuro", [{"kind": "me"}, BOT, {"kind": "open"}], options={"players": "3"})
    expect(page.locator("input[readonly]")).to_be_visible()
    assert_fits(page, "waiting room")
    for game, seats in (("tsuro", 8), ("tao", 4), ("turris", 2)):
        options = {} if game == "turris" else {"players": str(seats)}
        ann.open_table(game, [{"kind": "me"}, *[BOT] * (seats - 1)], options=options, hints=True)
        expect(page.locator("[role=tablist]")).to_be_visible()
        assert_fits(page, f"a game of {game}")


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
