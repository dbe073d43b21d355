"""What just happened: the last move is marked, the past can be stepped through, and the log says what matters."""

import re
from functools import partial

from playwright.sync_api import Page, expect

from tests.web import tao_actions, tsuro_actions, turris_actions
from tests.web.actions import play_one_move, play_to_end, wait_for_turn
from tests.web.browser_harness import NewUser

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}


def play_from_list(page: Page, *, at: int = 0) -> None:
    """Play the first move of the move list, or another."""
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button").nth(at).click()


def test_the_past_of_tsuro_is_looked_at_during_the_game(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    options = {"edition": "davinci", "players": "3", "tiles": tsuro_actions.STRAIGHT_TILES}
    ann.open_table("tsuro", [ME, BOT, BOT], options=options)
    play = partial(tsuro_actions.play_by_pointer, touch=False)
    assert play_one_move(page, play)
    assert play_one_move(page, play)
    assert wait_for_turn(page)
    laid = page.locator(".board rect.card").count()

    # The last move is marked: the tile, and the path that it led somebody along.
    expect(page.locator(".last rect")).to_have_count(1)
    assert page.locator(".last path.way").count() >= 1
    # One line says what was decided and what came of it, to "you", with the tile.
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("You lay tile")
    assert page.evaluate("document.querySelector('button.me, .name').textContent") not in log.inner_text()
    line = log.get_by_role("button", name="You lay tile")
    expect(line).to_contain_text("move to")
    expect(line.get_by_role("img", name="top").first).to_be_visible()

    # The arrows step back; the board says so and cannot be played on.
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".badge")).to_contain_text("The past")
    expect(page.locator(".board rect.card")).to_have_count(laid - 1)
    page.keyboard.press("1")
    expect(page.locator(".ghost")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press(",")
    expect(page.locator(".board rect.card")).to_have_count(laid - 2)
    page.keyboard.press(".")
    expect(page.locator(".board rect.card")).to_have_count(laid - 1)
    page.keyboard.press("Home")
    expect(page.locator(".board rect.card")).to_have_count(0)
    expect(page.locator(".history")).to_have_attribute("data-stop", "0")
    # A line of the log leads to its position, and is marked.
    line.click()
    expect(page.locator(".history .told")).to_contain_text("You lay tile")
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator(".last rect")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.locator(".board rect.card")).to_have_count(laid)
    expect(page.locator(".bar.mine")).to_be_visible()

    # The keys are in the list of keys, and the words are there in other languages.
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("One move back")
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('ludotheque.language', 'de')")
    page.reload()
    expect(page.get_by_role("list", name="Verlauf")).to_contain_text("Du legst Plättchen")


def test_a_new_move_does_not_pull_anybody_out_of_the_past(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    table = ann.open_table("turris", [ME, {"kind": "open"}], options={"first": "white"})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    assert play_one_move(ann.page, play_from_list)
    turris_actions.show_plan(ben.page)
    expect(ben.page.locator("rect.last")).to_have_count(1)
    assert play_one_move(ben.page, play_from_list)
    assert play_one_move(ann.page, play_from_list)

    page = ann.page
    page.locator("h1").click()  # away from the tower, where arrows would turn it
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".history")).to_have_attribute("data-stop", "1")
    assert play_one_move(ben.page, play_from_list)
    expect(page.locator(".bar")).to_contain_text("Your turn")
    expect(page.locator(".history")).to_have_attribute("data-stop", "1")
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("list", name="Log").get_by_role("button")).to_have_count(4)
    for stop in ("2", "3"):  # what came meanwhile is fetched when it is looked at
        page.get_by_role("button", name="One move on").click()
        expect(page.locator(".history")).to_have_attribute("data-stop", stop)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".history")).to_have_count(0)
    assert wait_for_turn(page)


def test_the_last_card_of_tao_is_marked_and_named(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    ann.open_table("tao", [ME, BOT])
    play = partial(tao_actions.play_by_pointer, touch=False)
    log = page.get_by_role("list", name="Log")
    assert play_one_move(page, play)
    assert wait_for_turn(page)
    assert play_one_move(page, play)
    expect(page.locator(".mats .last").first).to_be_visible()
    mine = log.get_by_role("button", name=re.compile("^You (give|take|play) ")).first
    expect(mine.locator(".piece")).to_be_attached()
    mine.click()
    expect(page.locator(".history .told")).to_contain_text("You ")
    expect(page.locator(".mats .last").first).to_be_visible()


def test_a_finished_game_is_looked_back_at_by_the_same_control(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    ann.open_table("tsuro", [ME, *[BOT] * 2], options={"players": "3"})
    play_to_end(page, partial(tsuro_actions.play_by_pointer, touch=True))
    laid = page.locator(".board rect.card").count()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".board rect.card")).to_have_count(0)
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".history .told")).to_contain_text("at")

    # The address leads others to the same position, with and without a preview of the link.
    expect(page).to_have_url(re.compile(r"/table/[^/?#]+#\d+$"))
    address, stop = page.url, page.locator(".history").get_attribute("data-stop") or ""
    page.get_by_role("button", name="Share").click()
    shared = address.replace("#", "?ply=")
    expect(page.get_by_role("textbox", name="Link to this table")).to_have_value(shared)
    page.keyboard.press("Escape")
    ben = new_user().page
    for link in (address, shared):
        ben.goto(link)
        expect(ben.locator(".history")).to_have_attribute("data-stop", stop)
        expect(ben).to_have_url(address)

    page.get_by_role("slider").press("End")
    expect(page.locator(".board rect.card")).to_have_count(laid)
    expect(page).to_have_url(address.partition("#")[0])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_is_put_out_is_told_why(new_user: NewUser) -> None:
    """With a tile that only turns back, whoever plays goes over the edge, or into a neighbour who stands there."""
    ann, ben, cleo, dan = new_user(), new_user(), new_user(phone=True), new_user()
    table = ann.open_table("tsuro", [ME, *[{"kind": "open"}] * 3], options={"players": "4", "tiles": "1*20"})
    for guest in (ben, cleo, dan):
        guest.page.goto(f"/table/{table}")
        guest.page.get_by_role("button", name="Sit here").first.click()
        expect(guest.page.get_by_role("button", name="Leave the table")).to_be_visible()
    ann.page.get_by_role("button", name="Start the game").click()
    assert play_one_move(ann.page, play_from_list)  # at the bottom of a1, ...
    assert play_one_move(ben.page, play_from_list)  # and beside it
    assert play_one_move(cleo.page, partial(play_from_list, at=-1))
    assert play_one_move(dan.page, partial(play_from_list, at=20))
    assert play_one_move(ann.page, play_from_list)
    for page in (ann.page, ben.page):
        notice = page.locator(".watching")
        expect(notice).to_contain_text("You are out")
        expect(notice).to_contain_text("Your path met Guest")
        assert page.get_by_role("button", name="Go to the end").count() == 0  # Cleo still decides
    # Both lie in the middle of the path from one to the other, side by side.
    places = ann.page.locator(".eliminated").evaluate_all("marks => marks.map(mark => mark.getAttribute('transform'))")
    (x1, y1), (x2, y2) = (map(float, place.removeprefix("translate(")[:-1].split()) for place in places)
    assert abs((x1 + x2) / 2 - 50) < 5
    assert 500 < y1 < 590
    assert abs(y1 - y2) < 5
    assert play_one_move(cleo.page, play_from_list)
    expect(cleo.page.locator("main")).to_contain_text("Your path ")
    # What bursts at the edge is not cut there, and does not make the page wider.
    assert cleo.page.locator("svg.above").evaluate("svg => getComputedStyle(svg).overflow") == "visible"
    assert cleo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
