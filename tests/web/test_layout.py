"""Layout, measured in the browser in all four languages: what belongs on one screen is on it, and no text is cut."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.server.table.seats.seats import BOT_NAMES
from tests.web.actions import wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.layout import (
    LANGUAGES,
    NARROW,
    PHONE,
    SIDEWAYS,
    SMALL_DESK,
    begins_in_view,
    count_lines,
    find_cut_names,
    find_cut_texts,
    is_on_screen,
    resize,
    scrolls,
    speak,
)

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}

ACCOUNTS = {
    "en": "Luck and decisions",
    "fr": "Chance et décisions",
    "it": "Fortuna e decisioni",
    "de": "Glück und Entscheidungen",
}

RENAME = "(nodes, text) => [nodes].flat().forEach(node => (node.textContent = text))"
"""Gives elements another text, to measure one that a game shows by chance."""

BOTS = ".seats li:not(.me) .name"
SEAT_NAMES = f"{BOTS}, .seats .you"

TABLES = {
    "tsuro": ([ME, BOT, BOT, BOT], {"players": "4"}),
    "tao": ([ME, BOT, BOT], {"players": "3"}),
    "turris": ([ME, BOT], {"first": "white"}),
}


@pytest.mark.parametrize("game", TABLES)
def test_a_game_fits_every_screen_in_every_language(new_user: NewUser, game: str) -> None:
    ann = new_user()
    page = ann.page
    seats, options = TABLES[game]
    ann.open_table(game, seats, options=options, hints=True)
    for language in LANGUAGES:
        if language != "en":
            speak(page, language)
        assert wait_for_turn(page)
        for size in (SMALL_DESK, PHONE, NARROW, SIDEWAYS):
            resize(page, size)
            where = f"{game} in {language} at {size}"
            assert find_cut_texts(page.get_by_role("tab")) == [], where
            assert find_cut_texts(page.locator("header h1, header nav button")) == [], where
            assert count_lines(page.locator("h1")) <= 1, where  # none where it is for screen readers only
            assert not scrolls(page)[0], where
            assert is_on_screen(page.locator("header nav button").last), where
            assert find_cut_names(page.locator(SEAT_NAMES), BOTS, BOT_NAMES) == [], where
        assert not scrolls(page)[1], f"{game} scrolls in {language} on a phone held sideways"
        assert is_on_screen(page.locator(".board :is(svg, canvas)").first)
        assert is_on_screen(page.locator(".bar"))
        if game != "turris":  # where nobody has moved yet
            assert begins_in_view(page.locator("[role=tabpanel] li").last), f"the last line of {game} in {language}"


def test_everybody_at_a_table_for_eight_can_be_read(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    ann.open_table("tsuro", [BOT] * 8, options={"players": "8"})
    open_finished(page)
    assert page.locator(".seats .out").count() > 0
    for language in LANGUAGES:
        if language != "en":
            speak(page, language)
            open_finished(page)
        for size in (SMALL_DESK, PHONE, NARROW, SIDEWAYS):
            resize(page, size)
            for part in (SEAT_NAMES, ".seats .note", "#end ~ ol .name"):
                assert find_cut_texts(page.locator(part)) == [], f"{part} in {language} at {size}"
        assert page.locator(".seats .out").first.get_attribute("aria-label")


def test_the_review_of_a_game_for_eight_fits_a_phone(new_user: NewUser) -> None:
    ann = new_user(language="de")
    page = ann.page
    table = ann.open_table("tsuro", [BOT] * 8, options={"players": "8"})
    open_finished(page)
    page.goto(f"/table/{table}?review")
    expect(page.locator(".review")).to_have_attribute("data-status", "done")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator("#accounts")).to_have_text(ACCOUNTS[language])
        for size in (PHONE, NARROW, SIDEWAYS):
            resize(page, size)
            assert not scrolls(page)[0], f"{language} at {size}"


def test_what_a_tile_would_do_is_said_in_full_on_a_phone_held_sideways(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    ann.open_table("tsuro", [ME, BOT], options={"edition": "kosmos", "players": "2"})
    assert wait_for_turn(page)
    resize(page, SIDEWAYS)
    result = page.locator(".mine .result")
    result.evaluate(
        RENAME, "Tuile 6 pour le pion A : le pion A va en b6, bas gauche, la suite est libre, Zebu est éliminé"
    )
    assert result.evaluate("node => node.scrollHeight <= node.clientHeight")


def test_the_five_views_are_on_the_screen_of_a_phone_with_the_tower_and_the_choice(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    seats, options = TABLES["turris"]
    ann.open_table("turris", seats, options=options)
    assert wait_for_turn(page)
    page.keyboard.press("n")
    for size in (PHONE, NARROW, SIDEWAYS):
        resize(page, size)
        for part in ("canvas", ".acts .primary", ".views"):
            assert is_on_screen(page.locator(part)), f"{part} at {size}"


def open_finished(page: Page) -> None:
    """Wait for the end of a game that bots play."""
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator(".board :is(svg, canvas)").first).to_be_visible()


@pytest.mark.parametrize("game", TABLES)
def test_a_result_is_on_the_first_screen_and_looking_back_shows_slider_and_board_together(
    new_user: NewUser, game: str
) -> None:
    ann = new_user()
    page = ann.page
    seats, options = TABLES[game]
    ann.open_table(game, [BOT] * len(seats), options=options)
    open_finished(page)
    for language in LANGUAGES:
        if language != "en":
            speak(page, language)
            open_finished(page)
        for size in (SMALL_DESK, PHONE, NARROW, SIDEWAYS):
            resize(page, size)
            where = f"the end of {game} in {language} at {size}"
            assert is_on_screen(page.locator("#end")), where
            assert is_on_screen(page.locator("#end ~ ol")), where
            assert not scrolls(page)[0], where
            if size == SMALL_DESK:  # the names of several winners may need a line each
                assert count_lines(page.locator("#end")) <= page.locator("#end ~ ol li.won").count(), where
            if game == "turris":
                views = ".mine .views" if size in (PHONE, NARROW) else ".board .views"
                assert is_on_screen(page.locator(views)), where
    page.locator("#end ~ .ways button").first.click()  # a spectator is offered no rematch: looking back comes first
    expect(page.locator("section.looking")).to_be_visible()  # the slider is there before the position has come
    slider, board = page.locator(".history input"), page.locator(".board :is(svg, canvas)").first
    for size in (PHONE, NARROW, SIDEWAYS):
        resize(page, size)
        assert is_on_screen(slider), size
        if game != "tao":
            assert is_on_screen(board), size
    page.locator(".history .steps").get_by_role("button").last.click()
    expect(page.locator(".history")).to_have_count(0)
    expect(page.locator("#end ~ ol")).to_be_visible()
