"""Nobody is stuck with a game: leaving, resigning and deleting, and the page with all games of a player."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.actions import BOT_NAME, wait_for_turn
from tests.web.browser_harness import PHONE, BrowserUser, LiveServer, NewUser

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
FIRST = {"first": "white"}


def quit_game(page: Page, way: str, question: str) -> None:
    """Open the menu of the game, choose a way out, and confirm it."""
    page.get_by_role("button", name="Leave, resign or delete").click()
    page.get_by_role("dialog").get_by_role("button", name=way, exact=True).click()
    dialog = page.get_by_role("dialog", name=question)
    dialog.get_by_role("button", name=way, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_game_against_bots_is_resigned_and_deleted(new_user: NewUser) -> None:
    ann = new_user()
    table = ann.open_table("tsuro", [ME, BOT, BOT])
    assert wait_for_turn(ann.page)
    quit_game(ann.page, "Resign", "Resign?")
    expect(ann.page.locator("#end")).to_have_text("You have resigned")
    expect(ann.page.get_by_text("the game was given up.")).to_be_visible()
    # Of a game that is over, only one way is left: it is asked at once.
    ann.page.get_by_role("button", name="Leave, resign or delete").click()
    ann.page.get_by_role("dialog", name="Delete the game?").get_by_role("button", name="Delete").click()
    expect(ann.page).to_have_url(re.compile(r"/$"))
    assert ann.context.request.get(f"/api/tables/{table}").status == 404


def test_friends_leave_and_resign_a_game(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    table = ann.open_table("tsuro", [ME, OPEN, BOT])
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()

    expect(ben.page.locator(".bar")).to_be_visible()
    ben.page.get_by_role("button", name="Leave, resign or delete").click()
    expect(ben.page.get_by_role("dialog").get_by_role("button", name="Resign")).to_be_visible()
    assert ben.page.get_by_role("dialog").get_by_role("button", name="Delete").count() == 0
    ben.page.keyboard.press("Escape")
    quit_game(ben.page, "Leave", "Leave the game?")
    expect(ben.page).to_have_url(re.compile(r"/$"))
    expect(ann.page.get_by_text("a bot plays on")).to_be_visible()

    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.get_by_text("a bot plays on")).to_have_count(0)
    quit_game(ben.page, "Resign", "Resign?")
    expect(ann.page.get_by_text("resigned, a bot plays on")).to_be_visible()
    expect(ben.page.get_by_text("resigned, a bot plays on")).to_be_visible()
    assert ben.page.get_by_role("button", name="Take my seat back").count() == 0


def row_of(page: Page, text: str) -> Locator:
    return page.get_by_role("list", name="Your games").get_by_role("listitem").filter(has_text=text)


def test_all_games_are_on_a_page_by_game_and_by_state(new_user: NewUser) -> None:
    ann = new_user(plan=True)
    page = ann.page
    lost = ann.open_table("turris", [ME, BOT], options=FIRST)
    ann.context.request.post(f"/api/tables/{lost}/resign", data={})
    ann.open_table("turris", [ME, BOT], options=FIRST)
    ann.open_table("tao", [ME, OPEN], options={"players": "2"})
    page.goto("/")
    page.get_by_role("link", name="All your games").click()

    rows = page.get_by_role("list", name="Your games").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(row_of(page, "Your turn")).to_contain_text(re.compile(f"against {BOT_NAME}"))
    expect(row_of(page, "1 free seat")).to_contain_text("Tao")
    expect(row_of(page, "2nd of 2")).to_contain_text(re.compile(r"\d{4}"))  # the date

    page.get_by_role("radio", name="Your turn").check()
    expect(rows).to_have_count(1)
    page.reload()  # what is shown is part of the address
    expect(rows).to_have_count(1)
    page.get_by_role("radio", name="Over").check()
    page.get_by_role("radio", name="Turris").check()
    expect(rows).to_have_text(re.compile("2nd of 2"))
    with page.expect_download() as download:
        rows.get_by_role("link", name="Record").click()
    assert download.value.suggested_filename.startswith("turris-")

    rows.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("slider", name="Look back")).to_be_visible()
    page.go_back()
    rows.get_by_role("button", name="More about this game").click()
    page.get_by_role("dialog", name="Delete the game?").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No games here.")).to_be_visible()
    page.get_by_role("radio", name="All", exact=True).check()
    page.get_by_role("radio", name="All games").check()
    expect(rows).to_have_count(2)
    row_of(page, "Your turn").get_by_role("link", name="Open").click()
    assert wait_for_turn(page)


def test_many_games_come_page_by_page_and_fit_a_phone(new_user: NewUser) -> None:
    ann = new_user(phone=True, language="de")
    for _table in range(21):
        ann.request_table("turris", [ME, BOT], options=FIRST)
    ann.page.goto("/games")
    rows = ann.page.get_by_role("list", name="Deine Spiele").get_by_role("listitem")
    expect(rows).to_have_count(20)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ann.page.get_by_role("button", name="Mehr zeigen").click()
    expect(rows).to_have_count(21)
    expect(ann.page.get_by_role("button", name="Mehr zeigen")).to_have_count(0)


@pytest.fixture
def limited_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server that counts who opens how much, as it does for people."""
    server = LiveServer(tmp_path, rate_limits=True)
    server.start()
    yield server
    server.stop()


def test_twenty_abandoned_games_are_not_in_the_way_of_another(browser: Browser, limited_server: LiveServer) -> None:
    ann = BrowserUser(browser, limited_server.url, plan=True)
    ann.page.goto("/")
    ann.page.wait_for_selector("button.me")
    body = {"game": "turris", "seats": [ME, BOT], "start": True}
    opened = [ann.context.request.post("/api/tables", data=body) for _table in range(20)]
    assert [answer.status for answer in opened] == [201] * 20
    play = ann.page.get_by_role("article", name="Turris").get_by_role("button", name="Play the bots now")
    hurry = ann.page.get_by_role("alert").filter(has_text="very fast")
    while True:
        with ann.page.expect_response(re.compile("/api/tables$")) as answer:
            play.click()
        if answer.value.status != 429:  # so many tables at once are too fast, which passes
            break
        expect(hurry).to_be_visible()
        expect(play).to_be_enabled()
    assert wait_for_turn(ann.page)
    assert ann.context.request.get(f"/api/tables/{opened[0].json()['id']}").status == 404
    ann.context.close()
