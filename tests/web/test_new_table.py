"""The form of a new table: what the server refuses is said where it was written, and nothing else is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.actions import wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser

REFUSED = "Failed to load resource: the server responded with a status of 400"
"""What a browser says of every refusal, by itself."""


def expect_refusals(user: BrowserUser, count: int) -> None:
    """Expect so many refused requests in the console, and drop them."""
    found = [error for error in user.console_errors if error.startswith(REFUSED)]
    assert len(found) == count
    for error in found:
        user.console_errors.remove(error)


def fill_in(page: Page) -> None:
    """Change something in every part of the form."""
    page.goto("/new/tsuro")
    page.get_by_role("button", name="Einer weniger").click()
    page.get_by_role("radio", name="daVinci").check()
    page.get_by_role("switch", name="Stapel").check()
    page.get_by_role("radio", name="Je Zug", exact=True).check()
    page.get_by_role("radio", name="30 s").check()
    page.get_by_role("switch", name="Hinweise").check()
    page.get_by_text("Eigenes Material").click()


def check_kept(page: Page) -> None:
    expect(page.locator(".seats li")).to_have_count(3)
    for name in ("daVinci", "Je Zug", "30 s"):
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    for name in ("Stapel", "Hinweise"):
        expect(page.get_by_role("switch", name=name)).to_be_checked()


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_bad_tiles_are_refused_at_their_field_and_nothing_else_is_lost(new_user: NewUser, phone: bool) -> None:
    ann = new_user(phone=phone, language="de")
    page = ann.page
    fill_in(page)
    tiles = page.get_by_role("textbox", name="Plättchen")
    sentence = page.get_by_role("alert")

    tiles.fill("1,2,99")
    page.get_by_text("Eigenes Material").click()  # closed again: what is refused must be seen all the same
    page.get_by_role("button", name="Beginnen").click()
    expect(sentence).to_contain_text("tiles must be at most 127 tile numbers from 1 to 35")
    expect(page.locator("details").filter(has=tiles)).to_contain_text("tiles must be")
    expect(tiles).to_be_focused()
    expect(tiles).to_be_in_viewport()
    expect(tiles).to_have_value("1,2,99")
    expect(tiles).to_have_attribute("aria-invalid", "true")
    expect(tiles).to_have_accessible_description(re.compile("tiles must be"))
    check_kept(page)

    tiles.fill("1,2")
    page.get_by_role("button", name="Beginnen").click()
    expect(sentence).to_contain_text("at least three a player, 9 for 3 players")
    expect(sentence).to_have_count(1)
    check_kept(page)
    expect_refusals(ann, 2)

    tiles.fill("1*9")
    page.get_by_role("button", name="Beginnen").click()
    expect(page.locator(".bar")).to_be_visible()


def test_an_option_is_offered_only_where_it_means_anything(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/new/tsuro")
    bonus, board = page.get_by_role("switch", name="bonus"), page.get_by_role("group", name="Board")
    expect(bonus).to_be_visible()
    expect(board).to_have_count(0)
    for _seat in range(2):
        page.get_by_role("button", name="One fewer").click()
    expect(bonus).to_have_count(0)
    page.get_by_role("button", name="One more").click()
    expect(bonus).to_be_visible()
    page.get_by_role("radio", name="Kosmos").check()
    expect(bonus).to_have_count(0)
    expect(board).to_be_visible()


def test_no_more_of_a_name_can_be_written_than_the_server_takes(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/")
    page.locator("button.me").click()
    page.get_by_role("textbox", name="Your name").fill("")
    page.get_by_role("textbox", name="Your name").press_sequentially("x" * 30)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("button.me")).to_have_text("x" * 24)


@pytest.mark.parametrize(("players", "has_dragon"), [("2", False), ("3", True)])
def test_the_rules_are_those_that_the_options_come_to(new_user: NewUser, players: str, has_dragon: bool) -> None:
    page = new_user().page
    page.goto(f"/rules/tsuro?players={players}")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page.get_by_text("dragon tile").first).to_be_visible(visible=has_dragon)
    page.get_by_role("radio", name="Kosmos").check()
    expect(page.get_by_text("64 tiles").first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "heading", "figures"),
    [
        ("tsuro?edition=kosmos", "Pour commencer", 3),
        ("tsuro", "Pour commencer", 2),
        ("tao?opposition=overcome_by", "Les gardiens", 2),
        ("turris", "La tour", 3),
    ],
)
def test_the_rules_have_their_figures_in_every_language(
    new_user: NewUser, path: str, heading: str, figures: int
) -> None:
    page = new_user(language="fr-CH").page
    page.goto(f"/rules/{path}")
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    captions = page.locator("section > figure:has(svg) > figcaption")
    expect(captions).to_have_count(figures)
    page.get_by_label("Langue").select_option("de")
    expect(page.get_by_role("heading", name="Dein Zug")).to_be_visible()
    expect(captions).to_have_count(figures)


def test_rules_that_were_read_can_be_read_again_without_the_server(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    page.goto("/rules/tsuro")
    expect(page.get_by_text("35 tiles").first).to_be_visible()
    page.get_by_role("radio", name="Kosmos").check()
    expect(page.get_by_text("64 tiles").first).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("radio", name="Calliope").check()
    expect(page.get_by_text("35 tiles").first).to_be_visible()
    page.get_by_role("radio", name="daVinci").check()
    expect(page.get_by_role("alert")).to_be_visible()
    assert all("ERR_FAILED" in error for error in ann.console_errors)
    ann.console_errors.clear()
    page.unroute("**/api/**")
    page.get_by_role("radio", name="Kosmos").check()
    page.get_by_role("radio", name="daVinci").check()
    expect(page.get_by_text("35 tiles").first).to_be_visible()


def test_options_of_rules_that_a_game_does_not_have_are_named(new_user: NewUser) -> None:
    ann = new_user()
    ann.page.goto("/rules/turris?first=red")
    expect(ann.page.get_by_role("alert")).to_contain_text("first must be one of random, white, black")
    expect_refusals(ann, 1)


def test_everything_is_explained_where_it_is_chosen(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/new/tsuro")
    rules = page.locator("section", has=page.get_by_role("heading", name="Rules"))
    expect(rules).to_contain_text("With three players or more the dragon is in the game")
    rules.get_by_role("radio", name="daVinci").check()
    expect(rules).to_contain_text("the same rules as Calliope")
    rules.get_by_role("radio", name="Kosmos").check()
    expect(rules).to_contain_text("With two players, each has two markers")
    rules.get_by_role("radio", name="7 × 7").check()
    expect(rules).to_contain_text("The large board")
    expect(rules.locator("summary")).to_contain_text("which pieces are in the game, and how many of each")
    levels = page.get_by_role("combobox", name="Level")
    assert levels.first.locator("option").all_inner_texts() == ["Easy", "Medium", "Hard", "Master"]
    levels.first.select_option("hard")
    expect(page.get_by_text("Thinks for a tenth of a second")).to_be_visible()
    for heading, switch in (("Guests and spectators", "Listed on the home page"), ("During the game", "taken back")):
        section = page.locator("section", has=page.get_by_role("heading", name=heading))
        expect(section.get_by_role("switch", name=switch)).to_be_visible()


def test_a_table_for_weeks_and_without_chat(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    page.goto("/new/turris")
    page.get_by_role("radio", name="Days per move").check()
    page.get_by_role("radio", name="14 days").check()
    page.get_by_role("switch", name="Players and spectators may chat").uncheck()
    page.get_by_role("button", name="Start", exact=True).click()
    assert wait_for_turn(page)
    settings = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["settings"]
    assert settings["clock"] == {"kind": "move", "seconds": 14 * 24 * 60 * 60}
    expect(page.get_by_role("timer").first).to_have_text(re.compile("^1[34] d$"))
    expect(page.get_by_role("tab")).to_have_count(3)
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
