"""The review of a finished game: asked for, stepped through and read, on a desk and on a phone, in four languages."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.actions import play_one_move
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.test_access import assert_accessible
from tests.web.test_look_back import BOT, ME, play_from_list

TITLES = {"en": "Review", "fr": "Analyse de la partie", "it": "Analisi della partita", "de": "Spielanalyse"}
MISTAKES = {"en": "Mistake: −40%", "fr": "Erreur : −40 %", "it": "Errore: −40%", "de": "Fehler: −40 %"}
SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def play_short_game(user: BrowserUser) -> str:
    """Play Tsuro with tiles that only turn back: after the first one the game is over."""
    table = user.open_table("tsuro", [ME, BOT], options={"players": "2", "tiles": "1*20"})
    while play_one_move(user.page, play_from_list):
        pass
    return table


def find_slider(page: Page) -> Any:
    return page.locator(".review input[type=range]")


@SIZES
def test_a_finished_game_is_reviewed(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone)
    page = ann.page
    table = play_short_game(ann)
    page.get_by_role("link", name="Review the game").click()
    expect(page).to_have_url(re.compile(rf"/table/{table}\?review$"))
    review = page.locator(".review")
    expect(review).to_have_attribute("data-status", "done")
    expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()

    # Steps, slider, keys and curve are one mechanism, and the address follows.
    last = int(find_slider(page).get_attribute("max") or 0)
    assert last >= 3
    over = rf"Move {last} of {last}. .*(100%|50%.*50%)"  # the only tile may put out both who are beside it
    expect(find_slider(page)).to_have_attribute("aria-valuetext", re.compile(over))
    page.get_by_role("button", name="One move back").click()
    expect(find_slider(page)).to_have_value(str(last - 1))
    expect(page).to_have_url(re.compile(rf"/table/{table}\?review#\d+$"))
    page.locator("body").press("Home")
    expect(find_slider(page)).to_have_value("0")
    page.locator("body").press("ArrowRight")
    expect(find_slider(page)).to_have_value("1")
    expect(page.locator(".told")).to_contain_text("Move 1 of")
    curve = page.locator(".curve svg")
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 2, "y": 50})
    expect(find_slider(page)).to_have_value(str(last))
    curve.click(position={"x": 1, "y": 50})
    expect(find_slider(page)).to_have_value("0")
    page.reload()
    expect(page.locator(".review")).to_have_attribute("data-status", "done")

    # Both curves, as areas with patterns and as numbers; the columns of luck and decisions add up.
    expect(page.locator(".curve path.area")).to_have_count(2)
    for choice in ("As it was", "As could be known"):
        page.get_by_role("radio", name=choice).check(force=True)
    rows = page.locator("section[aria-labelledby=accounts] tbody tr")
    columns = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(td => Number(td.textContent.replace('−', '-'))))"
    )
    *parts, end = columns
    assert [sum(column) for column in zip(*parts, strict=True)] == end
    page.get_by_text("The curve as a table").click()
    expect(page.locator(".numbers tbody tr")).to_have_count(last + 1)
    assert_accessible(page, "a review")
    if phone:  # board, curve and steps are one view
        page.evaluate("scrollTo(0, 0)")
        bottom = page.locator(".steps").bounding_box()
        board = page.locator("section.board").bounding_box()
        assert bottom is not None
        assert board is not None
        assert bottom["y"] + bottom["height"] < board["y"] + 10
        assert board["y"] < 480
    page.get_by_role("button", name="Back to the result").click()
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator(".review")).to_have_count(0)


def add_mistake(route: Route) -> None:
    """Let the review find a mistake in the last decision, which has a line of what was really played."""
    answer = route.fetch()
    told = answer.json()
    last = max(ply["ply"] for ply in told["plies"] if ply["actor"] != "chance")
    seat = told["plies"][last - 1]["actor"]
    reasons = [{"type": "WentOut", "seat": seat, "ply": last}]
    moment = {"ply": last, "seat": seat, "kind": "mistake", "swing": -0.4, "is_proven": True, "reasons": reasons}
    told["moments"] = [moment]
    route.fulfill(response=answer, json=told)


def answer_line(route: Route) -> None:
    """Give as the line what was really played."""
    table, ply = re.search(r"/tables/(\w+)/review/lines/(\d+)", route.request.url).groups()  # type: ignore[union-attr] # it is one
    answer = route.fetch(url=re.sub(r"/tables/.*", f"/tables/{table}/history", route.request.url))
    told = answer.json()
    told["positions"] = [position for position in told["positions"] if position["ply"] >= int(ply)]
    route.fulfill(response=answer, json=told)


def test_from_the_review_one_plays_on_or_looks_into_a_position(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    table = play_short_game(ann)
    page.goto(f"/table/{table}?review")
    expect(page.locator(".review")).to_have_attribute("data-status", "done")
    again = page.get_by_role("button", name="Try again here")
    expect(again).to_have_count(0)  # the game is over in this position
    page.get_by_role("button", name="One move back").click()
    link = page.locator(".review nav a[href^='/analysis']")
    expect(link).to_have_attribute("href", re.compile(rf"^/analysis\?table={table}&ply=\d+$"))
    again.click()
    expect(page.get_by_role("dialog", name="Try again from here")).to_be_visible()


@SIZES
def test_mistakes_are_jumped_to_and_the_better_move_is_shown_on_the_board(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone)
    page = ann.page
    table = play_short_game(ann)
    page.route("**/review/result", add_mistake)
    page.route("**/review/lines/*", answer_line)
    page.goto(f"/table/{table}?review#0")
    expect(page.locator(".review")).to_have_attribute("data-status", "done")
    page.locator("body").press("m")
    told = page.locator(".told")
    expect(told).to_contain_text("Mistake: −40%")
    expect(told).to_contain_text("proven")
    expect(told).to_contain_text("went out and would have stayed in.")
    expect(told).to_contain_text("Better: You lay tile 1")
    expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
    expect(page.locator(".curve .mark")).to_have_count(1)
    page.get_by_role("button", name="Show the better move").click()
    expect(told).to_contain_text("As it might have gone on: 1 of 1")
    expect(page.locator(".last rect")).to_have_count(1)
    assert_accessible(page, "a better move")
    page.get_by_role("button", name="Back to what was played").click()
    expect(told).to_contain_text("Mistake: −40%")
    page.locator("body").press("Home")
    page.locator("button.moment").click()
    expect(page.locator("button.moment")).to_have_attribute("aria-current", "step")

    for language, title in TITLES.items():
        page.evaluate("language => localStorage.setItem('ludotheque.language', language)", language)
        page.reload()
        expect(page.locator("#review")).to_have_text(title)
        expect(page.locator(".told .verdict")).to_have_text(re.compile(MISTAKES[language].replace(" ", r"\s")))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
    assert_accessible(page, "a review in German")


def test_a_review_is_cancelled_and_goes_on_later(new_user: NewUser) -> None:
    """What is told of its progress is held back here: a short game is reviewed before anybody could cancel."""
    ann = new_user()
    page = ann.page
    table = play_short_game(ann)
    state = {"status": "preparing", "progress": 0.0, "revision": 0, "is_yours": True}

    def answer(route: Route) -> None:
        if route.request.method == "DELETE":
            state["status"] = "none"
        elif route.request.method == "POST":
            state.update(status="running", progress=0.4)
        route.fulfill(json=state)

    page.route("**/review", answer)
    page.goto(f"/table/{table}?review")
    expect(page.get_by_role("status").filter(has_text="being prepared")).to_be_visible()
    state["status"] = "waiting"
    expect(page.get_by_role("status").filter(has_text="waits its turn")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Review this game")).to_be_visible()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("status").filter(has_text="Reviewing: 40%")).to_be_visible()
    assert_accessible(page, "a review in progress")
